import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import fc from 'fast-check';
import { FeedReader } from './feed-reader.js';
import type { FeedSource } from './feed-reader.js';
import { Written } from './written.js';

const open: FeedReader[] = [];
afterEach(() => {
  for (const reader of open.splice(0)) reader.gone();
});

describe('whatever comes between its reading and its listening', () => {
  it('a reader is given every event, once and in order', async () => {
    await fc.assert(anySchedule((...given) => new FeedReader(...given)));
  });

  it('(negative control) a reader that does not look a second time is caught losing one', async () => {
    const { failed } = await fc.check(
      anySchedule((socket, source) => new WithoutSecondLook(socket, source)),
      { numRuns: 1_000 },
    );
    expect(failed).toBe(true);
  });
});

describe('a reader that takes nothing', () => {
  it('is not waited for in memory, and reads on where it was once it takes again', async () => {
    const { connection, source, reader, ledger } = feed(500);
    connection.takes = 3;
    reader.behind();
    await settled();
    expect(connection.positions).toEqual([0, 1, 2]);
    const asked = source.asked.length;
    for (const event of ledger.slice(3)) reader.take(new Written([event]));
    await settled();
    expect([connection.positions.length, source.asked.length]).toEqual([3, asked]);

    connection.takes = Infinity;
    connection.emit('drain');
    await settled();
    expect(connection.positions).toEqual(ledger.map(({ position }) => position));
  });

  it('is read for in ever smaller pieces: what it did not take was read in vain', async () => {
    const { connection, source, reader } = feed(1_000);
    connection.takesEach = 2;
    reader.behind();
    for (let times = 0; times < 100; times += 1) {
      await settled();
      connection.emit('drain');
    }
    await settled();
    expect(connection.positions.length).toBeGreaterThan(200);
    expect(source.read).toBeLessThan(3 * connection.positions.length);
  });
});

