import { familyOf, warningMoves } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Projection, Rows } from './projection.js';

/** Standing Warnings of a player in one category, over the whole tournament (R19). */
export interface WarningCounter {
  readonly player: string;
  readonly category: string;
  readonly family: string;
  /** 1 or more. */
  readonly warnings: number;
}

/** Standing Warnings by tournament, player and category with its family, equal to the tallies of each ledger at the checkpoint. */
export const warningCounters: Projection = {
  name: 'warning-counters',
  version: 1,
  types: [
    'TournamentOpened',
    'WarningIssued',
    'RulingVoided',
    'RulingReassigned',
    'RulingRecategorised',
    'PenaltyReplaced',
    'AppealDecided',
  ],
  tables: {
    warning_counters: `(
      tournament TEXT NOT NULL,
      player TEXT NOT NULL,
      category TEXT NOT NULL,
      family TEXT NOT NULL,
      warnings INTEGER NOT NULL CHECK (warnings >= 0),
      PRIMARY KEY (tournament, player, category)
    ) STRICT, WITHOUT ROWID`,
    // The edition of a tournament says which family a category belongs to.
    counted_tournaments: `(
      tournament TEXT PRIMARY KEY,
      edition TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
  },
  rowsIn: (db, nameOf) => new CounterRows(db, nameOf),
};

/** Reads the live counters. */
export class WarningCounters {
  readonly #ofTournament: StatementSync;
  readonly #ofPlayer: StatementSync;

  constructor(db: DatabaseSync) {
    const columns = 'player, category, family, warnings';
    this.#ofTournament = db.prepare(`SELECT ${columns} FROM warning_counters WHERE tournament = ? ORDER BY player, category`);
    this.#ofPlayer = db.prepare(`SELECT ${columns} FROM warning_counters WHERE tournament = ? AND player = ? ORDER BY category`);
  }

  /** The counters of a tournament, or of one player in it, by player and category. Empty for whom nobody has warned. */
  countersOf(tournament: string, player?: string): WarningCounter[] {
    const found = player === undefined ? this.#ofTournament.all(tournament) : this.#ofPlayer.all(tournament, player);
    return found as unknown as WarningCounter[];
  }
}

class CounterRows implements Rows {
  /** By tournament, category and player, so that a map holds many: how many Warnings more or less. */
  readonly #moves = new Map<string, Map<string, Map<string, number>>>();
  readonly #editions = new Map<string, string>();
  readonly #saveEdition: StatementSync;
  readonly #editionOf: StatementSync;
  readonly #raise: StatementSync;
  readonly #lower: StatementSync;
  readonly #removeZero: StatementSync;
  #waiting = 0;

  constructor(db: DatabaseSync, nameOf: (table: string) => string) {
    const counters = nameOf('warning_counters');
    const tournaments = nameOf('counted_tournaments');
    this.#saveEdition = db.prepare(`INSERT INTO ${tournaments} (tournament, edition) VALUES (?, ?)`);
    this.#editionOf = db.prepare(`SELECT edition FROM ${tournaments} WHERE tournament = ?`);
    this.#raise = db.prepare(`
      INSERT INTO ${counters} (tournament, player, category, family, warnings) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET warnings = warnings + excluded.warnings`);
    this.#lower = db.prepare(`UPDATE ${counters} SET warnings = warnings + ? WHERE tournament = ? AND player = ? AND category = ?`);
    this.#removeZero = db.prepare(`DELETE FROM ${counters} WHERE tournament = ? AND player = ? AND category = ? AND warnings = 0`);
  }

  get waiting(): number {
    return this.#waiting;
  }

  take(tournament: string, event: LedgerEvent): void {
    if (event.type === 'TournamentOpened') this.#editions.set(tournament, event.data.edition);
    for (const { player, category, by } of warningMoves(event)) {
      const players = entry(entry(this.#moves, tournament), category);
      const before = players.get(player);
      if (before === undefined) this.#waiting += 1;
      players.set(player, (before ?? 0) + by);
    }
  }

  write(most = Infinity): void {
    for (const [tournament, edition] of this.#editions) this.#saveEdition.run(tournament, edition);
    this.#editions.clear();
    const waitingAfter = this.#waiting - most;
    for (const [tournament, categories] of this.#moves) {
      const edition = this.#editionOf.get(tournament)?.['edition'];
      if (typeof edition !== 'string') throw new Error(`tournament ${tournament} was not opened before it was ruled on`);
      for (const [category, players] of categories) {
        const family = familyOf(edition, category);
        if (family === undefined) throw new Error(`no category ${category} is known in the edition ${edition}`);
        for (const [player, by] of players) {
          if (this.#waiting <= waitingAfter) return;
          if (by !== 0) this.#write(tournament, player, category, family, by);
          this.#waiting -= 1;
          players.delete(player);
        }
      }
      this.#moves.delete(tournament);
    }
  }

  forget(): void {
    this.#moves.clear();
    this.#editions.clear();
    this.#waiting = 0;
  }

  #write(tournament: string, player: string, category: string, family: string, by: number): void {
    // Fewer Warnings than none are refused by the table. No upsert where there are some: its check would look at the move before it is added.
    const isLowered = by < 0 && this.#lower.run(by, tournament, player, category).changes > 0;
    if (isLowered) this.#removeZero.run(tournament, player, category);
    else this.#raise.run(tournament, player, category, family, by);
  }
}

function entry<K, Inner, V>(map: Map<K, Map<Inner, V>>, key: K): Map<Inner, V> {
  const found = map.get(key);
  if (found) return found;
  const made = new Map<Inner, V>();
  map.set(key, made);
  return made;
}
