import type { EventStoreDBClient } from '@eventstore/db-client';
import { setImmediate as turn } from 'node:timers/promises';
import { bytesOfAppend } from '../append-rules.js';
import type { Appended, EventStore, NewEvent, StoredEvent } from '../port.js';
import { StoreUnavailable, WrongExpectedRevision } from '../store-errors.js';
import type { KeptText } from '../vault/vault.js';
import { pauseAfter, waitFor, wasAborted } from './backoff.js';
import { Conflict } from './event-appender.js';
import type { EventAppender } from './event-appender.js';
import { KurrentEventReader } from './event-reader.js';
import { unavailable } from './kurrent-failure.js';
import type { KurrentVault } from './kurrent-vault.js';
import { EVENTS } from './names.js';
import { letGo } from './settings.js';
import type { StreamNames } from './stream-names.js';
import type { Tail } from './tail.js';
import type { WakeGroups } from './wake-groups.js';

const FOLLOW_BATCH = 256;

/** An append that took longer, in milliseconds, has slept: its texts may have been swept meanwhile, which takes a day. */
const SLEPT = 60_000;

/** What the store is made of. */
export interface Parts {
  readonly client: EventStoreDBClient;
  readonly appender: EventAppender;
  readonly names: StreamNames;
  readonly vault: KurrentVault;
  readonly tail: Tail;
  readonly wakeGroups: WakeGroups;
  /** Is aborted when the store closes. */
  readonly closing: AbortController;
  /** Bytes that the server takes in one append. */
  readonly maxAppendBytes: number;
  readonly now: () => Date;
}

/** The event store on an EventStoreDB or KurrentDB server, which any number of processes may write to. Positions ascend, with gaps. */
export class KurrentEventStore extends KurrentEventReader implements EventStore {
  readonly maxAppendBytes: number;
  readonly #parts: Parts;
  readonly #pending = new Set<Promise<Appended>>();
  #closed: Promise<void> | undefined;

  constructor(parts: Parts) {
    super(parts.client, parts.names);
    this.#parts = parts;
    this.maxAppendBytes = parts.maxAppendBytes;
  }

  async append(stream: string, expectedRevision: number, events: readonly NewEvent[], texts: readonly KeptText[] = []): Promise<Appended> {
    bytesOfAppend(stream, expectedRevision, events, texts, this.maxAppendBytes);
    if (this.#closed) throw new StoreUnavailable('The event store is closed.');
    const appending = this.#append(stream, expectedRevision, events, texts);
    this.#pending.add(appending);
    try {
      return await appending;
    } finally {
      this.#pending.delete(appending);
    }
  }

  async *follow(after: bigint, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    const { tail } = this.#parts;
    let seen = after;
    for (let tries = 0; !signal.aborted;) {
      if (this.#closed) throw new StoreUnavailable('The event store is closed.');
      const near = tail.after(seen, FOLLOW_BATCH);
      if (near?.length === 0) {
        await tail.next(signal);
        continue;
      }
      const { events, searchedTo } = near ? { events: near, searchedTo: seen } : await this.page(seen, FOLLOW_BATCH);
      if (wasAborted(signal)) return;
      const last = events.at(-1);
      if (last) {
        tries = 0;
        seen = last.position;
        yield events;
        // A reader that is never slow would otherwise keep the event loop to itself until it has caught up.
        await turn();
        continue;
      }
      seen = searchedTo;
      // The server may be behind what its subscription gave already.
      if (!tail.after(seen, 1)) await waitFor(pauseAfter(tries++), signal);
    }
  }

  wake(group: string, signal: AbortSignal): AsyncIterable<string> {
    return this.#parts.wakeGroups.join(group, signal);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #append(stream: string, expectedRevision: number, events: readonly NewEvent[], texts: readonly KeptText[]): Promise<Appended> {
    const { appender, names, vault, now } = this.#parts;
    const began = now().getTime();
    try {
      // What a conflict would refuse keeps no texts. They are there before the events that refer to them.
      const keeps = texts.length > 0 && (await this.lastRevision(stream)) === expectedRevision;
      const fresh = keeps && (await vault.keep(texts));
      if (expectedRevision === -1) await names.add(stream);
      const drafts = events.map(({ id, type, body }) => ({ id, type, data: Buffer.from(body) }));
      const placed = await appender.append(EVENTS + stream, expectedRevision, drafts);
      if (placed instanceof Conflict) throw new WrongExpectedRevision(stream, expectedRevision, placed.actual);
      if (texts.length > 0 && (!fresh || now().getTime() - began > SLEPT)) await vault.keepAgain(texts);
      return placed;
    } catch (error) {
      throw error instanceof WrongExpectedRevision ? error : unavailable(`record what was appended to ${stream}`, error);
    }
  }

  async #close(): Promise<void> {
    const { client, closing, tail, wakeGroups } = this.#parts;
    await Promise.allSettled(this.#pending);
    closing.abort();
    wakeGroups.close();
    await tail.close();
    await letGo(client);
  }
}
