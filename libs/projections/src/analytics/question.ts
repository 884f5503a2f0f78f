import type { SQLInputValue } from 'node:sqlite';
import type { AnalyticsProjection } from './definition.js';

/** Figures of fewer persons than this are not told. */
export const FEWEST_PERSONS = 5;

/** What an analytics projection is asked for. */
export interface AnalyticsQuestion {
  /** UTC days, `YYYY-MM-DD`: the first and the last that count. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly level?: string | undefined;
  /** The id of the only tournament that counts: for those who may see into it. */
  readonly tournament?: string | undefined;
  /** One of the projection's `groups`. */
  readonly group?: string | undefined;
}

/** A query that a connection to the facts can run. */
export interface AnalyticsQuery {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** A row of an answer: keys, figures, `persons` and `suppressed`, in the order of {@link columnsOf}. */
export type AnalyticsRow = Readonly<Record<string, string | number | boolean | null>>;

/** What tells the rows of an answer apart; they come in its order. */
export function keysOf({ keys }: AnalyticsProjection, { group }: AnalyticsQuestion): readonly string[] {
  return group === undefined ? keys : [...keys, group];
}

/** The columns of an answer, in order. A row that is about one person says nothing of how many are behind it. */
export function columnsOf(projection: AnalyticsProjection, question: AnalyticsQuestion): readonly string[] {
  return [...keysOf(projection, question), ...Object.keys(projection.figures), ...(projection.perPerson ? [] : ['persons']), 'suppressed'];
}

/** The rows of an answer after one with these keys; at most `limit`, -1 for all. */
export function rowsQuery(
  projection: AnalyticsProjection,
  question: AnalyticsQuestion,
  after: readonly SQLInputValue[] | null = null,
  limit = -1,
): AnalyticsQuery {
  const keys = keysOf(projection, question);
  const { sql, values } = toldCells(projection, question);
  const following = after === null ? '' : `AND (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})`;
  const columns = columnsOf(projection, question).map((column) =>
    keys.includes(column) || column === 'suppressed' ? column : `iif(suppressed, NULL, ${column}) AS ${column}`,
  );
  return {
    sql: `${sql} SELECT ${columns.join(', ')} FROM told
      WHERE ${projection.perPerson ? 'NOT suppressed' : 'true'} ${following} ORDER BY ${keys.join(', ')} LIMIT ?`,
    values: [...values, ...(after ?? []), limit],
  };
}

/** How many cells of the whole answer are suppressed, as `suppressed`. */
export function suppressedQuery(projection: AnalyticsProjection, question: AnalyticsQuestion): AnalyticsQuery {
  const { sql, values } = toldCells(projection, question);
  return { sql: `${sql} SELECT coalesce(sum(suppressed), 0) AS suppressed FROM told`, values };
}

/**
 * All cells, with whether they are told.
 *
 * A cell of fewer than {@link FEWEST_PERSONS} persons is suppressed. Its figures could still be had by taking those of its neighbours from a total
 * that another answer tells, where all of the suppressed ones beside it are of fewer persons together, whoever is in several of them being one: then
 * the smallest neighbour goes with them.
 */
function toldCells(projection: AnalyticsProjection, question: AnalyticsQuestion): AnalyticsQuery {
  const keys = keysOf(projection, question);
  const { where, values } = conditions(question);
  const figures = Object.entries(projection.figures).map(([name, sql]) => `${sql} AS ${name}`);
  const cells = `WITH asked AS MATERIALIZED (SELECT * FROM ${projection.from} WHERE ${where}),
    cells AS MATERIALIZED (
      SELECT ${[...keys, ...figures, 'count(DISTINCT person) AS persons'].join(', ')} FROM asked GROUP BY ${keys.join(', ')}
    )`;
  if (projection.perPerson) {
    const few = projection.keys.includes('person') ? '' : `persons < ${FEWEST_PERSONS} OR `;
    return { sql: `${cells}, told AS (SELECT *, ${few}(SELECT count(*) FROM cells) < ${FEWEST_PERSONS} AS suppressed FROM cells)`, values };
  }
  const total = keys.slice(0, -1);
  const beside = total.length > 0 ? `PARTITION BY ${total.join(', ')}` : '';
  const sql = `${cells}, hidden AS (
      SELECT ${[...total, 'count(DISTINCT asked.person) AS hidden'].join(', ')}
      FROM cells JOIN asked USING (${keys.join(', ')}) WHERE persons < ${FEWEST_PERSONS} ${total.length > 0 ? `GROUP BY ${total.join(', ')}` : ''}
    ), weighed AS (
      SELECT *, persons < ${FEWEST_PERSONS} AS few,
        row_number() OVER (${beside} ORDER BY persons < ${FEWEST_PERSONS}, persons, ${keys.join(', ')}) AS smallest
      FROM cells ${total.length > 0 ? `LEFT JOIN hidden USING (${total.join(', ')})` : 'CROSS JOIN hidden'}
    ), told AS (
      SELECT *, few OR (coalesce(hidden, 0) BETWEEN 1 AND ${FEWEST_PERSONS - 1} AND smallest = 1) AS suppressed FROM weighed
    )`;
  return { sql, values };
}

function conditions({ from, to, level, tournament }: AnalyticsQuestion): { where: string; values: SQLInputValue[] } {
  const possible: readonly (readonly [string, string | undefined])[] = [
    ['day >= ?', from],
    ['day <= ?', to],
    ['level = ?', level],
    ['tournament = ?', tournament],
  ];
  const asked = possible.filter(([, value]) => value !== undefined);
  return {
    where: asked.map(([condition]) => condition).join(' AND ') || 'true',
    values: asked.map(([, value]) => value ?? null),
  };
}
