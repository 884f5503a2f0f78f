import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ladder/event-store';
import { WakingLog } from './waking-log.js';

/** A store of which only waking and the names of its streams matter; `move` wakes for a stream, `fail` cuts waking off. */
class Woken {
  readonly names: string[] = [];
  #waiting: { resolve: (name: string | undefined) => void; reject: (error: Error) => void } | undefined;
  readonly #moved: string[] = [];
  joined = 0;

  move(name: string): void {
    if (this.#waiting) this.#waiting.resolve(name);
    else this.#moved.push(name);
    this.#waiting = undefined;
  }

  fail(): void {
    this.#waiting?.reject(new StoreUnavailable('cut off'));
  }

  async *wake(_group: string, signal: AbortSignal): AsyncGenerator<string> {
    this.joined += 1;
    while (!signal.aborted) {
      const next = this.#moved.shift() ?? (await this.#next(signal));
      if (next !== undefined) yield next;
    }
  }

  async streams(prefix: string, after: string, limit: number): Promise<string[]> {
    return this.names.filter((name) => name.startsWith(prefix) && name > after).slice(0, limit);
  }

  #next(signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      signal.addEventListener('abort', () => resolve(undefined));
    });
  }
}

/** The names of the next batch. */
async function next(moves: AsyncIterator<readonly { stream: string }[]>): Promise<string[]> {
  const { value } = (await moves.next()) as IteratorYieldResult<readonly { stream: string }[]>;
  return value.map(({ stream }) => stream);
}

describe('a worker', () => {
  it('looks through all ledgers first, however many, and no other streams', async () => {
    const store = new Woken();
    store.names.push('another', ...Array.from({ length: 300 }, (_, index) => `tournament-${1000 + index}`));
    const stop = new AbortController();
    const moves = new WakingLog(store).follow(0n, stop.signal);
    expect(await next(moves)).toEqual(store.names.slice(1, 257));
    expect(await next(moves)).toEqual(store.names.slice(257));
    stop.abort();
    expect((await moves.next()).done).toBe(true);
  });

  it('then hears of what moves, each name once however often it moved', async () => {
    const store = new Woken();
    const stop = new AbortController();
    const moves = new WakingLog(store).follow(0n, stop.signal);
    for (const name of ['tournament-a', 'tournament-b', 'tournament-a']) store.move(name);
    const first = await next(moves);
    const heard = new Set(first.length < 2 ? [...first, ...(await next(moves))] : first);
    expect(heard).toEqual(new Set(['tournament-a', 'tournament-b']));
    stop.abort();
    await moves.return(undefined);
  });

  it('is told when waking was cut off, and looks through all ledgers when it joins again', async () => {
    const store = new Woken();
    store.names.push('tournament-a');
    const log = new WakingLog(store);
    const stop = new AbortController();
    const moves = log.follow(0n, stop.signal);
    await next(moves);
    const cutOff = expect(moves.next()).rejects.toThrow('cut off');
    store.fail();
    await cutOff;
    const again = log.follow(0n, stop.signal);
    expect(await next(again)).toEqual(['tournament-a']);
    expect(store.joined).toBe(2);
    stop.abort();
    await again.return(undefined);
  });

  it('ends at once when it is stopped while nothing moves', async () => {
    const stop = new AbortController();
    const moves = new WakingLog(new Woken()).follow(0n, stop.signal);
    const ended = moves.next();
    stop.abort();
    expect((await ended).done).toBe(true);
  });
});
