import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StoreUnavailable } from '@ladder/event-store';
import { ScriptedLog } from '../spec/scripted-log.js';
import { Saga } from './index.js';
import type { Progress } from './index.js';

describe('the escalation saga', () => {
  let log: ScriptedLog;
  let hall: Hall;
  let saga: Saga;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    log = new ScriptedLog();
    hall = new Hall();
    saga = hall.sagaOn(log);
    await saga.start();
  });
  afterEach(async () => {
    hall.healAll();
    await saga.stop();
    jest.useRealTimers();
  });

  describe('following the log', () => {
    it('every tournament that has moved is settled, once however often it moved in one batch', async () => {
      log.add('a', 'b', 'a');
      await passes(0);
      expect(hall.settled).toEqual(['a', 'b']);
      log.add('b');
      await passes(0);
      expect(hall.settled).toEqual(['a', 'b', 'b']);
    });

    it('what is no tournament is passed over, and the place in the log moves on all the same', async () => {
      log.addTo('projection-counters', 'something-else');
      await passes(0);
      expect(hall.settled).toEqual([]);
      expect([saga.settled, hall.saved]).toEqual([2n, [2n]]);
    });

    it('it goes on from the place that was saved', async () => {
      await saga.stop();
      log.add('a', 'b', 'c', 'd');
      hall.saved.push(2n);
      saga = hall.sagaOn(log);
      await saga.start();
      await passes(0);
      expect(hall.settled).toEqual(['c', 'd']);
      expect(saga.settled).toBe(4n);
    });

    it('a log that ends before that place was restored from a backup, and is followed from its start', async () => {
      await saga.stop();
      log.add('a', 'b');
      hall.saved.push(500n);
      saga = hall.sagaOn(log);
      await saga.start();
      await passes(0);
      expect(hall.settled).toEqual(['a', 'b']);
      expect(saga.settled).toBe(2n);
    });

    it('the next batch is asked for when the one before is settled, so that a long log is never held in memory', async () => {
      hall.hold('a');
      log.add('a', 'b', 'c', ...Array.from({ length: 300 }, () => 'd'));
      await passes(1_000);
      expect([log.given, saga.settled]).toEqual([1, 0n]);
      hall.release('a');
      await passes(0);
      expect([log.given, saga.settled]).toEqual([101, 303n]);
    });

    it('sixty-four ledgers at most are settled side by side', async () => {
      const names = Array.from({ length: 100 }, (_, index) => `t-${index}`);
      for (const name of names) hall.hold(name);
      await saga.stop();
      const wide = {
        lastPosition: () => Promise.resolve(100n),
        async *follow(_after: bigint, signal: AbortSignal) {
          yield names.map((name, index) => ({
            stream: `tournament-${name}`,
            revision: 0,
            position: BigInt(index + 1),
            id: '',
            type: 'Noted',
            body: '{}',
          }));
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      };
      saga = hall.sagaOn(wide);
      await saga.start();
      await passes(0);
      expect(hall.atHand).toBe(64);
      hall.healAll();
      await passes(0);
      expect(hall.settled).toHaveLength(100);
    });
  });

  describe('a ledger that cannot be settled', () => {
    it('is tried for ever, after 50 milliseconds, after twice as long each time, at last every 30 seconds', async () => {
      hall.breaks('a');
      log.add('a');
      await passes(0);
      const pauses = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000];
      for (const [index, pause] of pauses.entries()) {
        expect(hall.triesOf('a')).toBe(index + 1);
        await passes(pause - 1);
        expect(hall.triesOf('a')).toBe(index + 1);
        await passes(1);
      }
      expect(hall.triesOf('a')).toBe(pauses.length + 1);
    });

    it('is told and listed until it is settled, and the others go on meanwhile', async () => {
      hall.breaks('a');
      log.add('a', 'b', 'c', 'd');
      await passes(10_000);
      expect(hall.settled).toEqual(['b', 'c', 'd']);
      expect(saga.failing).toEqual(['a']);
      expect(hall.reports).toEqual(['a']);
      hall.heals('a');
      await passes(30_000);
      expect(hall.settled).toEqual(['b', 'c', 'd', 'a']);
      expect(saga.failing).toEqual([]);
    });

    it('is not passed by: the saved place waits for it, and then moves to where the saga is', async () => {
      log.add('z');
      await passes(0);
      hall.breaks('a');
      log.add('a', 'b');
      log.add('c');
      await passes(60_000);
      expect([saga.settled, hall.saved.at(-1)]).toEqual([1n, 1n]);
      hall.heals('a');
      await passes(30_000);
      expect([saga.settled, hall.saved.at(-1)]).toEqual([4n, 4n]);
    });

    it('does not set the place free while another one waits', async () => {
      hall.breaks('a');
      hall.breaks('b');
      log.add('a', 'b');
      await passes(100);
      hall.heals('a');
      await passes(30_000);
      expect([saga.failing, saga.settled]).toEqual([['b'], 0n]);
      hall.heals('b');
      await passes(30_000);
      expect([saga.failing, saga.settled]).toEqual([[], 2n]);
    });

    it('that moves again while it is tried is tried in one line only', async () => {
      hall.breaks('a');
      log.add('a');
      await passes(0);
      for (let times = 0; times < 20; times += 1) log.add('a');
      await passes(0);
      const before = hall.triesOf('a');
      await passes(50);
      expect(hall.triesOf('a')).toBe(before + 1);
    });

    it('that fails again at the very moment it is settled is tried again', async () => {
      hall.breaks('a');
      log.add('a');
      await passes(0);
      // The retry takes its time and will succeed; meanwhile the ledger moves, and that fails.
      hall.heals('a');
      hall.hold('a');
      await passes(50);
      hall.breaks('a');
      log.add('a');
      await passes(0);
      hall.heals('a');
      hall.release('a');
      await passes(0);
      expect(saga.failing).toEqual(['a']);
      await passes(100);
      expect([saga.failing, saga.settled]).toEqual([[], 2n]);
    });
  });

  describe('a log that cannot be followed', () => {
    it('is told and listed, tried with growing pauses, and taken up where it was', async () => {
      log.add('a', 'b', 'c');
      await passes(0);
      log.fails();
      await passes(0);
      expect(saga.failing).toEqual(['the log']);
      await passes(400);
      expect(hall.reports).toEqual(['the log', 'the log', 'the log', 'the log']);
      log.add('d');
      log.isBack();
      await passes(400);
      expect(saga.failing).toEqual([]);
      expect(log.followedFrom).toEqual([0n, 3n]);
      expect(hall.settled).toEqual(['a', 'b', 'c', 'd']);
    });

    it('is well again as soon as it can be followed, although nothing has happened since', async () => {
      log.fails();
      await passes(0);
      expect(saga.failing).toEqual(['the log']);
      log.isBack();
      await passes(50);
      expect(saga.failing).toEqual([]);
    });

    it('is tried soon when it fails anew after it was well', async () => {
      log.fails();
      await passes(60_000);
      log.isBack();
      log.add('a');
      await passes(60_000);
      log.fails();
      await passes(0);
      log.isBack();
      await passes(50);
      expect(saga.failing).toEqual([]);
    });

    it('that lets its follower go without a word has failed as well', async () => {
      log.dropsItsFollowers();
      await passes(0);
      expect(saga.failing).toEqual(['the log']);
      await passes(50);
      log.add('a');
      await passes(0);
      expect([hall.settled, saga.failing]).toEqual([['a'], []]);
    });

    it('that repeats itself takes nothing back', async () => {
      await saga.stop();
      const event = (position: bigint) => ({ stream: 'tournament-a', revision: 0, position, id: '', type: 'Noted', body: '{}' });
      saga = hall.sagaOn({
        lastPosition: () => Promise.resolve(3n),
        async *follow(_after: bigint, signal: AbortSignal) {
          yield [event(1n), event(2n), event(3n)];
          yield [event(2n)];
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      });
      await saga.start();
      await passes(0);
      expect([saga.settled, hall.saved]).toEqual([3n, [3n]]);
    });
  });

  it('a place that cannot be saved is told, and costs nothing else', async () => {
    hall.savingFails = true;
    log.add('a', 'b', 'c', 'd');
    await passes(0);
    expect(hall.reports).toEqual(['its place in the log', 'its place in the log']);
    expect([hall.settled, saga.failing, saga.settled]).toEqual([['a', 'b', 'c', 'd'], [], 4n]);
  });

  describe('stopping', () => {
    it('takes no time while it waits for the log to go on', async () => {
      log.add('a');
      await passes(0);
      await saga.stop();
      expect(jest.getTimerCount()).toBe(0);
      log.add('b');
      await passes(60_000);
      expect(hall.settled).toEqual(['a']);
    });

    it('takes no time while the log or a ledger is waited for to be tried again', async () => {
      hall.breaks('a');
      log.add('a');
      await passes(0);
      log.fails();
      await passes(120_000);
      await saga.stop();
      expect(jest.getTimerCount()).toBe(0);
    });

    it('waits for the ledgers at hand, begins no further one, and leaves its place where everything was settled', async () => {
      hall.hold('a');
      log.add('a', 'b', 'c', 'd', 'e');
      await passes(0);
      let stopped = false;
      const stopping = saga.stop().then(() => (stopped = true));
      await passes(10_000);
      expect(stopped).toBe(false);
      hall.release('a');
      await stopping;
      expect(hall.settled).toEqual(['b', 'c', 'a']);
      expect(hall.saved).toEqual([]);
    });

    it('waits for a retry at hand', async () => {
      hall.breaks('a');
      log.add('a');
      await passes(0);
      hall.heals('a');
      hall.hold('a');
      await passes(50);
      let stopped = false;
      const stopping = saga.stop().then(() => (stopped = true));
      await passes(10_000);
      expect(stopped).toBe(false);
      hall.release('a');
      await stopping;
      expect(hall.settled).toEqual(['a']);
    });

    it('does not try once more what fails then', async () => {
      hall.hold('a');
      log.add('a');
      await passes(0);
      const stopping = saga.stop();
      hall.failsWhenReleased('a');
      await stopping;
      await passes(60_000);
      expect(hall.triesOf('a')).toBe(1);
      expect(hall.saved).toEqual([]);
    });

    it('can be asked for twice, and before it has begun', async () => {
      await Promise.all([saga.stop(), saga.stop()]);
      await hall.sagaOn(log).stop();
    });
  });
});

