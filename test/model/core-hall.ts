import {
  ADMIN,
  decide,
  decode,
  encode,
  fold,
  fork,
  isRefusal,
  isSettled,
  ledgerUnder,
  owed,
  recordView,
  SAGA,
  stamp,
} from '@ladder/ledger';
import type { Command, Draft, Ledger, LedgerEvent } from '@ladder/ledger';
import type { Act, Mishap, Setup } from './acts.js';
import { commandFor, openingOf, remember } from './commands.js';
import { Known } from './hall.js';
import type { Answer, Hall } from './hall.js';
import type { RecordLines } from './record.js';

const NOW = '2026-11-07T09:00:00.000Z';
/** Longer than any history needs: a ledger that owes still then would owe for ever. */
const MOST_SETTLEMENTS = 50;

/** The pure core in memory: decide, fold, owe, and nothing of the machine around it. */
export class CoreHall implements Hall {
  readonly patienceMs = 0;
  #ledger = emptyLedger();
  readonly #stored: string[] = [];
  readonly #known = new Known();
  #sagaSleeps = false;

  async open(setup: Setup): Promise<void> {
    for (const command of openingOf(setup, 't')) {
      const sent = this.#send(command, ADMIN);
      if (typeof sent === 'string') throw new Error(`${command.type} was refused: ${sent}`);
    }
  }

  async act(act: Act): Promise<Answer> {
    if (act.do === 'close') this.#settle();
    const sent = this.#send(commandFor(act, this.#ledger, this.#known), act.by);
    if (typeof sent === 'string') return { done: false, status: null, code: sent };
    remember(this.#known, sent);
    if (!this.#sagaSleeps) this.#settle();
    return { done: true };
  }

  async mishap(mishap: Mishap): Promise<void> {
    switch (mishap) {
      case 'restart':
        this.#ledger = this.#stored.map(decode).reduce(fold, emptyLedger());
        return;
      case 'the saga sleeps':
        this.#sagaSleeps = true;
        return;
      case 'the saga wakes':
        this.#sagaSleeps = false;
        this.#settle();
        return;
      case 'second saga':
      case 'same command again':
        throw new Error(`the core alone knows no ${mishap}`);
    }
  }

  async lines(player: string): Promise<RecordLines> {
    return this.#known.linesOf(recordView(this.#ledger, player, true));
  }

  /** The events, or the code of the refusal. */
  #send(command: Command, by: string): LedgerEvent[] | string {
    const decision = decide(this.#ledger, command, { by, now: NOW });
    return isRefusal(decision) ? decision.refused : this.#append(decision, by);
  }

  #settle(): void {
    for (let times = 0; !isSettled(this.#ledger); times++) {
      if (times > MOST_SETTLEMENTS) throw new Error('the ledger owes for ever');
      this.#append(owed(this.#ledger), SAGA);
    }
  }

  #append(drafts: readonly Draft[], by: string): LedgerEvent[] {
    const ids = drafts.map((_, i) => `${this.#stored.length + i}`);
    const events = stamp(this.#ledger, drafts, { by, now: NOW, key: null, fingerprint: null, ids });
    for (const event of events) {
      this.#stored.push(encode(event));
      this.#ledger = fold(this.#ledger, event);
    }
    return events;
  }
}

function emptyLedger(): Ledger {
  return fork(ledgerUnder('riftbound-2026-10-16')!);
}
