import type { EventStore, StoredEvent } from '@ladder/event-store';
import { encode } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';
import { streamOf } from '@ladder/ledgers';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { FeedHub } from './feed-hub.js';
import type { FeedReader } from './feed-reader.js';

/** What a hub gives a reader. */
class Reader {
  readonly taken: number[] = [];
  ended = false;

  keptAlive = 0;

  take({ events }: { events: readonly LedgerEvent[] }): void {
    this.taken.push(...events.map(({ position }) => position));
  }

  keepAlive(): void {
    this.keptAlive += 1;
  }

  behind(): void {
    throw new Error('nothing was missed, so that nobody has to read again');
  }

  end(): void {
    this.ended = true;
  }

  asReader(): FeedReader {
    return this as unknown as FeedReader;
  }
}

/** A log that can be followed until it fails. */
class Log {
  readonly #events: StoredEvent[] = [];
  readonly followedAfter: bigint[] = [];
  #wake: () => void = () => undefined;
  #fails = false;

  record(tournament: string, position: number): void {
    const metadata = { schema: 1, by: 'o-1', cause: null, key: null, fingerprint: null, recordedAt: '2026-11-07T09:00:00.000Z' };
    const event = { position, type: 'RoundStarted', id: `e-${position}`, data: { round: 1, pairings: [] }, metadata } as LedgerEvent;
    const stored = {
      stream: streamOf(tournament),
      revision: position,
      position: BigInt(this.#events.length + 1),
      id: event.id,
      type: event.type,
    };
    this.#events.push({ ...stored, body: encode(event) });
    this.#wake();
  }

  fail(): void {
    this.#fails = true;
    this.#wake();
  }

  asStore(): EventStore {
    return { lastPosition: async () => BigInt(this.#events.length), follow: this.#follow.bind(this) } as unknown as EventStore;
  }

  async *#follow(after: bigint, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    this.followedAfter.push(after);
    signal.addEventListener('abort', () => this.#wake());
    for (let next = Number(after); !signal.aborted;) {
      if (this.#fails) {
        this.#fails = false;
        throw new Error('the log cannot be read');
      }
      const batch = this.#events.slice(next);
      next += batch.length;
      if (batch.length > 0) yield batch;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

let stop: () => Promise<void> = async () => undefined;
afterEach(async () => stop());

function following() {
  const log = new Log();
  const reports: unknown[] = [];
  const hub = new FeedHub(log.asStore(), (error) => reports.push(error));
  stop = async () => hub.stop();
  return { log, hub, reports };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('a hub', () => {
  it('hands each tournament’s events to its readers, and to nobody else', async () => {
    const { log, hub } = following();
    const [here, too, elsewhere] = [new Reader(), new Reader(), new Reader()];
    hub.add('t-1', here.asReader());
    hub.add('t-1', too.asReader());
    hub.add('t-2', elsewhere.asReader());
    hub.start();
    await until(() => log.followedAfter.length === 1);
    log.record('t-1', 0);
    log.record('t-2', 0);
    log.record('t-1', 1);
    await until(() => elsewhere.taken.length === 1 && too.taken.length === 2);
    expect([here.taken, too.taken, elsewhere.taken]).toEqual([[0, 1], [0, 1], [0]]); // prettier-ignore
  });

  it('counts its readers, and forgets who has gone', () => {
    const { hub } = following();
    const readers = [new Reader(), new Reader()].map((reader) => reader.asReader());
    for (const reader of readers) hub.add('t-1', reader);
    expect(hub.size).toBe(2);
    for (const reader of [...readers, new Reader().asReader()]) hub.remove('t-1', reader);
    expect(hub.size).toBe(0);
  });

  it('goes on after the last event that it has handed on when the log fails, and says so', async () => {
    const { log, hub, reports } = following();
    const reader = new Reader();
    hub.add('t-1', reader.asReader());
    log.record('t-1', 0);
    hub.start();
    await until(() => log.followedAfter.length === 1);
    log.record('t-1', 1);
    await until(() => reader.taken.length === 1);
    log.fail();
    log.record('t-1', 2);
    await until(() => reader.taken.length === 2);
    expect([reader.taken, reports.length]).toEqual([[1, 2], 1]);
  });

  it('has every reader hear something every 15 seconds, until it stops', async () => {
    jest.useFakeTimers();
    try {
      const { hub } = following();
      const readers = [new Reader(), new Reader()];
      readers.forEach((reader, number) => hub.add(`t-${number}`, reader.asReader()));
      hub.start();
      jest.advanceTimersByTime(45_000);
      await hub.stop();
      jest.advanceTimersByTime(45_000);
      expect(readers.map(({ keptAlive }) => keptAlive)).toEqual([3, 3]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('ends every feed when it stops, and whoever comes afterwards', async () => {
    const { hub } = following();
    const [early, late] = [new Reader(), new Reader()];
    hub.add('t-1', early.asReader());
    hub.start();
    await hub.stop();
    hub.add('t-1', late.asReader());
    expect([early.ended, late.ended]).toEqual([true, true]);
  });
});
