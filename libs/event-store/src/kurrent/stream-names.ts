import { createHash } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventAppender } from './event-appender.js';
import { isStreamNotFound, unavailable } from './kurrent-failure.js';
import { STREAM_NAMES } from './names.js';
import { bytesOf, collect, OF_LEADER } from './reading.js';

const PAGE = 1000;

/**
 * The names of the streams. The server has no list of them without its projections, so each name is written to one stream before the first
 * event of its own: a name may be there whose stream never came to be, and is not listed.
 */
export class StreamNames {
  readonly #client: EventStoreDBClient;
  readonly #appender: EventAppender;
  /** Whether the stream is known to exist, by name. */
  readonly #known = new Map<string, boolean>();
  #sorted: string[] = [];
  #next = 0n;

  constructor(client: EventStoreDBClient, appender: EventAppender) {
    this.#client = client;
    this.#appender = appender;
  }

  /** Makes a name known, durably. */
  async add(name: string): Promise<void> {
    if (this.#known.has(name)) return;
    await this.#appender.appendAnywhere(STREAM_NAMES, [{ id: idFor(name), type: 'StreamNamed', data: Buffer.from(name) }]);
  }

  /** @param exists asks whether a stream has an event. */
  async list(prefix: string, after: string, limit: number, exists: (name: string) => Promise<boolean>): Promise<string[]> {
    await this.#catchUp();
    const found: string[] = [];
    for (const name of this.#sorted) {
      if (found.length === limit) break;
      if (!name.startsWith(prefix) || compare(name, after) <= 0) continue;
      if (this.#known.get(name) === false) this.#known.set(name, await exists(name));
      if (this.#known.get(name) === true) found.push(name);
    }
    return found;
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const page = await this.#read();
      for (const { event } of page) {
        if (!event || event.revision < this.#next) continue;
        this.#next = event.revision + 1n;
        const name = Buffer.from(bytesOf(event)).toString('utf8');
        if (!this.#known.has(name)) this.#known.set(name, false);
      }
      if (page.length < PAGE) break;
    }
    if (this.#sorted.length < this.#known.size) this.#sorted = [...this.#known.keys()].toSorted(compare);
  }

  async #read() {
    const options = { fromRevision: this.#next, maxCount: PAGE, ...OF_LEADER };
    try {
      return await collect(this.#client.readStream(STREAM_NAMES, options));
    } catch (error) {
      if (isStreamNotFound(error)) return [];
      throw unavailable('list its streams', error);
    }
  }
}

/** In code point order, which is that of UTF-8 and not that of JavaScript's strings. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The same for a name whoever writes it, so that the server takes it once. */
function idFor(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
