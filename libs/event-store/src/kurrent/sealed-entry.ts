import { randomUUID } from 'node:crypto';
import type { Draft } from './event-appender.js';
import { bytesOf } from './reading.js';

/** An append of sealed texts stays below this, since a server takes 1 MiB unless told otherwise. */
const MAX_BYTES = 700 * 1024;

/** The types of the events in a person's stream. */
export const KEY_MADE = 'KeyMade';
export const TEXT_KEPT = 'TextKept';
/** Copied within its stream when another text was taken out. */
export const TEXT_MOVED = 'TextMoved';
/** Kept once more after its event was recorded: an event refers to it for certain. */
export const TEXT_KEPT_AGAIN = 'TextKeptAgain';

const TEXTS = [TEXT_KEPT, TEXT_MOVED, TEXT_KEPT_AGAIN] as const;
export type EntryType = (typeof TEXTS)[number];

/** A text as it lies in the stream of a person. */
export interface SealedEntry {
  readonly type: EntryType;
  readonly ref: string;
  /** Everyone whom it concerns. */
  readonly persons: readonly string[];
  /** The encrypted text; empty in the streams of those whom it concerns as well, so that each stream tells how many texts a person has. */
  readonly sealed: Uint8Array;
}

/** What is asked of an event as the server gives it. */
export interface VaultEvent {
  readonly type: string;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly streamId: string;
  readonly revision: bigint;
}

/** The text in an event of a person's stream; undefined for one that is none. */
export function entryIn(event: VaultEvent): SealedEntry | undefined {
  const type = TEXTS.find((each) => each === event.type);
  if (type === undefined) return undefined;
  const { ref, persons } = event.metadata as { ref: string; persons: string[] };
  return { type, ref, persons, sealed: bytesOf(event) };
}

export function draftOf({ type, ref, persons, sealed }: SealedEntry): Draft {
  return { id: randomUUID(), type, data: sealed, header: { ref, persons } };
}

/** Splits what is too much for one append. */
export function* inAppends(entries: readonly SealedEntry[]): Generator<SealedEntry[]> {
  let some: SealedEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = entry.sealed.length + 200 * (entry.persons.length + 1);
    if (some.length > 0 && bytes + size > MAX_BYTES) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(entry);
    bytes += size;
  }
  if (some.length > 0) yield some;
}
