import type { Ledger } from '@ladder/ledger';

/** A ledger with the number of events that it was last counted with: it is folded further in place. */
interface Kept {
  readonly ledger: Ledger;
  readonly events: number;
}

/** Folded ledgers in memory, the latest used last, bounded by the events that were folded into them. */
export class LedgerCache {
  readonly #kept = new Map<string, Kept>();
  readonly #maxEvents: number;
  #events = 0;

  constructor(maxEvents: number) {
    this.#maxEvents = maxEvents;
  }

  get(tournament: string): Ledger | undefined {
    const kept = this.#kept.get(tournament);
    if (kept) {
      this.#kept.delete(tournament);
      this.#kept.set(tournament, kept);
    }
    return kept?.ledger;
  }

  /** Keeps a ledger as it is now, and lets go of those unused for longest while too many events are held; never of this one. */
  keep(tournament: string, ledger: Ledger): void {
    this.forget(tournament);
    const events = ledger.revision + 1;
    this.#kept.set(tournament, { ledger, events });
    this.#events += events;
    for (const oldest of this.#kept.keys()) {
      if (this.#events <= this.#maxEvents || oldest === tournament) return;
      this.forget(oldest);
    }
  }

  forget(tournament: string): void {
    this.#events -= this.#kept.get(tournament)?.events ?? 0;
    this.#kept.delete(tournament);
  }
}
