import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Writes one row, or the rows of one player, with the values in the order of its columns; tells how many rows it touched. */
export type Statement = (...values: SQLInputValue[]) => number;

/** Prepares the statements that write the facts. What names a ruling, a player or a penalty that no earlier event brought is refused by them. */
export class FactStatements {
  constructor(
    private readonly db: DatabaseSync,
    private readonly nameOf: (table: string) => string,
  ) {}

  /** Adds a row as it is. @param or what is done about one that is there already. */
  insert(table: string, columns: readonly string[], or: 'FAIL' | 'IGNORE' = 'FAIL'): Statement {
    return this.#prepare(`INSERT OR ${or} INTO ${this.nameOf(table)} (${list(columns)}) VALUES (${list(placesOf(columns))})`);
  }

  /** Adds the row of a ruling, unless it is there. @param columns begin with the tournament. */
  insertRuling(columns: readonly string[]): Statement {
    return this.#prepare(
      `INSERT OR IGNORE INTO ${this.nameOf('facts_rulings')} (${list(columns)}, level)
       SELECT ${list(placesOf(columns))}, level FROM ${this.nameOf('facts_tournaments')} WHERE tournament = ?1`,
    );
  }

  /**
   * Adds a row about a player in a ruling: person, level, day and round come from what is known of both.
   *
   * @param columns begin with tournament and player; the last value, after theirs, is the ruling.
   * @param more further columns that are taken over from the player.
   */
  insertOfRuling(table: string, columns: readonly string[], more: readonly string[] = []): Statement {
    const taken = ['person', ...more, 'level', 'day', 'round'];
    return this.#touching(
      `INSERT INTO ${this.nameOf(table)} (${list([...columns, ...taken])})
       SELECT ${list(placesOf(columns))}, ${list(taken)}
       FROM ${this.nameOf('facts_players')} AS players CROSS JOIN ${this.nameOf('facts_rulings')} AS rulings
       WHERE players.tournament = ?1 AND players.player = ?2 AND rulings.tournament = ?1 AND rulings.ruling = ?${columns.length + 1}`,
    );
  }

  /** Adds a row about a player in no ruling: person and level come from what is known of player and tournament. @param columns as above. */
  insertOfPlayer(table: string, columns: readonly string[]): Statement {
    return this.#touching(
      `INSERT INTO ${this.nameOf(table)} (${list(columns)}, person, level)
       SELECT ${list(placesOf(columns))}, person, level
       FROM ${this.nameOf('facts_players')} AS players CROSS JOIN ${this.nameOf('facts_tournaments')} AS tournaments
       WHERE players.tournament = ?1 AND players.player = ?2 AND tournaments.tournament = ?1`,
    );
  }

  /** Changes the rows that have these values in the columns of `where`, one at least; the values of `set` come after them. */
  update(table: string, where: readonly string[], set: string): Statement {
    return this.#touching(this.#updating(table, where, set));
  }

  /** Changes such rows, if there are any. */
  updateAny(table: string, where: readonly string[], set: string): Statement {
    return this.#prepare(this.#updating(table, where, set));
  }

  #updating(table: string, where: readonly string[], set: string): string {
    return `UPDATE ${this.nameOf(table)} SET ${set} WHERE ${where.map((column, index) => `${column} = ?${index + 1}`).join(' AND ')}`;
  }

  #prepare(sql: string): Statement {
    const statement = this.db.prepare(sql);
    return (...values) => Number(statement.run(...values).changes);
  }

  /** A statement that has to touch a row. */
  #touching(sql: string): Statement {
    const statement = this.#prepare(sql);
    return (...values) => {
      const touched = statement(...values);
      if (touched === 0) throw new Error(`nothing was recorded before of ${JSON.stringify(values)}`);
      return touched;
    };
  }
}

function placesOf(columns: readonly string[]): string[] {
  return columns.map((_, index) => `?${index + 1}`);
}

function list(parts: readonly string[]): string {
  return parts.join(', ');
}
