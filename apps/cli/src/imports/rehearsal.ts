import { ADMIN, SAGA, decide, fold, isRefusal, isSettled, ledgerUnder, owed, stamp, tournamentOf } from '@ladder/ledger';
import type { Command, Draft, Ledger, LedgerEvent, Refusal, Sealed } from '@ladder/ledger';
import type { Api } from '../api/api.js';
import { Complaint } from '../complaint.js';
import type { ReadRuling } from './penalty-reading.js';

/** A text that is only rehearsed lies in no vault. */
const UNSEALED: Sealed = { ref: '', commitment: '' };
const EVENTS_AT_ONCE = 500;

/** What would come of a ruling. */
export type Rehearsed = { readonly ok: true } | { readonly refusal: Refusal; readonly twin: { line: number } | { ruling: string } | null };

/**
 * A tournament's ledger, read from the server and gone on with here, by the same rules and with nothing recorded: what a file would do is
 * seen before it is done, row after row.
 */
export class Rehearsal {
  /** Of rulings that are only rehearsed: the line of the file. */
  readonly #lines = new Map<string, number>();
  #newlyAsked = 0;

  private constructor(
    private readonly ledger: Ledger,
    private readonly now: string,
  ) {}

  /** @throws Refused, or Complaint for a ledger that this version cannot read. */
  static async of(api: Api, tournament: string, progress: (events: number) => void): Promise<Rehearsal> {
    let ledger: Ledger | undefined;
    for (let after: string | null = ''; after !== null;) {
      const path = `/v1/tournaments/${encodeURIComponent(tournament)}/ledger?limit=${EVENTS_AT_ONCE}${after && `&after=${after}`}`;
      const page: { items: readonly LedgerEvent[]; next: string | null } = await api.get(path);
      for (const event of page.items) {
        ledger ??= event.type === 'TournamentOpened' ? ledgerUnder(event.data.edition) : undefined;
        if (!ledger) throw new Complaint(`The ledger of ${tournament} is under an edition that this version does not know.`);
        fold(ledger, event);
      }
      progress((ledger?.revision ?? -1) + 1);
      after = page.next;
    }
    if (!ledger) throw new Complaint(`There is no tournament ${tournament}.`);
    return new Rehearsal(ledger, new Date().toISOString());
  }

  get edition() {
    return this.ledger.edition;
  }

  get level() {
    return tournamentOf(this.ledger).level;
  }

  /** Whether a command with this key is recorded (R36). */
  isRecorded(key: string): boolean {
    return this.ledger.keys.has(key);
  }

  /** How many Game Losses the head judge would be asked about, because of what was rehearsed (R28, R41). */
  get newlyAsked(): number {
    return this.#newlyAsked;
  }

  /** Records a ruling here only, and what follows from it: a ledger that is left owing looks through its debts with every event. */
  rule(line: number, ruling: ReadRuling, distinct: boolean): Rehearsed {
    const decision = decide(this.ledger, commandFor(ruling, distinct), { by: ADMIN, now: this.now });
    if (isRefusal(decision)) return { refusal: decision, twin: this.#twinIn(decision) };
    for (const { data } of this.#record(decision, ADMIN)) {
      if ('ruling' in data && data.ruling !== null) this.#lines.set(data.ruling, line);
    }
    while (!isSettled(this.ledger)) {
      for (const { type, data } of this.#record(owed(this.ledger), SAGA)) {
        if (type === 'ReviewOpened' && data.question === 'game-loss-due') this.#newlyAsked += 1;
      }
    }
    return { ok: true };
  }

  #record(drafts: readonly Draft[], by: string): LedgerEvent[] {
    const ids = drafts.map((_, index) => `rehearsed-${index}`);
    const events = stamp(this.ledger, drafts, { by, now: this.now, key: null, fingerprint: null, ids });
    for (const event of events) fold(this.ledger, event);
    return events;
  }

  #twinIn({ refused, ...more }: Refusal): { line: number } | { ruling: string } | null {
    const ruling = 'ruling' in more ? more.ruling : undefined;
    if (refused !== 'possible-duplicate' || typeof ruling !== 'string') return null;
    const line = this.#lines.get(ruling);
    return line === undefined ? { ruling } : { line };
  }
}

function commandFor(ruling: ReadRuling, distinct: boolean): Command {
  const { player, category, conditions, penalty, deviation, round, table, ruledAt } = ruling;
  return {
    type: 'issue-ruling',
    infractions: [{ player, category, conditions, penalty, deviation: deviation === null ? null : UNSEALED }],
    round,
    table,
    game: null,
    account: UNSEALED,
    remedy: null,
    ruledAt,
    durationSeconds: null,
    offline: false,
    distinct,
    refer: false,
    origin: 'import',
  };
}

/** The body of the same ruling for the server. */
export function bodyFor(ruling: ReadRuling, distinct: boolean) {
  const { player, category, conditions, penalty, deviation, round, table, ruledAt, account } = ruling;
  return {
    infractions: [{ player, category, conditions, penalty, ...(deviation !== null && { deviation: { reason: deviation } }) }],
    round,
    ...(table !== null && { table }),
    account,
    ...(ruledAt !== null && { ruledAt }),
    distinct,
    origin: 'import',
  };
}
