import { deriveKey, KEY_BYTES } from './cipher.js';

/** What the server's master key is used for. */
export interface MasterKey {
  /** Wraps the keys of persons. */
  wrappingKey: Uint8Array;
  /** Recognises the master key later on and says nothing of it. */
  check: Uint8Array;
}

/** @throws TypeError unless the key has 32 bytes. */
export function masterKeyOf(secret: Uint8Array): MasterKey {
  if (secret.length !== KEY_BYTES) throw new TypeError(`A master key has ${KEY_BYTES} bytes, not ${secret.length}.`);
  return { wrappingKey: deriveKey(secret, 'wrap the keys of persons'), check: deriveKey(secret, 'recognise the master key') };
}
