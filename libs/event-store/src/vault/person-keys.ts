import { randomBytes } from 'node:crypto';
import { decrypt, deriveKey, encrypt, KEY_BYTES } from './cipher.js';
import type { KeptText, OpenedText } from './vault.js';

const SALT_BYTES = 32;

/** A person and the key that makes texts about this person readable. */
export interface PersonKey {
  person: string;
  key: Uint8Array;
}

/** A key for a person who has none yet. */
export function newPersonKey(person: string): PersonKey {
  return { person, key: randomBytes(KEY_BYTES) };
}

/** @param wrappingKey derived from the server's master key. */
export function wrapPersonKey({ person, key }: PersonKey, wrappingKey: Uint8Array): Uint8Array {
  return encrypt(wrappingKey, key, `person ${person}`);
}

/** @throws Error when the bytes are damaged or belong to somebody else. */
export function unwrapPersonKey(person: string, wrapped: Uint8Array, wrappingKey: Uint8Array): PersonKey {
  return { person, key: decrypt(wrappingKey, wrapped, `person ${person}`) };
}

/** Encrypts a text and its salt so that the keys of all its persons are needed to read it. */
export function encryptText({ ref, text, salt }: KeptText, keys: readonly PersonKey[]): Uint8Array {
  return encrypt(textKey(ref, keys), Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(text, 'utf8')]), `text ${ref}`);
}

/** @throws Error when a key is missing or another, or the bytes are damaged. */
export function decryptText(ref: string, sealed: Uint8Array, keys: readonly PersonKey[]): OpenedText {
  const clear = decrypt(textKey(ref, keys), sealed, `text ${ref}`);
  return { salt: clear.subarray(0, SALT_BYTES).toString('hex'), text: clear.subarray(SALT_BYTES).toString('utf8') };
}

function textKey(ref: string, keys: readonly PersonKey[]): Uint8Array {
  const sorted = keys.toSorted((a, b) => (a.person < b.person ? -1 : 1));
  return deriveKey(Buffer.concat(sorted.map(({ key }) => key)), `text ${ref}`);
}
