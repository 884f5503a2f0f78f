import { misread, recordsIn } from './csv.js';
import type { Field } from './csv.js';

/** A player as `POST …/players` takes one. */
export interface RosterEntry {
  readonly name: string;
  readonly id?: string;
  readonly team?: string;
  readonly externalId?: string;
  readonly kind?: string;
}

const COLUMNS = ['name', 'id', 'team', 'externalId', 'kind'] as const;
type Column = (typeof COLUMNS)[number];

const LONGEST_NAME = 200;
const ID = /^[A-Za-z0-9._-]{1,64}$/;

/** What is wrong with a field that is not empty, by its column; the server's own rules, told by line here. */
const COMPLAINTS: Record<Column, (text: string) => string | undefined> = {
  name: tooLong,
  team: tooLong,
  externalId: tooLong,
  id: (text) => (ID.test(text) ? undefined : 'an id has 1 to 64 letters, digits, dots, dashes or underscores'),
  kind: (text) => (['player', 'attendee'].includes(text) ? undefined : 'the kind is player or attendee'),
};

function tooLong(text: string): string | undefined {
  return text.length > LONGEST_NAME ? `it is longer than ${LONGEST_NAME} characters` : undefined;
}

/**
 * Reads a roster from CSV with a header: `name`, and if wanted `id`, `team`, `externalId`, `kind`, in any order. An empty field is one that
 * is not there.
 *
 * @throws Complaint naming line and column.
 */
export function rosterIn(csv: string): RosterEntry[] {
  const [header, ...records] = recordsIn(csv);
  if (!header) throw misread(1, 1, `the file is empty; it begins with a header such as ${COLUMNS.join(',')}`);
  const columns = columnsOf(header);
  const lines = new Map<string, number>();
  return records.map((record) => {
    const entry = entryOf(columns, record);
    if (entry.id !== undefined) {
      const line = record[0]?.line ?? 0;
      const earlier = lines.get(entry.id);
      if (earlier !== undefined) throw misread(line, columns.indexOf('id') + 1, `the id ${entry.id} stands on line ${earlier} already`);
      lines.set(entry.id, line);
    }
    return entry;
  });
}

function columnsOf(header: readonly Field[]): Column[] {
  const columns = header.map(({ text, line }, index) => {
    const column = COLUMNS.find((each) => each === text.trim());
    if (!column) throw misread(line, index + 1, `there is no column ${text}; the columns are ${COLUMNS.join(', ')}`);
    return column;
  });
  columns.forEach((column, index) => {
    if (columns.indexOf(column) < index) throw misread(1, index + 1, `the column ${column} is there twice`);
  });
  if (!columns.includes('name')) throw misread(1, 1, 'the header lacks the column name');
  return columns;
}

function entryOf(columns: readonly Column[], record: readonly Field[]): RosterEntry {
  const line = record[0]?.line ?? 0;
  if (record.length !== columns.length)
    throw misread(line, record.length, `${record.length} fields, where the header has ${columns.length}`);
  const fields = columns.flatMap((column, index) => {
    const field = record[index];
    const text = field?.text.trim() ?? '';
    if (text === '') {
      if (column === 'name') throw misread(field?.line ?? line, index + 1, 'the name is missing');
      return [];
    }
    const complaint = COMPLAINTS[column](text);
    if (complaint !== undefined) throw misread(field?.line ?? line, index + 1, `${complaint} (${column})`);
    return [[column, text] as const];
  });
  return Object.fromEntries(fields) as unknown as RosterEntry;
}
