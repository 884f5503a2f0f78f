import { createPrivateKey } from 'node:crypto';
import type { Signer } from '../src/signed-note.js';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
export const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The hall's key, and the key of somebody else who uses its name. Not secret, and always the same. */
export const signer: Signer = { name: 'hall.example', privateKey: privateKey(1) };
export const otherSigner: Signer = { name: 'hall.example', privateKey: privateKey(2) };

function privateKey(seed: number) {
  return createPrivateKey({ format: 'der', type: 'pkcs8', key: Buffer.concat([PKCS8_ED25519, Buffer.alloc(32, seed)]) });
}
