import { BACKWARDS, END, START } from '@eventstore/db-client';
import type { EventStoreDBClient, Position } from '@eventstore/db-client';
import type { EventReader, StoredEvent } from '../port.js';
import { isStreamNotFound, unavailable } from './kurrent-failure.js';
import { EVENTS } from './names.js';
import { collect, isOurs, OF_LEADER, positionOf, storedEvent } from './reading.js';
import type { StreamNames } from './stream-names.js';

/** So many events are read at a time where those of others lie between ours. */
const LEAST_READ = 64;
const MOST_READ = 4096;

/** The end is asked for often, and mostly little has come since. */
const FIRST_LOOK = 4;

/** What lies after a position. */
export interface Page {
  readonly events: StoredEvent[];
  /** Up to which position there are no others of ours than these. */
  readonly searchedTo: bigint;
}

/** Reads events from the server. */
export class KurrentEventReader implements EventReader {
  readonly #client: EventStoreDBClient;
  readonly #names: StreamNames;
  /** The last position of ours that is known, and up to where that was looked for. */
  #last = 0n;
  #lookedTo = 0n;

  constructor(client: EventStoreDBClient, names: StreamNames) {
    this.#client = client;
    this.#names = names;
  }

  async readStream(stream: string, fromRevision: number, maxCount: number): Promise<StoredEvent[]> {
    const options = { fromRevision: BigInt(fromRevision), maxCount: atLeastOne(maxCount), ...OF_LEADER };
    return (await this.#inStream(stream, options)).map(storedEvent);
  }

  async readAll(after: bigint, maxCount: number, passingOver?: ReadonlySet<string>): Promise<StoredEvent[]> {
    const { events } = await this.page(after, atLeastOne(maxCount));
    return passingOver ? events.filter((event) => event === events.at(-1) || !passingOver.has(event.type)) : events;
  }

  async lastRevision(stream: string): Promise<number> {
    const [last] = await this.#inStream(stream, { fromRevision: END, maxCount: 1, direction: BACKWARDS, ...OF_LEADER });
    return last ? Number(last.revision) : -1;
  }

  /** Looks backwards for the last event of ours, no further than was looked before. */
  async lastPosition(): Promise<bigint> {
    let before: Position | typeof END = END;
    let end: bigint | undefined;
    for (let count = FIRST_LOOK; ; count = Math.min(count * 4, MOST_READ)) {
      const page = await this.#inAll({ fromPosition: before, maxCount: count, direction: BACKWARDS, ...OF_LEADER });
      for (const event of page) {
        const position = positionOf(event);
        end ??= position;
        if (position <= this.#lookedTo) return this.#lookedUpTo(end, this.#last);
        if (isOurs(event)) return this.#lookedUpTo(end, position);
        before = { commit: position, prepare: position };
      }
      if (page.length < count) return this.#lookedUpTo(end ?? 0n, 0n);
    }
  }

  async streams(prefix: string, after: string, limit: number): Promise<string[]> {
    return this.#names.list(prefix, after, atLeastOne(limit), async (name) => (await this.lastRevision(name)) >= 0);
  }

  /** At most `maxCount` events of ours after a position, which the client gives only among all others. */
  async page(after: bigint, maxCount: number): Promise<Page> {
    const events: StoredEvent[] = [];
    let searchedTo = after;
    for (;;) {
      // Forwards the position itself comes again, so one more is asked for.
      const count = Math.min(Math.max(LEAST_READ, maxCount - events.length), MOST_READ) + 1;
      const fromPosition = searchedTo === 0n ? START : { commit: searchedTo, prepare: searchedTo };
      const read = await this.#inAll({ fromPosition, maxCount: count, ...OF_LEADER });
      for (const event of read) {
        const position = positionOf(event);
        if (position <= searchedTo) continue;
        searchedTo = position;
        if (isOurs(event)) events.push(storedEvent(event));
        if (events.length === maxCount) return { events, searchedTo };
      }
      if (read.length < count) return { events, searchedTo };
    }
  }

  /** The position of the last event of all, whosesoever; `0n` in an empty store. */
  async end(): Promise<bigint> {
    const [last] = await this.#inAll({ fromPosition: END, maxCount: 1, direction: BACKWARDS, ...OF_LEADER });
    return last ? positionOf(last) : 0n;
  }

  #lookedUpTo(end: bigint, last: bigint): bigint {
    if (last > this.#last) this.#last = last;
    if (end > this.#lookedTo) this.#lookedTo = end;
    return this.#last;
  }

  async #inStream(stream: string, options: Parameters<EventStoreDBClient['readStream']>[1]) {
    try {
      return (await collect(this.#client.readStream(EVENTS + stream, options))).flatMap(({ event }) => event ?? []);
    } catch (error) {
      if (isStreamNotFound(error)) return [];
      throw unavailable(`read ${stream}`, error);
    }
  }

  async #inAll(options: Parameters<EventStoreDBClient['readAll']>[0]) {
    try {
      return (await collect(this.#client.readAll(options))).flatMap(({ event }) => event ?? []);
    } catch (error) {
      throw unavailable('read', error);
    }
  }
}

function atLeastOne(count: number): number {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`A page holds a whole number of entries from 1 on, not ${count}.`);
  return count;
}
