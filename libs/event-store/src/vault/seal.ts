import { createHash, randomBytes } from 'node:crypto';
import type { KeptText, OpenedText, SealedText } from './vault.js';

/** A random name of 128 bits, and a salt as long as the hash it protects. */
const REF_BYTES = 16;
const SALT_BYTES = 32;

/**
 * Splits a text about persons into what the vault keeps and what an event may say of it.
 *
 * @param text any well-formed text, also the empty one.
 * @param persons pseudonyms of everyone the text concerns, at least one.
 * @throws TypeError for a text with lone surrogates, which has no UTF-8 form to commit to, or one that concerns nobody.
 */
export function seal(text: string, persons: readonly string[]): { kept: KeptText; sealed: SealedText } {
  if (!text.isWellFormed()) throw new TypeError('A text with lone surrogates cannot be sealed.');
  if (persons.length === 0) throw new TypeError('A text that concerns nobody cannot be sealed.');
  const ref = randomBytes(REF_BYTES).toString('base64url');
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return { kept: { ref, persons, text, salt }, sealed: { ref, commitment: commitmentTo({ text, salt }) } };
}

/** The commitment to a text and its salt: hex SHA-256 over the salt's bytes followed by the text in UTF-8. */
export function commitmentTo({ text, salt }: OpenedText): string {
  return createHash('sha256').update(salt, 'hex').update(text, 'utf8').digest('hex');
}
