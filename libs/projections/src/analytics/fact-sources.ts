import type { TextReader } from '@ladder/event-store';

/**
 * Makes the pseudonyms of the analytics: HMAC-SHA-256 of these texts, in order, under a key that only the organisation has. The same texts give
 * the same pseudonym, and without the key nobody finds a person by trying names or numbers.
 */
export type Pseudonym = (kind: 'person' | 'player' | 'judge', ...texts: string[]) => string;

/** What the facts need besides the log. */
export interface FactSources {
  /** Opens external ids. */
  readonly vault: TextReader;
  readonly pseudonym: Pseudonym;
}
