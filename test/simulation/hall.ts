import type { Level } from '@ladder/editions';
import { decide, fold, isRefusal, isSettled, ledgerUnder, owed, stamp } from '@ladder/ledger';
import type { Command, Draft, Ledger, LedgerEvent } from '@ladder/ledger';
import { beginning } from './acts.js';

/** A hall without a network: what is sent is decided at once, and the saga comes when it is called. */
export class Hall {
  readonly events: LedgerEvent[] = [];
  readonly ledger = ledgerUnder('riftbound-2026-10-16') as Ledger;
  #minutes = 0;

  constructor(level: Level) {
    for (const command of beginning('one', level)) this.send(command, 'admin');
  }

  /** Sends a command; each comes a minute after the one before. Tells whether it was recorded. */
  send(command: Command, by: string): boolean {
    this.#minutes += 1;
    const now = this.#now();
    const decision = decide(this.ledger, command, { by, now });
    if (isRefusal(decision)) return false;
    this.#record(decision, by);
    return true;
  }

  /** The saga comes to this ledger. */
  settle(): void {
    while (!isSettled(this.ledger)) this.#record(owed(this.ledger), 'saga');
  }

  #record(drafts: readonly Draft[], by: string): void {
    const ids = drafts.map((_, index) => `event ${this.events.length + index}`);
    for (const event of stamp(this.ledger, drafts, { by, now: this.#now(), key: null, fingerprint: null, ids })) {
      fold(this.ledger, event);
      this.events.push(event);
    }
  }

  #now(): string {
    return new Date(Date.UTC(2026, 10, 7, 9, this.#minutes)).toISOString();
  }
}
