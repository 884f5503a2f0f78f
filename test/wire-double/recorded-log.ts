import { createHash, randomUUID } from 'node:crypto';

/** An event as a server keeps it. */
export interface RecordedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** Milliseconds since 1970. */
  readonly created: number;
}

export type ProposedEvent = Pick<RecordedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint;

export interface Recorded {
  readonly lastRevision: bigint;
  /** Of the first and of the last event; none for an append that was recorded before, as a server does not look them up. */
  readonly positions: { readonly first: bigint; readonly last: bigint } | undefined;
}

/** Why an append or a deletion is refused. */
export class WrongVersion extends Error {
  constructor(
    readonly stream: string,
    readonly expected: Expected,
    /** The revision of the stream's last event; undefined when there is none. */
    readonly current: bigint | undefined,
  ) {
    super(`${stream} does not end where it was expected to`);
  }
}

export class Deleted extends Error {
  constructor(readonly stream: string) {
    super(`${stream} is deleted`);
  }
}

interface Stream {
  events: RecordedEvent[];
  next: bigint;
  tombstoned: boolean;
}

/** Above 2^53, so that a position that goes through a double-precision number comes out as another. */
const FIRST_POSITION = 2n ** 53n + 1n;

/** What the stream of another stream's metadata begins with. */
const METADATA_OF = '$$';

/** What a record costs in the log beside its content, about; positions are places in a file of bytes. */
const RECORD_OVERHEAD = 120;

/** A server's log in memory, by the server's rules: who may append, what counts as the same append, what a deletion leaves. */
export class RecordedLog {
  /** Every event in commit order, those of deleted streams too: nothing is scavenged. */
  readonly all: RecordedEvent[] = [];
  readonly #streams = new Map<string, Stream>();
  readonly #listeners = new Set<() => void>();
  /** What the server's clock says, in milliseconds since 1970. */
  clock: () => number = () => Date.now();
  #nextPosition = FIRST_POSITION;

  constructor() {
    // A real `$all` never holds only what one application wrote.
    this.append('$$$settings', 'any', [ofServer('$metadata')]);
    this.append('$stats-0.0.0.0:2113', 'any', [ofServer('$statsCollected')]);
  }

  /**
   * Appends as the server does. An append at an exact revision that is no more the last one is the same append if its ids, and only its ids, are
   * those of the events that stand there; if only the first ones are, it is refused.
   *
   * @throws WrongVersion, Deleted.
   */
  append(name: string, expected: Expected, events: readonly ProposedEvent[]): Recorded {
    const stream = this.#stream(name);
    if (stream.tombstoned) throw new Deleted(name);
    const current = stream.events.length === 0 ? undefined : stream.next - 1n;
    if (!meets(expected, current, stream.next)) {
      if (expected !== 'any' && expected !== 'stream_exists' && stream.events.length > 0) {
        const again = sameAppend(stream.events, expected === 'no_stream' ? -1n : expected, events);
        if (again !== undefined) return { lastRevision: again, positions: undefined };
      }
      throw new WrongVersion(name, expected, current);
    }
    if (expected === 'any') {
      const known = stream.events.find(({ id }) => id === events[0]?.id);
      const again = known && sameAppend(stream.events, known.revision - 1n, events);
      if (again !== undefined) return { lastRevision: again, positions: undefined };
    }
    const recorded = events.map((event) => this.#record(name, stream, event));
    if (name.startsWith(METADATA_OF)) this.#cutOff(name.slice(METADATA_OF.length), recorded.at(-1));
    this.#announce();
    const [first, last] = [recorded[0], recorded.at(-1)];
    if (!first || !last) return { lastRevision: current ?? -1n, positions: undefined };
    return { lastRevision: last.revision, positions: { first: first.position, last: last.position } };
  }

  /** Deletes softly: the stream is not found any more, and the next append goes on with its revisions. */
  delete(name: string, expected: Expected): void {
    this.#checkDeletable(name, expected).events = [];
  }

  /** Deletes for good: the name can never be used again. Also a stream that does not exist can be. @returns where the log says so. */
  tombstone(name: string, expected: Expected): bigint {
    const stream = this.#checkDeletable(name, expected);
    stream.events = [];
    stream.next = 2n ** 63n - 1n;
    const { position } = this.#record(name, { ...stream, events: [] }, ofServer('$streamDeleted'));
    stream.tombstoned = true;
    this.#announce();
    return position;
  }

  /** The events of a stream; undefined if there is no such stream. @throws Deleted. */
  read(name: string): readonly RecordedEvent[] | undefined {
    const stream = this.#streams.get(name);
    if (stream?.tombstoned) throw new Deleted(name);
    return stream === undefined || stream.events.length === 0 ? undefined : stream.events;
  }

  /** The index in {@link all} of the first event at `position` or after it. */
  indexFrom(position: bigint): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle]?.position ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Calls `listener` after each change until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What lies before `$tb` of a stream's metadata is given to nobody any more. */
  #cutOff(name: string, metadata: RecordedEvent | undefined): void {
    if (metadata?.contentType !== 'application/json') return;
    const { $tb = 0 } = JSON.parse(Buffer.from(metadata.data).toString('utf8')) as { $tb?: number };
    const stream = this.#stream(name);
    stream.events = stream.events.filter(({ revision }) => revision >= $tb);
  }

  #stream(name: string): Stream {
    const stream = this.#streams.get(name) ?? { events: [], next: 0n, tombstoned: false };
    this.#streams.set(name, stream);
    return stream;
  }

  #checkDeletable(name: string, expected: Expected): Stream {
    const stream = this.#stream(name);
    if (stream.tombstoned) throw new Deleted(name);
    const current = stream.events.length === 0 ? undefined : stream.next - 1n;
    if (!meets(expected, current, stream.next)) throw new WrongVersion(name, expected, current);
    return stream;
  }

  #record(name: string, stream: Stream, event: ProposedEvent): RecordedEvent {
    const recorded = { ...event, stream: name, revision: stream.next++, position: this.#nextPosition, created: this.clock() };
    this.#nextPosition += BigInt(RECORD_OVERHEAD + name.length + event.data.length + event.metadata.length);
    stream.events.push(recorded);
    this.all.push(recorded);
    return recorded;
  }

  #announce(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function meets(expected: Expected, current: bigint | undefined, next: bigint): boolean {
  switch (expected) {
    case 'any':
      return true;
    case 'no_stream':
      return current === undefined;
    case 'stream_exists':
      return current !== undefined;
    default:
      return expected === next - 1n && next > 0n;
  }
}

/** The last revision of the append if all its ids stand right after `expected`. */
function sameAppend(there: readonly RecordedEvent[], expected: bigint, events: readonly ProposedEvent[]): bigint | undefined {
  const first = there[0]?.revision ?? 0n;
  const from = Number(expected + 1n - first);
  const same = from >= 0 && events.every(({ id }, index) => there[from + index]?.id === id);
  return same ? expected + BigInt(events.length) : undefined;
}

function ofServer(type: string): ProposedEvent {
  return { id: randomUUID(), type, contentType: 'application/json', data: Buffer.from('{}'), metadata: new Uint8Array() };
}

/** A stable number from a text, for what is spread by name. */
export function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
