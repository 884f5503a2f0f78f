import { HASH_BYTES } from './merkle.js';
import { isMalformed, malformed } from './malformed.js';
import type { Malformed } from './malformed.js';
import { fromBase64, openNote, signNote } from './signed-note.js';
import type { Signer, VerifierKey } from './signed-note.js';

/**
 * A statement about a log, as c2sp.org/tlog-checkpoint has it: three lines, the origin (which log), the size (how many leaves) and the root
 * over them (RFC 6962) in base64. Signed as a note. Extension lines, which the format allows and advises against, are refused: nothing
 * that nobody checks is to stand under a signature.
 */
export interface Checkpoint {
  /** Names the log; see {@link originOf}. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/**
 * The origin of a tournament's log: `<key name>/<tournament>`, and `<key name>/<tournament>/<fork>` for a log that goes on from a restored
 * backup, so that it is another log and not one that contradicts itself.
 *
 * @param fork what tells this continuation from others: letters, digits, `.`, `_`, `-`.
 */
export function originOf(keyName: string, tournament: string, fork?: string): string {
  return [keyName, tournament, ...(fork === undefined ? [] : [fork])].join('/');
}

/** The tournament that an origin under this key name is about; undefined if it is none of ours. */
export function tournamentOfOrigin(origin: string, keyName: string): string | undefined {
  if (!origin.startsWith(`${keyName}/`)) return undefined;
  return /^([\w.-]+)(?:\/[\w.-]+)?$/.exec(origin.slice(keyName.length + 1))?.[1];
}

/** The three lines, as they are signed. @throws if a part cannot stand in them. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const { origin, size, root } = checkpoint;
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`;
  const read = parseCheckpoint(text);
  if (isMalformed(read)) throw new Error(read.malformed);
  return text;
}

/** Reads the three lines, in their one form. */
export function parseCheckpoint(text: string): Checkpoint | Malformed {
  const [origin = '', size = '', encoded = '', end, ...more] = text.split('\n');
  if (end !== '' || more.length > 0) return malformed('A checkpoint has three lines, each ended by a newline: origin, size and root.');
  if (origin === '') return malformed('Its first line, the origin, is empty.');
  if (!/^(0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(Number(size)))
    return malformed('Its second line is no size: a decimal number without leading zeros.');
  const root = fromBase64(encoded);
  if (root?.length !== HASH_BYTES) return malformed('Its third line is no root: 32 bytes in base64.');
  return { origin, size: Number(size), root };
}

/** A signed checkpoint. @throws if a part cannot stand in it. */
export function signCheckpoint(checkpoint: Checkpoint, signer: Signer): string {
  return signNote(formatCheckpoint(checkpoint), signer);
}

/** The checkpoint that this key has signed; or why it cannot be relied on. */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint | Malformed {
  const opened = openNote(note, key);
  return isMalformed(opened) ? opened : parseCheckpoint(opened.text);
}
