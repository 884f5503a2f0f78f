import type { EventData, LedgerEvent } from '@ladder/ledger';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Projection, Rows } from './projection.js';

type Opened = EventData['TournamentOpened'];
export type TournamentStatus = 'open' | 'closed';

/** A tournament in the list of all. Its name lies in the vault. */
export interface ListedTournament extends Pick<Opened, 'level' | 'format' | 'edition' | 'escalation'> {
  readonly id: string;
  readonly status: TournamentStatus;
  /** 0 before the first round. */
  readonly currentRound: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly openedAt: string;
  /** The place of its first event in the whole log: what the list is ordered by. */
  readonly openedPosition: bigint;
}

/** One page of the list. */
export interface TournamentPage {
  readonly items: readonly ListedTournament[];
  /** The `before` of the next page; null at the end. */
  readonly next: bigint | null;
}

/** The tournaments of the whole log, and what a list of them tells. */
export const tournaments: Projection = {
  name: 'tournaments',
  version: 1,
  types: ['TournamentOpened', 'TournamentClosed', 'TournamentReopened', 'RoundStarted'],
  tables: {
    tournaments: `(
      opened_position INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      level TEXT NOT NULL,
      format TEXT NOT NULL,
      edition TEXT NOT NULL,
      escalation TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('open', 'closed')),
      current_round INTEGER NOT NULL,
      opened_at TEXT NOT NULL,
      UNIQUE (status, opened_position)
    ) STRICT`,
  },
  rowsIn: (db, nameOf) => new TournamentRows(db, nameOf),
};

/** Reads the live list. */
export class Tournaments {
  readonly #all: StatementSync;
  readonly #withStatus: StatementSync;

  constructor(db: DatabaseSync) {
    const page = (where: string): StatementSync =>
      db.prepare(
        `SELECT opened_position AS openedPosition, id, level, format, edition, escalation, status, current_round AS currentRound,
           opened_at AS openedAt
         FROM tournaments WHERE ${where} ORDER BY opened_position DESC LIMIT ?`,
        { readBigInts: true },
      );
    this.#all = page('opened_position < ?');
    this.#withStatus = page('status = ? AND opened_position < ?');
  }

  /**
   * A page of the list, the last opened first. A tournament that is opened or closed meanwhile makes none appear twice.
   *
   * @param before the `next` of the page before; leave it out for the first.
   * @throws RangeError when `limit` is not a whole number from 1 on.
   */
  page({ status, before = LAST, limit }: { status?: TournamentStatus; before?: bigint; limit: number }): TournamentPage {
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new RangeError(`A page holds a whole number of tournaments from 1 on, not ${limit}.`);
    const rows = status === undefined ? this.#all.all(before, limit + 1) : this.#withStatus.all(status, before, limit + 1);
    const items = (rows as unknown as (ListedTournament & { currentRound: bigint })[])
      .slice(0, limit)
      .map((row) => ({ ...row, currentRound: Number(row.currentRound) }));
    return { items, next: rows.length > limit ? (items.at(-1)?.openedPosition ?? null) : null };
  }
}

/** The largest position that there can be. */
const LAST = 2n ** 63n - 1n;

/** What is to be written about one tournament. */
interface Change {
  opened?: { readonly position: bigint; readonly at: string; readonly data: Opened };
  status?: TournamentStatus;
  currentRound?: number;
}

class TournamentRows implements Rows {
  readonly #changes = new Map<string, Change>();
  readonly #open: StatementSync;
  readonly #change: StatementSync;

  constructor(db: DatabaseSync, nameOf: (table: string) => string) {
    const table = nameOf('tournaments');
    this.#open = db.prepare(`
      INSERT INTO ${table} (opened_position, id, level, format, edition, escalation, status, current_round, opened_at)
      VALUES (?, ?, ?, ?, ?, ?, 'open', 0, ?)`);
    this.#change = db.prepare(`
      UPDATE ${table} SET status = coalesce(?, status), current_round = coalesce(?, current_round) WHERE id = ?`);
  }

  get waiting(): number {
    return this.#changes.size;
  }

  take(tournament: string, event: LedgerEvent, position: bigint): void {
    const change = this.#changes.get(tournament) ?? {};
    this.#changes.set(tournament, change);
    switch (event.type) {
      case 'TournamentOpened':
        change.opened = { position, at: event.metadata.recordedAt, data: event.data };
        break;
      case 'TournamentClosed':
        change.status = 'closed';
        break;
      case 'TournamentReopened':
        change.status = 'open';
        break;
      case 'RoundStarted':
        change.currentRound = event.data.round;
        break;
      default:
        throw new Error(`a ${event.type} changes nothing in the list`);
    }
  }

  write(most = Infinity): void {
    let written = 0;
    for (const [tournament, { opened, status, currentRound }] of this.#changes) {
      if (opened) {
        const { level, format, edition, escalation } = opened.data;
        this.#open.run(opened.position, tournament, level, format, edition, escalation, opened.at);
      }
      const { changes } = this.#change.run(status ?? null, currentRound ?? null, tournament);
      if (changes === 0) throw new Error(`tournament ${tournament} was not opened before this`);
      this.#changes.delete(tournament);
      written += 1;
      if (written >= most) return;
    }
  }

  forget(): void {
    this.#changes.clear();
  }
}
