import type { EventReader, StoredEvent } from '@ladder/event-store';
import { fold } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { LedgerCache } from './cache.js';
import { Moves } from './moves.js';
import { OneAtATime } from './one-at-a-time.js';
import { asRecorded, beginningWith, decoded, PAGE } from './recorded-events.js';
import { streamOf } from './streams.js';

/** Events that folded ledgers in memory may hold together: some hundreds of megabytes. */
const EVENTS_IN_MEMORY = 400_000;
/** How long, in milliseconds, one who waits for a ledger trusts that nobody else writes to it before looking into the store again. */
const LOOK_AGAIN = 100;

/**
 * Folded ledgers, held in memory and folded further in place by what is recorded, never by what is not yet. Who writes has a ledger alone; who
 * only reads waits for nobody.
 */
export class LedgersInMemory {
  readonly #cache = new LedgerCache(EVENTS_IN_MEMORY);
  readonly #queue = new OneAtATime();
  readonly #moves = new Moves();

  constructor(private readonly store: EventReader) {}

  /** Does `work` while nobody else loads the ledger or writes to it on this node. */
  alone<T>(tournament: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(tournament, work);
  }

  /** The ledger with the tail that was appended since, by whomever; undefined if there is none. Only while {@link alone}. */
  async load(tournament: string): Promise<Ledger | undefined> {
    let ledger = this.#cache.get(tournament);
    for (;;) {
      const from = ledger ? ledger.revision + 1 : 0;
      const page = await this.store.readStream(streamOf(tournament), from, PAGE);
      if (page.length === 0) return ledger;
      ledger = this.#take(tournament, ledger, page);
      if (page.length < PAGE) return ledger;
    }
  }

  /**
   * The ledger as it is, to be read at once and not to be kept; undefined if there is none. Commands that wait for the disk keep no reader
   * waiting: the ledger in memory is what is recorded, if the store has no more.
   */
  async read(tournament: string): Promise<Ledger | undefined> {
    const known = this.#cache.get(tournament);
    if (known) {
      const more = await this.store.readStream(streamOf(tournament), known.revision + 1, 1);
      // One that could not be folded on was let go of meanwhile.
      if (more.length === 0 && this.#cache.get(tournament) === known) return known;
    }
    return this.alone(tournament, () => this.load(tournament));
  }

  /** Folds what was recorded, keeps the ledger, and wakes who waits for it. Only while {@link alone}. */
  foldInto(tournament: string, ledger: Ledger, events: readonly LedgerEvent[]): Ledger {
    try {
      for (const event of events) fold(ledger, event);
    } catch (error) {
      // Half folded is worse than not folded.
      this.#cache.forget(tournament);
      throw error;
    }
    this.#cache.keep(tournament, ledger);
    this.#moves.announce(tournament);
    return ledger;
  }

  /** Waits until something holds of the ledger, at most `ms` milliseconds; tells whether that came true. */
  async until(tournament: string, ms: number, holds: (ledger: Ledger) => boolean): Promise<boolean> {
    const deadline = performance.now() + ms;
    for (;;) {
      const known = this.#cache.get(tournament);
      if (known && holds(known)) return true;
      // Another node may have moved it: what is known here is not all there is.
      const ledger = await this.read(tournament);
      if (!ledger) return false;
      if (holds(ledger)) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await this.#moves.next(tournament, Math.min(left, LOOK_AGAIN));
    }
  }

  #take(tournament: string, known: Ledger | undefined, page: readonly StoredEvent[]): Ledger {
    const [first, ...rest] = page.map(({ body }) => decoded(tournament, body));
    if (!first) throw new Error('a page holds an event');
    return asRecorded(tournament, () => this.foldInto(tournament, known ?? beginningWith(first), [first, ...rest]));
  }
}
