import type { Keys } from './keys.js';

/**
 * Tells whether a repeated Idempotency-Key comes with the same request: 43 characters of base64url. `request` is method, path and body as
 * canonical JSON (RFC 8785). Keyed, since anyone could confirm a guessed name by a plain hash after the name was erased.
 */
export function fingerprint(keys: Keys, request: string): string {
  return keys.hmac('fingerprint', request).toString('base64url');
}
