import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** One row, or the rows of one player, to be written. */
export type Write = (statements: FactStatements) => void;

type Values = Readonly<Record<string, SQLInputValue>>;

/** The statements that write the facts. What names a ruling, a player or a penalty that no earlier event brought is refused. */
export class FactStatements {
  readonly #prepared = new Map<string, StatementSync>();

  constructor(
    private readonly db: DatabaseSync,
    private readonly nameOf: (table: string) => string,
  ) {}

  /** Adds a row as it is. @param or what is done about one that is there: nothing is the only other choice. */
  insert(table: string, values: Values, or: 'FAIL' | 'IGNORE' = 'FAIL'): void {
    const columns = Object.keys(values);
    this.#run(`INSERT OR ${or} INTO ${this.nameOf(table)} (${list(columns)}) VALUES (${list(columns.map(named))})`, values);
  }

  /** Adds the row of a ruling, unless it is there. */
  insertRuling(values: Values): void {
    const columns = Object.keys(values);
    this.#run(
      `INSERT OR IGNORE INTO ${this.nameOf('facts_rulings')} (level, ${list(columns)})
       SELECT level, ${list(columns.map(named))} FROM ${this.nameOf('facts_tournaments')} WHERE tournament = $tournament`,
      values,
    );
  }

  /**
   * Adds a row about a player in a ruling: person, level, day and round come from what is known of both.
   *
   * @param more further columns that are taken over from the player.
   */
  insertOfRuling(table: string, ruling: string, values: Values, more: readonly string[] = []): void {
    const columns = Object.keys(values);
    const taken = ['person', ...more, 'level', 'day', 'round'];
    const changes = this.#run(
      `INSERT INTO ${this.nameOf(table)} (${list([...columns, ...taken])})
       SELECT ${list(columns.map(named))}, ${list(taken)}
       FROM ${this.nameOf('facts_players')} AS players JOIN ${this.nameOf('facts_rulings')} AS rulings
         ON players.tournament = rulings.tournament
       WHERE players.tournament = $tournament AND players.player = $player AND rulings.ruling = $of`,
      { ...values, of: ruling },
    );
    if (changes === 0) throw new Error(`ruling ${ruling} or its player was not recorded before this`);
  }

  /** Adds a row about a player in no ruling: person and level come from what is known of player and tournament. */
  insertOfPlayer(table: string, values: Values): void {
    const columns = Object.keys(values);
    const changes = this.#run(
      `INSERT INTO ${this.nameOf(table)} (${list(columns)}, person, level)
       SELECT ${list(columns.map(named))}, person, level
       FROM ${this.nameOf('facts_players')} AS players JOIN ${this.nameOf('facts_tournaments')} AS tournaments
         ON players.tournament = tournaments.tournament
       WHERE players.tournament = $tournament AND players.player = $player`,
      values,
    );
    if (changes === 0) throw new Error('the player was not enrolled before this');
  }

  /** Changes the rows that `where` names. @throws if there is none. */
  update(table: string, set: string, where: Values, values: Values = {}): void {
    if (this.updateAny(table, set, where, values) === 0) {
      throw new Error(`nothing was recorded before of ${JSON.stringify(where)}`);
    }
  }

  /** Changes the rows that `where` names, if there are any; tells how many. */
  updateAny(table: string, set: string, where: Values, values: Values = {}): number {
    const condition = Object.keys(where).map((column) => `${column} = ${named(column)}`);
    return this.#run(`UPDATE ${this.nameOf(table)} SET ${set} WHERE ${condition.join(' AND ')}`, { ...where, ...values });
  }

  #run(sql: string, values: Values): number {
    const known = this.#prepared.get(sql) ?? this.db.prepare(sql);
    this.#prepared.set(sql, known);
    return Number(known.run(values as Record<string, SQLInputValue>).changes);
  }
}

function named(column: string): string {
  return `$${column}`;
}

function list(parts: readonly string[]): string {
  return parts.join(', ');
}
