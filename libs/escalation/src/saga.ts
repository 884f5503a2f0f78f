import type { StoredEvent } from '@ladder/event-store';
import type { Ledgers } from '@ladder/ledgers';
import { tournamentIn } from '@ladder/ledgers';
import { ReplaySubject, Subject, concatMap, defer, from, lastValueFrom, mergeMap, retry, takeUntil, timer } from 'rxjs';
import type { Observable } from 'rxjs';

/** Where the saga has come to in the log, kept outside of it: everything up to there is settled. Losing it costs time, never a Game Loss. */
export interface Progress {
  load(): Promise<bigint>;
  save(position: bigint): Promise<void>;
}

/** What the saga needs of a log: which streams have moved, in what order, and how far that goes. */
export interface Log {
  follow(after: bigint, signal: AbortSignal): AsyncIterable<readonly Move[]>;
  lastPosition(): Promise<bigint>;
}

export type Move = Pick<StoredEvent, 'stream' | 'position'>;

/** How many ledgers are settled side by side. */
const SIDE_BY_SIDE = 64;
/** Between tries, in milliseconds: doubled from the first to the longest, for ever. */
const FIRST_WAIT = 50;
const LONGEST_WAIT = 30_000;

/**
 * The escalation saga (R26): follows the log and appends what each touched ledger owes. Level-triggered: it may crash, repeat, come late or
 * run twice, and what is recorded is owed no more. A ledger that cannot be settled is tried for ever with growing pauses while the others go
 * on; until it is settled the saga's place in the log does not move past it.
 */
export class Saga {
  /** The ledgers that could not be settled, and how often the log has found them so. Each has one line of retries, which alone takes it off. */
  readonly #failing = new Map<string, number>();
  readonly #retried = new Subject<string>();
  readonly #stop = new AbortController();
  readonly #stopped = new ReplaySubject<void>(1);
  #running: Promise<unknown> = Promise.resolve();
  #seen = 0n;
  #settled = 0n;
  #following = false;

  constructor(
    private readonly store: Log,
    private readonly ledgers: Pick<Ledgers, 'settle'>,
    private readonly progress: Progress,
    private readonly report: (what: string, error: unknown) => void,
  ) {}

  /** Begins where it was. */
  async start(): Promise<void> {
    this.#seen = this.#settled = await this.progress.load();
    this.#following = true;
    this.#running = Promise.all([ended(this.#retries()), ended(this.#log())]);
  }

  /** Ends after the ledgers at hand; whatever waits is not waited for. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#stopped.next();
    this.#retried.complete();
    await this.#running;
  }

  /** Up to which store-wide position everything is settled. */
  get settled(): bigint {
    return this.#settled;
  }

  /** What it cannot do at present: the tournaments that cannot be settled, or the log that cannot be followed. Empty: all is well. */
  get failing(): readonly string[] {
    return [...this.#failing.keys(), ...(this.#following ? [] : ['the log'])];
  }

  /** The log, begun anew from the last seen position when the store fails. */
  #log(): Observable<unknown> {
    return defer(() => from(this.#follow())).pipe(
      retry({
        delay: (error: unknown, tries) => {
          this.#following = false;
          this.report('the log', error);
          return timer(pause(tries)).pipe(takeUntil(this.#stopped));
        },
        resetOnSuccess: true,
      }),
    );
  }

  /** Batch after batch, each settled before the next is asked for, so that a long log is never held in memory. */
  async *#follow(): AsyncGenerator<void> {
    // A restored log may end before the place that was saved; what comes then has positions that were seen already.
    if ((await this.store.lastPosition()) < this.#seen) this.#seen = this.#settled = 0n;
    this.#following = true;
    for await (const events of this.store.follow(this.#seen, this.#stop.signal)) {
      await this.#take(events);
      yield;
    }
    if (!this.#stop.signal.aborted) throw new Error('The log ended, although nobody stopped it.');
  }

  async #take(events: readonly Move[]): Promise<void> {
    const touched = new Set(events.map(({ stream }) => tournamentIn(stream)).filter((each) => each !== null));
    await ended(from(touched).pipe(mergeMap((tournament) => this.#settle(tournament), SIDE_BY_SIDE)));
    if (this.#stop.signal.aborted) return;
    const last = events.at(-1)?.position ?? 0n;
    // The log may repeat itself.
    if (last > this.#seen) this.#seen = last;
    await this.#advance();
  }

  /** Tries once; a ledger that fails is left to its retries. */
  async #settle(tournament: string): Promise<void> {
    if (this.#stop.signal.aborted) return;
    try {
      await this.ledgers.settle(tournament);
    } catch (error) {
      this.report(tournament, error);
      const times = this.#failing.get(tournament) ?? 0;
      this.#failing.set(tournament, times + 1);
      if (times === 0) this.#retried.next(tournament);
    }
  }

  #retries(): Observable<unknown> {
    return this.#retried.pipe(mergeMap((tournament) => this.#untilSettled(tournament)));
  }

  #untilSettled(tournament: string): Observable<unknown> {
    let tries = 0;
    return defer(() => timer(pause(++tries)).pipe(takeUntil(this.#stopped))).pipe(
      concatMap(async () => {
        const times = this.#failing.get(tournament);
        await this.ledgers.settle(tournament);
        // What came meanwhile and failed has to be tried as well.
        if (this.#failing.get(tournament) !== times) throw new Error('It has failed again meanwhile.');
        this.#failing.delete(tournament);
      }),
      retry(),
      concatMap(() => this.#advance()),
    );
  }

  async #advance(): Promise<void> {
    if (this.#failing.size > 0 || this.#settled === this.#seen) return;
    this.#settled = this.#seen;
    try {
      await this.progress.save(this.#settled);
    } catch (error) {
      this.report('its place in the log', error);
    }
  }
}

function ended(work: Observable<unknown>): Promise<unknown> {
  return lastValueFrom(work, { defaultValue: undefined });
}

function pause(tries: number): number {
  return Math.min(FIRST_WAIT * 2 ** Math.min(tries - 1, 20), LONGEST_WAIT);
}
