import type { Complaint } from '../complaint.js';
import { cell, columnToMap, unevenness } from '../spreadsheet/columns.js';
import type { Columns, KnownColumns } from '../spreadsheet/columns.js';
import type { Row } from '../spreadsheet/csv.js';
import { PERSON_TITLES } from '../spreadsheet/person-titles.js';

/** A row of a file of penalties, in its own words. */
export interface PenaltyRow {
  readonly line: number;
  readonly player: string;
  readonly number: string;
  readonly round: string;
  readonly table: string;
  readonly infraction: string;
  readonly sanction: string;
  readonly description: string;
  readonly judge: string;
  readonly time: string;
}

export type PenaltyColumn = Exclude<keyof PenaltyRow, 'line'> | 'first' | 'last' | 'date';

/** As the tools of large events and people with spreadsheets call them. */
export const PENALTY_COLUMNS: KnownColumns<PenaltyColumn> = {
  // Beside "player", a column called "name" is likelier the judge's or the event's.
  player: ['player', ...PERSON_TITLES.name],
  first: PERSON_TITLES.first,
  last: PERSON_TITLES.last,
  number: [...PERSON_TITLES.number, 'id'],
  round: ['round', 'rd', 'round number', 'rnd'],
  table: ['table', 'table number', 'tbl'],
  infraction: ['infraction', 'infraction type', 'offense', 'offence', 'violation', 'error', 'category'],
  sanction: ['sanction', 'penalty', 'penalty type', 'penalty given', 'consequence'],
  description: ['description', 'notes', 'note', 'comments', 'comment', 'details', 'account', 'explanation', 'remarks'],
  judge: ['judge', 'judge name', 'issued by', 'given by', 'reported by', 'entered by', 'official', 'floor judge'],
  time: ['timestamp', 'time', 'date time', 'issued at', 'given at', 'created at', 'created', 'date entered', 'issued', 'when'],
  date: ['date', 'day'],
};

/** @throws Complaint where a file lacks a column without which no row can be read. */
export function assertColumns(header: Row, columns: Columns<PenaltyColumn>): void {
  if (!columns.has('player') && !columns.has('last') && !columns.has('number')) throw columnToMap(header, 'player');
  for (const column of ['round', 'infraction', 'sanction'] as const) if (!columns.has(column)) throw columnToMap(header, column);
}

/** "Lind, Ana (1001)": some tools put the number behind the name. */
const NAME_WITH_NUMBER = /^(.+?)\s*[([#]\s*#?([\w-]*\d[\w-]*)\s*[)\]]?$/;

/** A time without its day, which then stands in a column of its own. */
const TIME_OF_DAY = /^\d{1,2}:/;

/** The row of a record; a Complaint, not thrown, for one that has more or fewer fields than the header. */
export function penaltyRow(row: Row, columns: Columns<PenaltyColumn>, header: Row): PenaltyRow | Complaint {
  const uneven = unevenness(row, header);
  if (uneven) return uneven;
  const at = (column: PenaltyColumn) => cell(row, columns, column);
  const named = at('player') || [at('first'), at('last')].filter((part) => part !== '').join(' ');
  const numbered = at('number') === '' ? NAME_WITH_NUMBER.exec(named) : null;
  return {
    line: row[0].line,
    player: numbered?.[1] ?? named,
    number: numbered?.[2] ?? at('number'),
    round: at('round'),
    table: at('table'),
    infraction: at('infraction'),
    sanction: at('sanction'),
    description: at('description'),
    judge: at('judge'),
    time: TIME_OF_DAY.test(at('time')) ? `${at('date')} ${at('time')}`.trim() : at('time') || at('date'),
  };
}

/** What tells a row from every other: all that is read of it. */
export function contentOf({ player, number, round, table, infraction, sanction, description, judge, time }: PenaltyRow): string[] {
  return [player, number, round, table, infraction, sanction, description, judge, time];
}
