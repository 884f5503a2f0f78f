import { validateEdition } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import { leafHash } from './merkle.js';
import { formatVerifierKey } from './signed-note.js';
import type { VerifierKey } from './signed-note.js';
import type { Problem } from './verdict.js';

/** A text out of the vault, with the 32-byte salt in hex that proves its commitment. */
export interface OpenedText {
  readonly text: string;
  readonly salt: string;
}

/** All that is needed to verify a tournament's ledger offline, except the key, which must come from elsewhere. Survives JSON unchanged. */
export interface AuditPack {
  readonly version: 1;
  readonly tournament: string;
  /** The whole edition that the tournament is under. */
  readonly edition: Edition;
  /** The signed note over exactly these envelopes. */
  readonly checkpoint: string;
  /** Which key the server says that it signs with: for a reader to see, never to be trusted. */
  readonly keyHint: string;
  /** Every event of the ledger in order, as it is stored. */
  readonly envelopes: readonly string[];
  /** The hash of each envelope in base64: where one was changed, these tell which. They are believed only as far as they lead to the signed root. */
  readonly leafHashes: readonly string[];
  /** The texts that were opened for whom the pack was made for, by reference. Others stay closed: the pack holds their commitments only. */
  readonly texts: Readonly<Record<string, OpenedText>>;
}

export const PACK_VERSION = 1;

/** Puts a pack together. `checkpoint` must be signed over these very envelopes. */
export function makePack(
  parts: Pick<AuditPack, 'tournament' | 'edition' | 'checkpoint' | 'envelopes' | 'texts'> & { readonly key: VerifierKey },
): AuditPack {
  const { tournament, edition, checkpoint, key, envelopes, texts } = parts;
  const leafHashes = envelopes.map((each) => leafHash(each).toString('base64'));
  return { version: PACK_VERSION, tournament, edition, checkpoint, keyHint: formatVerifierKey(key), envelopes, leafHashes, texts };
}

/** Reads what should be a pack, say a parsed JSON file: its shape, and whether its edition is sound. Takes anything and never throws. */
export function readPack(candidate: unknown): AuditPack | Problem[] {
  const problem = (what: string): Problem[] => [{ where: 'the pack', what }];
  if (!isRecord(candidate)) return problem('It is no audit pack: a JSON object was expected.');
  const { version } = candidate;
  if (version !== PACK_VERSION) return problem(`It is of version ${String(version)}; this verifier reads ${PACK_VERSION}.`);
  const strange = Object.keys(candidate).find((field) => !Object.hasOwn(FIELDS, field) && field !== 'edition');
  if (strange !== undefined) return problem(`It holds a field that no pack has: ${strange}.`);
  const wrong = Object.entries(FIELDS).flatMap(([field, isSound]) => (isSound(candidate[field]) ? [] : [field]));
  if (wrong.length > 0) return problem(`What it holds as ${wrong.join(', ')} is missing or of the wrong kind.`);
  const judged = validateEdition(candidate['edition']);
  if (!judged.ok) return judged.complaints.map((what) => ({ where: 'the edition', what }));
  // Every field of the type has been checked by now.
  return candidate as unknown as AuditPack;
}

const FIELDS: Readonly<Record<Exclude<keyof AuditPack, 'edition'>, (value: unknown) => boolean>> = {
  version: (value) => value === PACK_VERSION,
  tournament: isText,
  checkpoint: isText,
  keyHint: isText,
  envelopes: isListOfTexts,
  leafHashes: isListOfTexts,
  texts: (value) => isRecord(value) && Object.values(value).every(isOpenedText),
};

function isOpenedText(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 2 && isText(value['text']) && isText(value['salt']);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
