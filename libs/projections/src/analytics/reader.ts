import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { AnalyticsProjection } from './definition.js';
import { rowsQuery, suppressedQuery } from './question.js';
import type { AnalyticsQuery, AnalyticsQuestion, AnalyticsRow } from './question.js';

/** Reads analytics projections from a connection that holds the facts. */
export class AnalyticsReader {
  constructor(private readonly db: DatabaseSync) {}

  /** Every row of an answer, in the order of its keys, as it is asked for: an answer of any size takes no memory. */
  *rows(projection: AnalyticsProjection, question: AnalyticsQuestion = {}): Generator<AnalyticsRow> {
    const { sql, values } = rowsQuery(projection, question);
    for (const row of this.db.prepare(sql).iterate(...(values as SQLInputValue[]))) yield rowOf(row);
  }

  /** How many cells of an answer are suppressed. */
  suppressed(projection: AnalyticsProjection, question: AnalyticsQuestion = {}): number {
    const { sql, values }: AnalyticsQuery = suppressedQuery(projection, question);
    return Number(this.db.prepare(sql).get(...(values as SQLInputValue[]))?.['suppressed']);
  }
}

/** A row as SQLite gives it, which has no truth values. */
export function rowOf(row: Readonly<Record<string, unknown>>): AnalyticsRow {
  return { ...row, suppressed: row['suppressed'] === 1 };
}