async function passes(milliseconds: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(milliseconds);
  // What is left are promises, which need no time.
  for (let turns = 0; turns < 2_000; turns += 1) await Promise.resolve();
}

/** The ledgers that a saga settles, and where it keeps its place; each breaks, waits and heals on demand. */
class Hall {
  readonly settled: string[] = [];
  readonly saved: bigint[] = [];
  readonly reports: string[] = [];
  savingFails = false;
  atHand = 0;
  readonly #tries = new Map<string, number>();
  readonly #broken = new Set<string>();
  readonly #held = new Map<string, PromiseWithResolvers<void>>();

  sagaOn(log: ConstructorParameters<typeof Saga>[0]): Saga {
    const progress: Progress = {
      load: () => Promise.resolve(this.saved.at(-1) ?? 0n),
      save: async (position) => {
        if (this.savingFails) throw new Error('the file is gone');
        this.saved.push(position);
      },
    };
    const settle = (tournament: string) => this.#settle(tournament);
    return new Saga(log, { settle }, progress, (what) => this.reports.push(what));
  }

  async #settle(tournament: string): Promise<void> {
    this.#tries.set(tournament, this.triesOf(tournament) + 1);
    const breaks = this.#broken.has(tournament);
    this.atHand += 1;
    try {
      if (!breaks) await this.#held.get(tournament)?.promise;
    } finally {
      this.atHand -= 1;
    }
    if (breaks) throw new StoreUnavailable('the disk is full');
    this.settled.push(tournament);
  }

  triesOf(tournament: string): number {
    return this.#tries.get(tournament) ?? 0;
  }

  /** From now on it fails at once. */
  breaks(tournament: string): void {
    this.#broken.add(tournament);
  }

  heals(tournament: string): void {
    this.#broken.delete(tournament);
  }

  /** From now on it takes until it is released. */
  hold(tournament: string): void {
    this.#held.set(tournament, Promise.withResolvers());
  }

  failsWhenReleased(tournament: string): void {
    this.#held.get(tournament)?.reject(new StoreUnavailable('the store is closed'));
    this.#held.delete(tournament);
  }

  release(tournament: string): void {
    this.#held.get(tournament)?.resolve();
    this.#held.delete(tournament);
  }

  healAll(): void {
    this.#broken.clear();
    for (const tournament of this.#held.keys()) this.release(tournament);
  }
}
