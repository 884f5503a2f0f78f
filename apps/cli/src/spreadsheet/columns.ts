import { Complaint } from '../complaint.js';
import { count } from '../screen/words.js';
import { misread } from './csv.js';
import type { Row } from './csv.js';

/** The columns that a kind of file may have: how tools call each, the likeliest first. */
export type KnownColumns<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** Where each column stands, counted from 0. */
export type Columns<Column extends string> = ReadonlyMap<Column, number>;

/**
 * Finds the columns of a header: those that the user names (`--map`), and of the others those that bear a name that tools use. A column that
 * is named by no title is one that the file does not have.
 *
 * @throws Complaint where a named one is not there, or two columns bear the same name.
 */
export function columnsOf<Column extends string>(
  header: Row,
  known: KnownColumns<Column>,
  named: ReadonlyMap<string, string>,
): Columns<Column> {
  const titles = header.map(({ text }) => titleKey(text));
  const found = new Map<Column, number>();
  for (const [column, title] of named) {
    if (!isKnown(known, column)) throw new Complaint(`There is no ${column} to map: choose ${Object.keys(known).join(', ')}.`);
    if (title !== '') found.set(column, placeOf(header, titles, title));
  }
  const taken = new Set(found.values());
  for (const column of Object.keys(known) as Column[]) {
    if (found.has(column) || named.has(column)) continue;
    const name = known[column].map(titleKey).find((each) => titles.some((title, at) => title === each && !taken.has(at)));
    if (name === undefined) continue;
    const at = titles.indexOf(name);
    const again = titles.indexOf(name, at + 1);
    if (again >= 0) throw misread(header[0].line, again + 1, `the column ${header[again]?.text.trim() ?? ''} is there twice`);
    found.set(column, at);
    taken.add(at);
  }
  return found;
}

/** `--map` as it is typed: "name=Player Name", or "time=" for none. @throws Complaint */
export function mapped(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.map((each) => {
      const [column = '', ...title] = each.split('=');
      if (title.length === 0) throw new Complaint(`--map takes name=column, such as --map "name=Player Name", and not ${each}.`);
      return [column.trim(), title.join('=').trim()] as const;
    }),
  );
}

/** "name: Player Name; round: Rd", in the order of the file. */
export function columnWords<Column extends string>(header: Row, columns: Columns<Column>): string {
  return [...columns]
    .sort(([, one], [, other]) => one - other)
    .map(([column, at]) => `${column}: ${header[at]?.text.trim() ?? ''}`)
    .join('; ');
}

/** The title of each column, for programs. */
export function columnTitles<Column extends string>(header: Row, columns: Columns<Column>): Record<string, string> {
  return Object.fromEntries([...columns].map(([column, at]) => [column, header[at]?.text.trim() ?? '']));
}

/** What is wrong with a record that has fewer fields than its header, or more that are not empty; null where nothing is. */
export function unevenness(row: Row, header: Row): Complaint | null {
  const [has, wanted] = [row.length, header.length];
  const isEven = has === wanted || (has > wanted && row.slice(wanted).every(({ text }) => text.trim() === ''));
  return isEven ? null : misread(row[0].line, Math.min(has, wanted), `${count(has, 'field')}, where the header has ${wanted}`);
}

/** A header without a column that is needed, in a sentence that shows what there is; `remedy` says what else to do. */
export function columnMissing(header: Row, column: string, remedy = ''): Complaint {
  const titles = header.map(({ text }) => text.trim()).join(' | ');
  return misread(
    header[0].line,
    1,
    `no column is known as the ${column}; there are ${titles}. ${remedy}Columns are parted by commas, semicolons or tabs`,
  );
}

/** The same of a file whose columns the user may name. */
export function columnToMap(header: Row, column: string): Complaint {
  return columnMissing(header, column, `Name it with --map "${column}=…". `);
}

/** The text of a row in a column, without spaces around it; empty where the file has no such column. */
export function cell<Column extends string>(row: Row, columns: Columns<Column>, column: Column): string {
  const at = columns.get(column);
  return at === undefined ? '' : (row[at]?.text.trim() ?? '');
}

function isKnown<Column extends string>(known: KnownColumns<Column>, column: string): column is Column {
  return Object.hasOwn(known, column);
}

function placeOf(header: Row, titles: readonly string[], title: string): number {
  const at = titles.indexOf(titleKey(title));
  if (at >= 0) return at;
  throw misread(header[0].line, 1, `there is no column ${title}; there are ${header.map(({ text }) => text.trim()).join(' | ')}`);
}

/** Titles are compared by their letters and digits: "Player Name", "player_name" and "PlayerName" are one. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]/gu, '');
}
