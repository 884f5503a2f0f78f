import { setImmediate as turn } from 'node:timers/promises';
import { FEWEST_PERSONS, columnsOf, keysOf } from '@ladder/projections';
import type { AnalyticsProjection, AnalyticsQuestion, AnalyticsRow } from '@ladder/projections';
import type { Screen } from './screen.js';

/** So many persons are told one by one where everything is told; all of them where it is asked for them. */
const PERSONS_AMONG_OTHERS = 10;
/** Rows by which the columns are laid out. More may come: a row that is wider is printed all the same. */
const LAID_OUT_BY = 200;
const GAP = 2;

/** Short names for columns, as judges use them. */
const SHORT: Readonly<Record<string, string>> = {
  infractions: 'all',
  no_penalty: 'none',
  warnings: 'W',
  game_losses: 'GL',
  game_losses_given: 'GL',
  game_losses_earned: 'earned',
  match_losses: 'ML',
  disqualifications: 'DQ',
  absorbed: 'abs.',
  tournaments: 'in',
  standing: 'stand',
  minutes_per_ruling: 'min each',
  corrected: 'corr.',
  appealed: 'app.',
  overturned: 'over.',
  mean_seconds: 'mean s',
  median_seconds: 'median s',
  p90_seconds: 'p90 s',
  extensions: 'ext.',
  extension_minutes: 'ext. min',
};

/** What the short names stand for, where one is not told by itself. */
const LONG: Readonly<Record<string, string>> = {
  all: 'infractions',
  W: 'Warnings',
  GL: 'Game Losses given',
  ML: 'Match Losses',
  DQ: 'disqualifications',
  'abs.': 'absorbed',
  in: 'tournaments',
  earned: 'Game Losses earned by Warnings',
};

/**
 * One analytics projection as a table, or, where the screen is too narrow for it, row by row in words.
 *
 * @param among whether it is one of several: a table of persons is then told in part, so that it does not push the others off the screen.
 */
export async function showAnalytics(
  screen: Screen,
  projection: AnalyticsProjection,
  question: AnalyticsQuestion,
  rows: Iterable<AnalyticsRow>,
  { suppressed, among, stopping }: { suppressed: number; among: boolean; stopping: AbortSignal },
): Promise<void> {
  screen.heading(projection.name);
  screen.paragraph(projection.counts, { style: 'dim' });
  const iterator = told(rows);
  const first = taken(iterator, LAID_OUT_BY);
  if (first.length === 0) screen.line('There is nothing to tell.');
  else {
    const table = layout(projection, question, first, screen.width);
    if (table) {
      legend(screen, table);
      header(screen, table);
    }
    const most = among && projection.perPerson ? PERSONS_AMONG_OTHERS : Infinity;
    let heading: unknown;
    let done = 0;
    for (const row of following(first, iterator)) {
      done += 1;
      if (done > most) continue;
      if (table) heading = tableRow(screen, table, row, heading);
      else inWords(screen, projection, question, row);
      if (done % LAID_OUT_BY !== 0) continue;
      await turn();
      stopping.throwIfAborted();
    }
    if (done > most) screen.paragraph(`and ${done - most} more: analytics ${projection.name} has them all`, { style: 'dim' });
  }
  if (suppressed > 0) {
    const what = suppressed === 1 ? '1 row is' : `${suppressed} rows are`;
    screen.paragraph(`${what} left out: of fewer than ${FEWEST_PERSONS} persons, or what would give one of these away.`, {
      style: 'yellow',
    });
  }
}

interface Column {
  readonly name: string;
  readonly title: readonly string[];
  readonly width: number;
  readonly isKey: boolean;
}

interface Table {
  /** The key that stands once above all rows that share it. */
  readonly above: string | null;
  readonly columns: readonly Column[];
}

/** The columns of a table; undefined where it is wider than the screen. */
function layout(
  projection: AnalyticsProjection,
  question: AnalyticsQuestion,
  rows: readonly AnalyticsRow[],
  width: number,
): Table | undefined {
  const keys = keysOf(projection, question);
  const above = keys.length > 1 ? (keys[0] ?? null) : null;
  const columns = columnsOf(projection, question)
    .filter((name) => name !== above && name !== 'suppressed')
    .map((name): Column => {
      const title = (SHORT[name] ?? name).replaceAll('_', ' ').split(' ');
      const widths = [...title, ...rows.map((row) => shown(row[name]))].map((text) => text.length);
      return { name, title, width: Math.max(...widths), isKey: keys.includes(name) };
    });
  const needed = columns.reduce((sum, column) => sum + column.width + GAP, above === null ? -GAP : 0);
  return needed <= width ? { above, columns } : undefined;
}

function legend(screen: Screen, { columns }: Table): void {
  const titles = columns.map(({ title }) => title.join(' ')).filter((title) => title in LONG);
  if (titles.length > 0) screen.paragraph(titles.map((title) => `${title}: ${LONG[title] ?? ''}`).join(', '), { style: 'dim' });
}

function header(screen: Screen, { above, columns }: Table): void {
  const height = Math.max(...columns.map(({ title }) => title.length));
  for (let line = 0; line < height; line += 1) {
    const cells = columns.map((column) => placed(column, column.title[line - height + column.title.length] ?? ''));
    screen.line(screen.paint('bold', indented(above, cells)));
  }
}

/** Prints a row, under the key that it shares with the one before. Returns that key. */
function tableRow(screen: Screen, { above, columns }: Table, row: AnalyticsRow, heading: unknown): unknown {
  const own = above === null ? null : row[above];
  if (own !== heading && own !== null) screen.line(screen.paint('cyan', String(own)));
  const cells = columns.map((column) => placed(column, shown(row[column.name])));
  screen.line(screen.paint([], indented(above, cells)));
  return own;
}

function placed({ width, isKey }: Column, text: string): string {
  return isKey ? text.padEnd(width) : text.padStart(width);
}

function indented(above: string | null, cells: readonly string[]): string {
  return `${above === null ? '' : ' '.repeat(GAP)}${cells.join(' '.repeat(GAP))}`.trimEnd();
}

function inWords(screen: Screen, projection: AnalyticsProjection, question: AnalyticsQuestion, row: AnalyticsRow): void {
  const keys = keysOf(projection, question);
  screen.paragraph(keys.map((key) => (typeof row[key] === 'number' ? `${key} ${shown(row[key])}` : shown(row[key]))).join(', '), {
    style: 'cyan',
  });
  const figures = columnsOf(projection, question)
    .filter((column) => !keys.includes(column) && column !== 'suppressed' && row[column] !== 0 && row[column] !== null)
    .map((column) => `${column.replaceAll('_', ' ')} ${shown(row[column])}`);
  screen.paragraph(figures.join(', '), { indent: 2 });
}

function shown(value: AnalyticsRow[string] | undefined): string {
  return String(value ?? '–');
}

/** The rows that are told. */
function* told(rows: Iterable<AnalyticsRow>): Generator<AnalyticsRow> {
  for (const row of rows) if (row['suppressed'] !== true) yield row;
}

function taken<T>(iterator: Iterator<T>, most: number): T[] {
  const some: T[] = [];
  while (some.length < most) {
    const next = iterator.next();
    if (next.done) break;
    some.push(next.value);
  }
  return some;
}

function* following<T>(first: readonly T[], rest: Iterator<T>): Generator<T> {
  yield* first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}
