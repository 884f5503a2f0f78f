import { ANY, binaryEvent, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import type { AppendResult, BinaryEventType, Credentials, EventData, EventStoreDBClient, JSONEventType } from '@eventstore/db-client';
import { StoreUnavailable } from '../store-errors.js';
import { pauseAfter, waitFor } from './backoff.js';
import { endInConflict, isRefusal, isStreamNotFound, unavailable } from './kurrent-failure.js';
import { collect, OF_LEADER, positionOf } from './reading.js';

/** How long the server has for one append, and how long it is tried while the answer is not known, in milliseconds. */
const DEADLINE = 5_000;
const PATIENCE = 10_000;

/** An event on its way to the server: bytes, or what the server itself reads as JSON, and a header of JSON that is kept beside them. */
export interface Draft {
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array | Readonly<Record<string, number>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** Where the last event of an append stands on the server. */
export interface Placed {
  readonly revision: number;
  readonly position: bigint;
}

/** The stream ends elsewhere; -1: there is none. */
export class Conflict {
  constructor(readonly actual: number) {}
}

/**
 * Appends to the server and believes an answer only if it is one. When a connection dies, nobody knows whether the append was recorded: the stream
 * is read, and only if the events are not there is the same append sent again.
 *
 * Each append is a call of its own, which the client makes where credentials are given. Its other way, many appends through one call, keeps what
 * waits for answers in one place for all clients and calls of the process: the failure of one rejects the appends of all, and an answer that
 * comes afterwards throws where nobody can catch it.
 */
export class EventAppender {
  readonly #client: EventStoreDBClient;
  readonly #credentials: Credentials;
  readonly #closing: AbortSignal;

  /** @param closing ends the tries of an append whose answer is not known. */
  constructor(client: EventStoreDBClient, credentials: Credentials, closing: AbortSignal) {
    this.#client = client;
    this.#credentials = credentials;
    this.#closing = closing;
  }

  /**
   * Appends at an exact revision.
   *
   * @throws StoreUnavailable when it is not known whether the events are recorded, or when they cannot be.
   */
  async append(stream: string, expectedRevision: number, drafts: readonly Draft[]): Promise<Placed | Conflict> {
    const expected = expectedRevision < 0 ? NO_STREAM : BigInt(expectedRevision);
    return this.#untilKnown(
      stream,
      () => this.#send(stream, expected, drafts),
      () => this.#find(stream, expectedRevision, drafts),
    );
  }

  /**
   * Appends wherever the stream ends, at least once: after an ambiguous answer the events may stand there twice.
   *
   * @throws StoreUnavailable as `append` does; the client's error for a stream that was deleted.
   */
  async appendAnywhere(stream: string, drafts: readonly Draft[]): Promise<number> {
    const placed = await this.#untilKnown(stream, () => this.#send(stream, ANY, drafts));
    if (placed instanceof Conflict) throw new StoreUnavailable(`The event store refuses an append to ${stream} at any revision.`);
    return placed.revision;
  }

  /** @param find looks whether the events are recorded; without it a success is believed as it comes. */
  async #untilKnown(
    stream: string,
    send: () => Promise<AppendResult>,
    find?: () => Promise<Placed | undefined>,
  ): Promise<Placed | Conflict> {
    const giveUpAt = performance.now() + PATIENCE;
    for (let tries = 1; ; tries += 1) {
      const answer = await send().catch((error: unknown) => error);
      if (isSuccess(answer) && (!find || (tries === 1 && answer.position))) return placeIn(answer);
      if (isRefusal(answer)) throw answer;
      const found = await find?.().catch((error: unknown) => error);
      if (found && !(found instanceof Error)) return found as Placed;
      const actual = found instanceof Error ? undefined : endInConflict(answer);
      if (actual !== undefined) return new Conflict(actual);
      if (performance.now() > giveUpAt || this.#closing.aborted)
        throw unavailable(`tell whether an append to ${stream} is recorded`, answer);
      await waitFor(pauseAfter(tries), this.#closing);
    }
  }

  #send(stream: string, expectedRevision: bigint | typeof ANY | typeof NO_STREAM, drafts: readonly Draft[]): Promise<AppendResult> {
    return this.#client.appendToStream(stream, drafts.map(eventData), {
      expectedRevision,
      credentials: this.#credentials,
      deadline: DEADLINE,
      ...OF_LEADER,
    });
  }

  /** Where the append stands, if it does: all its ids, in order, right after the expected revision. */
  async #find(stream: string, expectedRevision: number, drafts: readonly Draft[]): Promise<Placed | undefined> {
    const options = { fromRevision: BigInt(expectedRevision + 1), maxCount: drafts.length, ...OF_LEADER };
    const there = await collect(this.#client.readStream(stream, options)).catch((error: unknown) => {
      if (isStreamNotFound(error)) return [];
      throw error;
    });
    const last = there.at(-1)?.event;
    if (!last || there.length < drafts.length) return undefined;
    const same = drafts.every(({ id }, index) => there[index]?.event?.id === id);
    return same ? { revision: Number(last.revision), position: positionOf(last) } : undefined;
  }
}

function isSuccess(answer: unknown): answer is AppendResult {
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true;
}

function placeIn({ nextExpectedRevision, position }: AppendResult): Placed {
  return { revision: Number(nextExpectedRevision), position: position?.commit ?? 0n };
}

function eventData({ id, type, data, header }: Draft): EventData {
  if (!(data instanceof Uint8Array)) return jsonEvent<JSONEventType>({ id, type, data });
  return binaryEvent<BinaryEventType>({ id, type, data, ...(header && { metadata: header }) });
}
