import type { Keys } from './keys.js';

/** 96 bits: no two of a thousand million persons are likely to get the same pseudonym. */
const BYTES = 12;

/**
 * Pseudonyms for the analytics, 24 hex digits: HMAC-SHA-256 of the texts under a key of its own for each kind, derived from the master key. Who has
 * the rows and not the key cannot try out whose pseudonym one is.
 */
export function pseudonymsOf(keys: Pick<Keys, 'hmac'>): (kind: 'person' | 'player' | 'judge', ...texts: string[]) => string {
  return (kind, ...texts) => keys.hmac(`analytics-${kind}`, ...texts).toString('hex', 0, BYTES);
}
