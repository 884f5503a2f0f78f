import type { Ledger } from '@ladder/ledger';

/** Folded ledgers in memory, the latest used last, bounded by the events that were folded into them. */
export class LedgerCache {
  readonly #ledgers = new Map<string, Ledger>();
  readonly #maxEvents: number;

  constructor(maxEvents: number) {
    this.#maxEvents = maxEvents;
  }

  get(tournament: string): Ledger | undefined {
    const ledger = this.#ledgers.get(tournament);
    if (ledger) {
      this.#ledgers.delete(tournament);
      this.#ledgers.set(tournament, ledger);
    }
    return ledger;
  }

  /** Keeps a ledger, and lets go of those unused for longest while too many events are held; never of this one. */
  keep(tournament: string, ledger: Ledger): void {
    this.#ledgers.delete(tournament);
    this.#ledgers.set(tournament, ledger);
    let events = 0;
    for (const each of this.#ledgers.values()) events += each.revision + 1;
    for (const [oldest, each] of this.#ledgers) {
      if (events <= this.#maxEvents || oldest === tournament) return;
      this.#ledgers.delete(oldest);
      events -= each.revision + 1;
    }
  }

  forget(tournament: string): void {
    this.#ledgers.delete(tournament);
  }
}
