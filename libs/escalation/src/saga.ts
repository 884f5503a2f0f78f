import type { EventStore, StoredEvent } from '@ladder/event-store';
import type { Ledgers } from '@ladder/ledgers';
import { tournamentIn } from '@ladder/ledgers';
import { Subject, concatMap, defer, exhaustMap, from, groupBy, lastValueFrom, mergeMap, retry, takeUntil, timer } from 'rxjs';
import type { Observable } from 'rxjs';

/** Where the saga has come to in the log, kept outside of it: everything up to there is settled. Losing it costs time, never a Game Loss. */
export interface Progress {
  load(): Promise<bigint>;
  save(position: bigint): Promise<void>;
}

/** How many ledgers are settled side by side. */
const SIDE_BY_SIDE = 16;
/** Between tries, in milliseconds: doubled from the first to the longest, for ever. */
const FIRST_WAIT = 50;
const LONGEST_WAIT = 30_000;

/**
 * The escalation saga (R26): follows the log and appends what each touched ledger owes. Level-triggered: it may crash, repeat, come late or
 * run twice, and what is recorded is owed no more. A ledger that cannot be settled is tried for ever with growing pauses while the others go
 * on; until it is settled the saga's place in the log does not move past it.
 */
export class Saga {
  readonly #failing = new Set<string>();
  readonly #again = new Subject<string>();
  readonly #stop = new AbortController();
  readonly #stopped = new Subject<void>();
  #running: Promise<unknown> = Promise.resolve();
  #seen = 0n;
  #settled = 0n;
  #following = false;

  constructor(
    private readonly store: EventStore,
    private readonly ledgers: Pick<Ledgers, 'settle'>,
    private readonly progress: Progress,
    private readonly report: (what: string, error: unknown) => void,
  ) {}

  /** Begins where it was. */
  async start(): Promise<void> {
    this.#seen = this.#settled = await this.progress.load();
    this.#following = true;
    this.#running = Promise.all([this.#done(this.#log()), this.#done(this.#retries())]);
  }

  /** Ends after the ledgers at hand. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#stopped.next();
    await this.#running;
  }

  /** Up to which store-wide position everything is settled. */
  get settled(): bigint {
    return this.#settled;
  }

  /** What it cannot do at present: the tournaments that cannot be settled, or the log that cannot be followed. Empty: all is well. */
  get failing(): readonly string[] {
    return [...this.#failing, ...(this.#following ? [] : ['the log'])];
  }

  #done(work: Observable<unknown>): Promise<unknown> {
    return lastValueFrom(work, { defaultValue: undefined });
  }

  /** The log in batches, each settled before the next; begun anew from the last seen position when the store fails. */
  #log(): Observable<unknown> {
    return defer(() => from(this.store.follow(this.#seen, this.#stop.signal))).pipe(
      concatMap((events) => this.#take(events)),
      retry({
        delay: (error: unknown, tries) => {
          this.#following = false;
          this.report('the log', error);
          return timer(pause(tries));
        },
        resetOnSuccess: true,
      }),
      takeUntil(this.#stopped),
    );
  }

  async #take(events: readonly StoredEvent[]): Promise<void> {
    this.#following = true;
    const touched = new Set(events.map(({ stream }) => tournamentIn(stream)).filter((each) => each !== null));
    await this.#done(from(touched).pipe(mergeMap((tournament) => this.#settle(tournament), SIDE_BY_SIDE)));
    this.#seen = events.at(-1)?.position ?? this.#seen;
    await this.#advance();
  }

  /** Tries once; a ledger that fails is left to {@link #retries}. */
  async #settle(tournament: string): Promise<void> {
    try {
      await this.ledgers.settle(tournament);
    } catch (error) {
      this.#failing.add(tournament);
      this.report(tournament, error);
      this.#again.next(tournament);
    }
  }

  #retries(): Observable<unknown> {
    return this.#again.pipe(
      groupBy((tournament) => tournament, { duration: () => this.#stopped }),
      mergeMap((group) => group.pipe(exhaustMap((tournament) => this.#untilSettled(tournament)))),
      takeUntil(this.#stopped),
    );
  }

  #untilSettled(tournament: string): Observable<unknown> {
    let tries = 0;
    return defer(() => timer(pause(++tries))).pipe(
      concatMap(() => this.ledgers.settle(tournament)),
      retry({ delay: () => timer(0) }),
      concatMap(async () => {
        this.#failing.delete(tournament);
        await this.#advance();
      }),
    );
  }

  async #advance(): Promise<void> {
    if (this.#failing.size > 0 || this.#settled === this.#seen) return;
    this.#settled = this.#seen;
    await this.progress.save(this.#settled);
  }
}

function pause(tries: number): number {
  return Math.min(FIRST_WAIT * 2 ** Math.min(tries - 1, 20), LONGEST_WAIT);
}
