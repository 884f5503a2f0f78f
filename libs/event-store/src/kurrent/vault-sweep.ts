import { randomUUID } from 'node:crypto';
import { BACKWARDS, END, START } from '@eventstore/db-client';
import type { AllStreamRecordedEvent, EventStoreDBClient } from '@eventstore/db-client';
import { wasAborted } from './backoff.js';
import type { EventAppender } from './event-appender.js';
import { isStreamNotFound, unavailable } from './kurrent-failure.js';
import { VAULT_SWEPT } from './names.js';
import { bytesOf, collect, OF_LEADER, positionOf } from './reading.js';
import { TEXT_KEPT_AGAIN } from './sealed-entry.js';
import { Suspects } from './suspects.js';
import type { TextCuts } from './text-cuts.js';
import type { VaultIndex } from './vault-index.js';

/** For so long, in milliseconds, a text may wait for the event that refers to it. */
const DAY = 24 * 60 * 60 * 1_000;

/** Records read at a time. */
const PAGE = 1_000;

/** Texts that are looked for at the same time: what the sweep holds in memory. */
const MOST_SUSPECTS = 10_000;

/** What was looked at, up to a position. */
interface Look {
  readonly suspects: Suspects;
  readonly to: bigint;
  /** Whether there is no more that is as old. */
  readonly ends: boolean;
}

/**
 * Takes out of the vault what nothing refers to. A text is written before its event, and stays behind when the event is refused, or the process
 * dies in between; a day later it goes.
 *
 * Can it take a text whose event comes late, from a process that slept for more than a day between the two? These are the steps, and each sees all
 * that was written before it:
 *
 *     the sweep                               who appends
 *     1. the log to its end: no such event    a. the text
 *     2. notes the text as swept              b. the event
 *     3. the log once more to its end         c. if b came more than a minute after a, or a was done
 *     4. an event? then it is spared;            by an earlier try: was it noted as swept? then it
 *        otherwise the text is taken out         is kept again, as one that is never swept
 *
 * Either b comes before 3, and the sweep sees it; or it comes after 3 and so c after 2, and who appends sees the note. Only a process that slept
 * for a day and dies right between b and c leaves an event whose text is gone, and has acknowledged nothing. A day is one by the server's clock and
 * by this one. Any number of processes may sweep.
 */
export class VaultSweep {
  constructor(
    private readonly client: EventStoreDBClient,
    private readonly appender: EventAppender,
    private readonly index: VaultIndex,
    private readonly cuts: TextCuts,
    private readonly now: () => Date,
  ) {}

  /**
   * Looks through everything that is older than a day and was not looked through before, by whomever. A pass that was cut short is taken up again
   * from the last place where nothing was suspect.
   *
   * @returns how many texts were taken out.
   * @throws StoreUnavailable: sweep again later.
   */
  async pass(signal: AbortSignal): Promise<number> {
    let swept = 0;
    try {
      await this.index.catchUp();
      const before = (await this.#time()) - DAY;
      for (let from = await this.#sweptTo(); ;) {
        const { suspects, to, ends } = await this.#look(from, before, signal);
        swept += await this.#sweep(suspects, to, signal);
        if (wasAborted(signal)) return swept;
        if (to > from) await this.#noteSweptTo(to);
        if (ends) return swept;
        from = to;
      }
    } catch (error) {
      throw unavailable('sweep the vault', error);
    }
  }

  async #look(from: bigint, before: number, signal: AbortSignal): Promise<Look> {
    const suspects = new Suspects(this.index);
    let to = from;
    for await (const page of this.#pagesAfter(from, signal)) {
      for (const record of page) {
        if (record.created.getTime() >= before) return { suspects, to, ends: true };
        to = positionOf(record);
        suspects.see(record);
      }
      if (suspects.size >= MOST_SUSPECTS) return { suspects, to, ends: false };
      if (suspects.size === 0 && suspects.late.length === 0) await this.#noteSweptTo(to);
    }
    return { suspects, to, ends: true };
  }

  async #sweep(suspects: Suspects, to: bigint, signal: AbortSignal): Promise<number> {
    const end = await this.#clearAfter(to, suspects, signal);
    if (wasAborted(signal)) return 0;
    await this.index.noteSwept(suspects.refs);
    await this.index.catchUp();
    await this.#clearAfter(end, suspects, signal);
    if (wasAborted(signal)) return 0;
    await this.index.noteSpared(suspects.late);
    for (const [person, refs] of suspects.byPerson()) {
      await this.cuts.take(
        person,
        ({ ref, type }) => refs.has(ref) && type !== TEXT_KEPT_AGAIN,
        (moved) => this.index.noteMoved(person, moved),
      );
    }
    return suspects.size;
  }

  /** Clears what is referred to after a position, as far as it has to be read for that. @returns how far it was read. */
  async #clearAfter(from: bigint, suspects: Suspects, signal: AbortSignal): Promise<bigint> {
    let to = from;
    if (suspects.size === 0) return to;
    for await (const page of this.#pagesAfter(from, signal)) {
      for (const record of page) {
        to = positionOf(record);
        suspects.clear(record);
      }
      if (suspects.size === 0) return to;
    }
    return to;
  }

  /** All records of the server after a position, whosesoever, to its end. */
  async *#pagesAfter(from: bigint, signal: AbortSignal): AsyncGenerator<AllStreamRecordedEvent[]> {
    for (let seen = from; !signal.aborted;) {
      const fromPosition = seen === 0n ? START : { commit: seen, prepare: seen };
      // The position itself comes again, so one more is asked for.
      const read = await collect(this.client.readAll({ fromPosition, maxCount: PAGE + 1, ...OF_LEADER }));
      const page = read.flatMap(({ event }) => event ?? []).filter((event) => positionOf(event) > seen);
      const last = page.at(-1);
      if (last) yield page;
      if (!last || read.length <= PAGE) return;
      seen = positionOf(last);
    }
  }

  /** The earlier of two clocks, so that one that is ahead makes nothing old: this one, and the server's, by its last record. */
  async #time(): Promise<number> {
    const [last] = await collect(this.client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: 1, ...OF_LEADER }));
    return Math.min(this.now().getTime(), last?.event?.created.getTime() ?? 0);
  }

  async #sweptTo(): Promise<bigint> {
    try {
      const read = this.client.readStream(VAULT_SWEPT, { fromRevision: END, direction: BACKWARDS, maxCount: 1, ...OF_LEADER });
      const [last] = await collect(read);
      return last?.event ? BigInt(Buffer.from(bytesOf(last.event)).toString()) : 0n;
    } catch (error) {
      if (isStreamNotFound(error)) return 0n;
      throw error;
    }
  }

  async #noteSweptTo(position: bigint): Promise<void> {
    await this.appender.appendAnywhere(VAULT_SWEPT, [{ id: randomUUID(), type: 'SweptTo', data: Buffer.from(String(position)) }]);
  }
}
