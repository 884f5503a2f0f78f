import { Complaint } from '../complaint.js';
import { cell, columnToMap, columnsOf, unevenness } from '../spreadsheet/columns.js';
import type { Columns, KnownColumns } from '../spreadsheet/columns.js';
import { isFormula, misread } from '../spreadsheet/csv.js';
import type { Row } from '../spreadsheet/csv.js';
import { PERSON_TITLES } from '../spreadsheet/person-titles.js';
import { nameKey, turnedRound } from '../imports/names.js';

/** A player as `POST …/players` takes one. */
export interface RosterEntry {
  readonly name: string;
  readonly id?: string;
  readonly team?: string;
  readonly externalId?: string;
  readonly kind?: string;
}

export type RosterColumn = 'name' | 'first' | 'last' | 'id' | 'externalId' | 'team' | 'kind';

/** As the usual tournament tools call them. */
export const ROSTER_COLUMNS: KnownColumns<RosterColumn> = {
  name: PERSON_TITLES.name,
  first: PERSON_TITLES.first,
  last: PERSON_TITLES.last,
  id: ['id'],
  externalId: PERSON_TITLES.number,
  team: ['team', 'team name'],
  kind: ['kind'],
};

/** A roster as a file has it: its columns, the players with their lines, and whether names were turned round from "Last, First". */
export interface Roster {
  readonly columns: Columns<RosterColumn>;
  readonly entries: readonly { readonly entry: RosterEntry; readonly line: number }[];
  readonly isTurned: boolean;
}

/** As many as one file may name. */
const MOST_PLAYERS = 250_000;
const LONGEST_NAME = 200;
const MEMBERSHIP_NUMBER = /^\d{5,}$/;
const ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Reads a roster: who is named, with id, team, membership number and kind where there are such columns. An empty field is one that is not
 * there. Names that are all written "Last, First" are turned round.
 *
 * @param map the columns that the user names.
 * @throws Complaint naming line and column: a roster is enrolled whole or not at all.
 */
export async function rosterIn(
  { header, rows }: { header: Row; rows: AsyncIterable<Row> },
  map: ReadonlyMap<string, string>,
): Promise<Roster> {
  const columns = columnsOf(header, ROSTER_COLUMNS, map);
  if (!columns.has('name') && !columns.has('last')) throw columnToMap(header, 'name');
  const entries: { entry: RosterEntry; line: number }[] = [];
  const known = new Known(columns);
  for await (const row of rows) {
    if (entries.length === MOST_PLAYERS) throw new Complaint(`It has more than ${MOST_PLAYERS} rows: split the file.`);
    const line = row[0].line;
    const uneven = unevenness(row, header);
    if (uneven) throw uneven;
    const entry = entryOf(row, columns);
    if (!map.has('id') && MEMBERSHIP_NUMBER.test(entry.id ?? '')) throw idStays(row, columns, entry);
    known.add(entry, line);
    entries.push({ entry, line });
  }
  const isTurned = entries.length > 0 && entries.every(({ entry }) => turnedRound(entry.name) !== entry.name);
  if (!isTurned) return { columns, entries, isTurned };
  return { columns, entries: entries.map(({ entry, line }) => ({ entry: { ...entry, name: turnedRound(entry.name) }, line })), isTurned };
}

/** An id is in the ledger for good, so a number by which a person is known elsewhere is not taken for one unasked. */
function idStays(row: Row, columns: Columns<RosterColumn>, { id = '' }: RosterEntry): Complaint {
  return misread(
    row[0].line,
    (columns.get('id') ?? 0) + 1,
    `${id} looks like a membership number, and an id can never be erased: say --map externalId=ID, or --map id=ID where it is none`,
  );
}

function entryOf(row: Row, columns: Columns<RosterColumn>): RosterEntry {
  const at = (column: RosterColumn) => cell(row, columns, column);
  const name = at('name') || [at('first'), at('last')].filter((part) => part !== '').join(' ');
  const nameColumn = columns.has('name') ? 'name' : 'last';
  const wrong = (column: RosterColumn, what: string) =>
    misread(row[columns.get(column) ?? 0]?.line ?? row[0].line, (columns.get(column) ?? 0) + 1, what);
  if (name === '') throw wrong(nameColumn, 'the name is missing');
  if (isFormula(name)) throw wrong(nameColumn, `the name begins with ${name.slice(0, 1)}, as a formula does: write the name alone`);
  const [id, externalId, team, kind] = [at('id'), at('externalId'), at('team'), at('kind')];
  const tooLong = (
    [
      ['name', name],
      ['externalId', externalId],
      ['team', team],
    ] as const
  ).find(([, text]) => text.length > LONGEST_NAME);
  if (tooLong) throw wrong(tooLong[0] === 'name' ? nameColumn : tooLong[0], `it is longer than ${LONGEST_NAME} characters (${tooLong[0]})`);
  if (id !== '' && !ID.test(id)) throw wrong('id', 'an id has 1 to 64 letters, digits, dots, dashes or underscores (id)');
  if (!['', 'player', 'attendee'].includes(kind)) throw wrong('kind', 'the kind is player or attendee (kind)');
  return { name, ...(id && { id }), ...(team && { team }), ...(externalId && { externalId }), ...(kind && { kind }) };
}

/** Who was named before: nobody is enrolled twice, and no two who cannot be told apart. */
class Known {
  readonly #lines = new Map<string, { line: number; entry: RosterEntry }>();

  constructor(private readonly columns: Columns<RosterColumn>) {}

  add(entry: RosterEntry, line: number): void {
    const { id, externalId, name } = entry;
    if (id !== undefined) this.#once('id', `the id ${id}`, id, entry, line);
    if (externalId !== undefined) this.#once('externalId', `the number ${externalId}`, externalId, entry, line);
    const key = `name ${nameKey(name)}`;
    const before = this.#lines.get(key);
    if (before && !isToldApart(before.entry, entry)) {
      const column = (this.columns.get('name') ?? this.columns.get('last') ?? 0) + 1;
      throw misread(line, column, `${name} stands on line ${before.line} already, and no id or number tells the two apart`);
    }
    this.#lines.set(key, { line, entry });
  }

  #once(column: 'id' | 'externalId', what: string, value: string, entry: RosterEntry, line: number): void {
    const key = `${column} ${value.toLowerCase()}`;
    const before = this.#lines.get(key);
    if (before) throw misread(line, (this.columns.get(column) ?? 0) + 1, `${what} stands on line ${before.line} already`);
    this.#lines.set(key, { line, entry });
  }
}

function isToldApart(one: RosterEntry, other: RosterEntry): boolean {
  return (one.id !== undefined && other.id !== undefined) || (one.externalId !== undefined && other.externalId !== undefined);
}
