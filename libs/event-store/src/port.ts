import type { KeptText } from './vault/vault.js';

/** An event to append. Two appends are the same append when their event ids are. */
export interface NewEvent {
  /** A UUID in lower case, unique in the whole store. */
  id: string;
  type: string;
  /** The event itself, as canonical JSON (RFC 8785). The store keeps these bytes and never looks into them. */
  body: string;
}

/** An event as it was appended, with its place. */
export interface StoredEvent {
  stream: string;
  /** The event's place in its stream, from 0 and without gaps. */
  revision: number;
  /** The event's place in the whole store: ascending in commit order. The SQLite store counts from 1 without gaps. */
  position: bigint;
  id: string;
  type: string;
  body: string;
}

/** Where the last event of an append stands. */
export interface Appended {
  revision: number;
  position: bigint;
}

/** What can be asked of a store by someone who may not write to it. Every method rejects with `StoreUnavailable` when the store cannot answer. */
export interface EventReader {
  /** At most `maxCount` events of one stream from `fromRevision` (inclusive) on, in order; empty for a stream that does not exist. */
  readStream(stream: string, fromRevision: number, maxCount: number): Promise<StoredEvent[]>;

  /**
   * At most `maxCount` events of the whole store after position `after` (exclusive; `0n` is the start), in commit order.
   *
   * @param passingOver events of these types are counted and not given, except the last of a page: it tells how far was read, and a page is empty at
   * the end only.
   */
  readAll(after: bigint, maxCount: number, passingOver?: ReadonlySet<string>): Promise<StoredEvent[]>;

  /** The revision of the stream's last event, or -1 when there is no such stream. */
  lastRevision(stream: string): Promise<number>;

  /** The position of the store's last event, or `0n` when it holds none. */
  lastPosition(): Promise<bigint>;

  /** At most `limit` names of streams that start with `prefix` and come after `after` (`''` is the start), in code point order. */
  streams(prefix: string, after: string, limit: number): Promise<string[]>;
}

/**
 * An append-only store of events in streams.
 *
 * It promises only what an embedded database and a replicated server can both keep. There is no "append wherever the stream ends": who appends
 * says what was read.
 */
export interface EventStore extends EventReader {
  /** How many bytes the events of one append may have together: `MAX_APPEND_BYTES`, or what a server is set to take. */
  readonly maxAppendBytes: number;

  /**
   * Appends events to one stream, all or none. When the promise resolves they are on disk.
   *
   * The same append sent again (same event ids, same expected revision) answers as the first did and records nothing.
   *
   * @param expectedRevision the revision of the stream's last event as the caller knows it; -1: the stream must not exist yet.
   * @param events one event at least; each at most `MAX_EVENT_BYTES`, together at most `maxAppendBytes`.
   * @param texts what the events refer to in the vault, each by its ref as a string of its own; durable no later than the events. A text that concerns a forgotten person is not kept.
   * @throws WrongExpectedRevision when the stream ends elsewhere.
   * @throws AppendTooLarge above the limits.
   * @throws StoreUnavailable when the append could not be made durable: disk full, I/O error, too many waiting, closed.
   * @throws TypeError for an append that no store takes: no event, an id that is no UUID or is used twice, text that is not well-formed.
   */
  append(stream: string, expectedRevision: number, events: readonly NewEvent[], texts?: readonly KeptText[]): Promise<Appended>;

  /**
   * Every event after position `after` (exclusive), in commit order, each at least once, in batches of 1 to 256. The next batch is read when it is
   * asked for, so a slow reader costs no memory. At the end it waits for more. Stop it by `signal`: it then ends without an error.
   *
   * @throws StoreUnavailable from the iteration when the store fails or is closed: follow again from the last position seen.
   */
  follow(after: bigint, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]>;

  /**
   * Names of streams that have moved, each given to one of those who share `group`. Many moves of a stream may become one name, a name may come
   * twice, and after a crash one may never come: who is woken looks at the stream itself, and sweeps `streams` at the start.
   *
   * @throws StoreUnavailable from the iteration, as `follow` does.
   */
  wake(group: string, signal: AbortSignal): AsyncIterable<string>;

  /** Finishes the appends that wait, ends followers, and lets go of files and connections. Closing twice is one closing. */
  close(): Promise<void>;
}
