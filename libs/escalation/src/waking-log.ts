import type { EventStore } from '@ladder/event-store';
import { TOURNAMENT_STREAMS } from '@ladder/ledgers';
import type { Log, Move, Progress } from './saga.js';

/** What the workers of one store share their moves under. */
const GROUP = 'escalation';

/** All ledgers are looked through at the start, whenever waking was cut off, and after so many milliseconds. */
const SWEEP_EVERY = 5_000;

const PAGE = 256;

/**
 * Moves that are shared out among all workers, in place of the whole log for each. Being woken is no more than a hint: a worker that dies takes its
 * hints along, so that each of them sweeps through all ledgers again and again. A ledger that owes nothing costs one read.
 */
export class WakingLog implements Log {
  constructor(private readonly store: Pick<EventStore, 'wake' | 'streams'>) {}

  /** Moves have no place in the log. */
  lastPosition(): Promise<bigint> {
    return Promise.resolve(0n);
  }

  /** Batches of ledgers that may have moved. Begins with a sweep, after it has joined the others, so that nothing falls in between. */
  async *follow(_after: bigint, signal: AbortSignal): AsyncGenerator<readonly Move[]> {
    const heard = new Heard(signal);
    const left = new AbortController();
    const listening = this.#listen(AbortSignal.any([signal, left.signal]), heard);
    try {
      for (let sweptAt = -Infinity; !signal.aborted;) {
        if (performance.now() - sweptAt > SWEEP_EVERY) {
          for await (const page of this.#ledgers()) yield page.map(moveOf);
          sweptAt = performance.now();
        }
        const names = heard.take(PAGE);
        if (names.length > 0) yield names.map(moveOf);
        else await heard.next(sweptAt + SWEEP_EVERY - performance.now());
      }
    } finally {
      left.abort();
      await listening;
    }
  }

  async #listen(signal: AbortSignal, heard: Heard): Promise<void> {
    try {
      for await (const name of this.store.wake(GROUP, signal)) heard.add(name);
    } catch (error) {
      heard.fail(error);
    }
  }

  async *#ledgers(): AsyncGenerator<string[]> {
    for (let last = ''; ;) {
      const page = await this.store.streams(TOURNAMENT_STREAMS, last, PAGE);
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
      last = page.at(-1) ?? last;
    }
  }
}

/** The place of one who is only woken: there is none to keep. */
export const NO_PROGRESS: Progress = { load: () => Promise.resolve(0n), save: () => Promise.resolve() };

function moveOf(stream: string): Move {
  return { stream, position: 0n };
}

/** What was heard and not yet taken, each name once. */
class Heard {
  readonly #names = new Set<string>();
  readonly #signal: AbortSignal;
  #failure: { readonly error: unknown } | undefined;
  #ring: () => void = () => undefined;

  /** @param signal ends waiting. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(name: string): void {
    this.#names.add(name);
    this.#ring();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#ring();
  }

  /** @throws what listening failed with. */
  take(most: number): string[] {
    if (this.#failure) throw this.#failure.error;
    const names = [...this.#names].slice(0, most);
    for (const name of names) this.#names.delete(name);
    return names;
  }

  /** Waits until something is heard, at most `ms` milliseconds. */
  next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#signal.removeEventListener('abort', done);
        this.#ring = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, ms));
      this.#signal.addEventListener('abort', done);
      this.#ring = done;
      if (this.#signal.aborted) done();
    });
  }
}