describe('with the time that passes', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('a reader that takes nothing for 30 seconds is dropped', async () => {
    const { connection, reader } = feed(10);
    connection.takes = 1;
    reader.behind();
    await jest.advanceTimersByTimeAsync(29_999);
    expect(connection.destroyed).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(connection.destroyed).toBe(true);
  });

  it('a reader that takes again in time is not', async () => {
    const { connection, reader } = feed(10);
    connection.takes = 1;
    reader.behind();
    await jest.advanceTimersByTimeAsync(29_999);
    connection.takes = Infinity;
    connection.emit('drain');
    await jest.advanceTimersByTimeAsync(60_000);
    expect([connection.destroyed, connection.positions.length]).toEqual([false, 10]);
  });

  it('a reader that has ended before it took everything is not waited for any longer than others', async () => {
    const { connection, reader } = feed(10);
    connection.takes = 1;
    reader.behind();
    await jest.advanceTimersByTimeAsync(1);
    reader.end();
    expect([connection.ended, connection.destroyed]).toEqual([true, false]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(connection.destroyed).toBe(true);
  });

  it('a reader that is gone is forgotten: nothing ticks for it', async () => {
    const { connection, reader } = feed(10);
    connection.takes = 1;
    reader.behind();
    await jest.advanceTimersByTimeAsync(1);
    reader.gone();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a reader that has caught up', () => {
  it('is given in one piece what was recorded together, without what it has had before', async () => {
    const { connection, reader, ledger } = feed(3);
    reader.behind();
    await settled();
    const written = connection.texts.length;
    reader.take(new Written([...ledger.slice(1), event(3), event(4)]));
    expect([connection.positions, connection.texts.length - written]).toEqual([[0, 1, 2, 3, 4], 1]);
    expect(connection.texts.at(-1)).toBe([event(3), event(4)].map((one) => String(new Written([one]).whole(1))).join(''));
  });

  it('is told that something is withheld, if it may not read everything', () => {
    const news = new Written([event(0), event(1, 'HeadJudgeNotified', { player: 'ana' })]);
    expect(String(news.floor(2))).toMatch(/event: RoundStarted[^]*event: Withheld/);
    expect(String(news.floor(2))).not.toContain('ana');
    expect(String(news.whole(2))).toContain('ana');
  });

  it('hears a comment where nothing happens', () => {
    const { connection, reader } = feed(0);
    reader.keepAlive();
    expect(connection.texts).toEqual([': keep-alive\n\n']);
  });
});

describe('a reader whose grant changes', () => {
  it('is ended with the event that says so, and given nothing that comes after it', async () => {
    const { connection, reader, ledger } = feed(3);
    ledger.push(event(3, 'OfficialRevoked', { official: 'o-1' }), event(4));
    reader.behind();
    await settled();
    expect([connection.positions, connection.ended]).toEqual([[0, 1, 2, 3], true]);
  });

  it('is given nothing that comes after it, also where both were recorded together', async () => {
    const { connection, reader, ledger } = feed(3);
    reader.behind();
    await settled();
    const news = [event(3), event(4, 'OfficialRevoked', { official: 'o-1' }), event(5)];
    ledger.push(...news);
    reader.take(new Written(news));
    await settled();
    expect([connection.positions, connection.ended]).toEqual([[0, 1, 2, 3, 4], true]);
  });

  it('goes on where the change was another official’s, or changed nothing for this feed', async () => {
    const { connection, reader, ledger } = feed(3, () => true);
    ledger.push(
      event(3, 'OfficialRevoked', { official: 'o-2' }),
      event(4, 'OfficialRolesChanged', { official: 'o-1', roles: [] }),
      event(5),
    );
    reader.behind();
    await settled();
    expect([connection.positions, connection.ended]).toEqual([[0, 1, 2, 3, 4, 5], false]);
  });
});

it('a reader is hung up on when the store is away, to come back with its last event', async () => {
  const { connection, source, reader } = feed(3);
  source.away = true;
  reader.behind();
  await settled();
  expect([connection.positions, connection.destroyed]).toEqual([[], true]);
});

// ── Fixtures ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

type Given = ConstructorParameters<typeof FeedReader>;

/** A connection that takes so many texts until it drains, and keeps what it was given. */
class Connection extends EventEmitter {
  readonly texts: string[] = [];
  takes = Infinity;
  /** How many it takes after each drain; as many as `takes` says unless told. */
  takesEach: number | undefined;
  ended = false;
  destroyed = false;

  write(bytes: Buffer): boolean {
    this.texts.push(String(bytes));
    this.takes -= 1;
    const takesMore = this.takesEach === undefined ? this.takes > 0 : this.texts.length % this.takesEach !== 0;
    return takesMore;
  }

  destroySoon(): void {
    this.ended = true;
  }

  destroy(): void {
    this.destroyed = true;
  }

  get positions(): number[] {
    return [...this.texts.join('').matchAll(/^id: (\d+)$/gm)].map(([, position]) => Number(position));
  }

  asSocket(): Socket {
    return this as unknown as Socket;
  }
}

class Source implements FeedSource {
  readonly asked: number[] = [];
  read = 0;
  away = false;

  constructor(private readonly recorded: readonly LedgerEvent[]) {}

  async events(from: number, maxCount: number): Promise<LedgerEvent[]> {
    if (this.away) throw new Error('the store is away');
    this.asked.push(from);
    const page = this.recorded.slice(from, from + maxCount);
    this.read += page.length;
    return page;
  }

  async ledger(): Promise<Ledger> {
    return {} as Ledger;
  }
}

function event(position: number, type = 'RoundStarted', data: unknown = { round: position, pairings: [] }): LedgerEvent {
  const metadata = { schema: 1, by: 'o-1', cause: null, key: null, fingerprint: null, recordedAt: '2026-11-07T09:00:00.000Z' };
  return { position, type, id: `e-${position}`, data, metadata } as unknown as LedgerEvent;
}

function feed(count: number, stillMay: () => boolean = () => false) {
  const ledger = Array.from({ length: count }, (_, position) => event(position));
  const connection = new Connection();
  const source = new Source(ledger);
  const reader = new FeedReader(connection.asSocket(), source, -1, true, stillMay, 'o-1');
  open.push(reader);
  return { ledger, connection, source, reader };
}

/** Until everything that can go on by itself has gone on. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
}

/**
 * Events are recorded, reads are answered with what there was when they were asked, and the log is handed on, one or several events at once and
 * some of them again, in any order of the three.
 */
function anySchedule(readerFor: (...given: Given) => Pick<FeedReader, 'behind' | 'take' | 'gone'>) {
  return fc.asyncProperty(fc.scheduler(), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }), async (s, before, later) => {
    const recorded = Array.from({ length: before }, (_, position) => event(position));
    const connection = new Connection();
    const source: FeedSource = {
      events: async (from, maxCount) => {
        const page = recorded.slice(from, from + maxCount);
        await s.schedule(Promise.resolve(), `answer from ${from}`);
        return page;
      },
      ledger: async () => ({}) as Ledger,
    };
    const reader = readerFor(connection.asSocket(), source, -1, true, () => true, 'o-1');
    reader.behind();
    let handing = Promise.resolve();
    let handed = before;
    for (let position = before; position < before + later; position += 1) {
      void s.schedule(Promise.resolve(), `record ${position}`).then(() => {
        recorded.push(event(recorded.length));
        handing = handing
          .then(async () => s.schedule(Promise.resolve(), `hand on from ${handed}`))
          .then(() => {
            if (handed === recorded.length) return;
            reader.take(new Written(recorded.slice(Math.max(0, handed - (position % 3)))));
            handed = recorded.length;
          });
      });
    }
    await s.waitIdle();
    reader.gone();
    expect(connection.positions).toEqual(recorded.map(({ position }) => position));
  });
}

/** As simple as it seems to be: read to the end, then listen. */
class WithoutSecondLook {
  #live = false;
  #position = -1;

  constructor(
    private readonly socket: Socket,
    private readonly source: FeedSource,
  ) {}

  behind(): void {
    this.#live = false;
    void this.#read();
  }

  take(news: Written): void {
    for (const each of news.events) {
      if (!this.#live || each.position <= this.#position) continue;
      if (each.position > this.#position + 1) this.behind();
      else this.#give(each);
    }
  }

  gone(): void {
    this.#live = false;
  }

  async #read(): Promise<void> {
    for (;;) {
      const events = await this.source.events(this.#position + 1, 8);
      for (const each of events) if (each.position === this.#position + 1) this.#give(each);
      if (events.length === 0) break;
    }
    this.#live = true;
  }

  #give(one: LedgerEvent): void {
    this.#position = one.position;
    this.socket.write(new Written([one]).whole(1));
  }
}
