import { createPublicKey, hash, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isMalformed, malformed } from './malformed.js';
import type { Malformed } from './malformed.js';

/**
 * Signed notes as c2sp.org/signed-note has them: a text, a blank line, and a line for each signature, `— <key name> <base64>`. Signed and
 * verified with Ed25519 only; lines of other keys, a witness's for example, are passed over.
 */

/** A key that is trusted to sign notes under a name. Comes from whoever verifies, never from what is verified. */
export interface VerifierKey {
  readonly name: string;
  /** The first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
  readonly id: Buffer;
  readonly publicKey: KeyObject;
}

/** A key that signs notes under a name. */
export interface Signer {
  readonly name: string;
  readonly privateKey: KeyObject;
}

/** The type byte of Ed25519 signatures. */
const ED25519 = Buffer.of(1);
const KEY_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** Longer notes, or ones with more signatures, are not read at all. */
const MOST_CHARACTERS = 100_000;
const MOST_SIGNATURES = 16;

/** The key that verifies what a signer signs. @throws if the name is no key name, or the key is no Ed25519 key. */
export function verifierKeyFor({ name, privateKey }: Signer): VerifierKey {
  return keyNamed(name, createPublicKey(privateKey));
}

/** `<name>+<id in hex>+<base64 of 0x01 and the key>`: how a key is handed on. */
export function formatVerifierKey({ name, id, publicKey }: VerifierKey): string {
  return `${name}+${id.toString('hex')}+${Buffer.concat([ED25519, rawKey(publicKey)]).toString('base64')}`;
}

/** Reads a key from `<name>+<id in hex>+<base64>`; its id must be that of its name and key. */
export function parseVerifierKey(text: string): VerifierKey | Malformed {
  const [, name = '', id, encoded = ''] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text) ?? [];
  if (!isKeyName(name)) return malformed('A key reads <name>+<id>+<base64>, the name without spaces.');
  const bytes = fromBase64(encoded);
  if (bytes?.length !== ED25519.length + KEY_BYTES || !bytes.subarray(0, 1).equals(ED25519))
    return malformed(`The key of ${name} is no Ed25519 key: 0x01 and 32 bytes in base64.`);
  const key = keyNamed(name, publicKeyFrom(bytes.subarray(1)));
  if (key.id.toString('hex') !== id)
    return malformed(`The id of the key of ${name} does not belong to it: part of the key was changed or lost.`);
  return key;
}

/** Signs a text. @throws if it is none that can stand in a note: lines that end in a newline, without control characters. */
export function signNote(text: string, signer: Signer): string {
  if (!text.endsWith('\n') || !isNoteText(text))
    throw new Error('a note is made of lines, each ended by a newline, without control characters');
  const { name, id } = verifierKeyFor(signer);
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), signer.privateKey)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

/** The text of a note that this key has signed; or why it cannot be relied on. */
export function openNote(note: string, key: VerifierKey): { readonly text: string } | Malformed {
  const parts = partsOf(note);
  if (isMalformed(parts)) return parts;
  const own = parts.signatures.filter(({ name, id }) => name === key.name && id.equals(key.id));
  if (own.length === 0) return malformed(`It is not signed by ${key.name} with the key ${key.id.toString('hex')}.`);
  const bytes = Buffer.from(parts.text);
  const isSigned = own.every(({ signature }) => signature.length === SIGNATURE_BYTES && verify(null, bytes, key.publicKey, signature));
  return isSigned ? { text: parts.text } : malformed(`The signature of ${key.name} does not belong to this text.`);
}

interface Signature {
  readonly name: string;
  readonly id: Buffer;
  readonly signature: Buffer;
}

function partsOf(note: string): { text: string; signatures: Signature[] } | Malformed {
  if (note.length > MOST_CHARACTERS) return malformed('It is too long for a note.');
  if (!isNoteText(note)) return malformed('It holds control characters, or is no Unicode text.');
  // The text may hold blank lines itself: the last one parts it from the signatures.
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n'))
    return malformed('It is no signed note: a text, a blank line, and signatures, each line ended by a newline.');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return malformed(`It has more than ${MOST_SIGNATURES} signatures.`);
  const signatures = lines.map(signatureOn);
  if (!signatures.every((each) => each !== undefined)) return malformed('A line after its last blank one is no signature.');
  return { text: note.slice(0, end + 1), signatures };
}

function signatureOn(line: string): Signature | undefined {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ');
  const bytes = fromBase64(encoded);
  if (dash !== '—' || rest.length > 0 || !isKeyName(name) || bytes === undefined || bytes.length <= ID_BYTES) return undefined;
  return { name, id: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) };
}

function keyNamed(name: string, publicKey: KeyObject): VerifierKey {
  if (!isKeyName(name)) throw new Error(`a key cannot be named "${name}": no spaces, no plus, not empty`);
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), ED25519, rawKey(publicKey)]), 'buffer').subarray(0, ID_BYTES);
  return { name, id, publicKey };
}

function isKeyName(name: string): boolean {
  return /^[^\p{White_Space}+]+$/u.test(name) && isNoteText(name);
}

function isNoteText(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- The format forbids just these.
  return text.isWellFormed() && !/[\0-\t\v-\x1f]/.test(text);
}

function rawKey(publicKey: KeyObject): Buffer {
  const { crv, x } = publicKey.export({ format: 'jwk' });
  if (crv !== 'Ed25519' || x === undefined) throw new Error('notes are signed with Ed25519 keys');
  return Buffer.from(x, 'base64url');
}

function publicKeyFrom(raw: Buffer): KeyObject {
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } });
}

/** The bytes of standard base64 with padding (RFC 4648, section 4), in its one form; undefined for anything else. */
export function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
