import { Complaint } from '../complaint.js';
import type { Columns } from '../spreadsheet/columns.js';
import type { Row } from '../spreadsheet/csv.js';
import { contentOf, penaltyRow } from './penalty-row.js';
import type { PenaltyColumn, PenaltyRow } from './penalty-row.js';
import { readRow } from './penalty-reading.js';
import type { ReadRuling } from './penalty-reading.js';
import type { Reference } from './reference.js';
import { SKIP, wrongAnswer } from './questions.js';
import type { Rehearsal } from './rehearsal.js';
import type { RowKeys } from './row-keys.js';

/** What became of a row, or would. */
export type RowStatus = 'would be recorded' | 'recorded' | 'already there' | 'needs an answer' | 'left out' | 'refused' | 'not reached';

/** A row of the file with what becomes of it. */
export interface PlannedRow {
  readonly line: number;
  /** Null for a record that is no row. */
  readonly row: PenaltyRow | null;
  status: RowStatus;
  /** Why it is refused or asked; null otherwise. */
  why: string | null;
  /** What is recorded, and under which Idempotency-Key; null where nothing is. */
  command: { readonly ruling: ReadRuling; readonly key: string; readonly distinct: boolean } | null;
  /** The id of the ruling, once it is recorded. */
  ruling: string | null;
}

/** As many rows as are held at once: a season's worth of a large tournament many times over. */
const MOST_ROWS = 250_000;

const HEED_EVERY = 500;

export interface Plan {
  /** In the order of the file. */
  readonly rows: readonly PlannedRow[];
  /** Those that can be recorded, in the order in which they happened as far as the file tells: by round, time, line (R25). */
  readonly ready: readonly PlannedRow[];
}

/**
 * Reads all rows and rehearses those that are clear, so that everything is known before anything is recorded.
 *
 * @param heed is told from time to time how many rows are read or rehearsed, and may throw to stop.
 * @throws Complaint for what holds for the whole file.
 */
export async function planned(
  { header, rows }: { header: Row; rows: AsyncIterable<Row> },
  columns: Columns<PenaltyColumn>,
  reference: Reference,
  { rehearsal, keys, heed }: { rehearsal: Rehearsal; keys: RowKeys; heed: (what: 'read' | 'rehearsed', rows: number) => Promise<void> },
): Promise<Plan> {
  const all: PlannedRow[] = [];
  const clear: { planned: PlannedRow; ruling: ReadRuling; key: string }[] = [];
  for await (const record of rows) {
    if (all.length === MOST_ROWS) throw new Complaint(`It has more than ${MOST_ROWS} rows: split the file.`);
    const row = penaltyRow(record, columns, header);
    const planned: PlannedRow = { line: record[0].line, row: null, status: 'refused', why: null, command: null, ruling: null };
    if (row instanceof Complaint) {
      all.push({ ...planned, why: row.message });
      continue;
    }
    const key = keys.next(contentOf(row));
    const of = { ...planned, row };
    all.push(of);
    if (all.length % HEED_EVERY === 0) await heed('read', all.length);
    if (rehearsal.isRecorded(key)) of.status = 'already there';
    else {
      const read = readRow(row, key, reference);
      if ('ruling' in read) clear.push({ planned: of, ruling: read.ruling, key });
      else if ('refused' in read) of.why = read.refused.message;
      else of.status = read.why === 'asks' ? 'needs an answer' : 'left out';
    }
  }
  clear.sort((one, other) => compared(one.ruling, other.ruling) || one.planned.line - other.planned.line);
  for (const [at, each] of clear.entries()) {
    if (at % HEED_EVERY === 0) await heed('rehearsed', at);
    rehearse(each, rehearsal, reference);
  }
  return { rows: all, ready: clear.map(({ planned: of }) => of).filter(({ status }) => status === 'would be recorded') };
}

function compared(one: ReadRuling, other: ReadRuling): number {
  if (one.round !== other.round) return one.round - other.round;
  const [early, late] = [one.ruledAt ?? '', other.ruledAt ?? ''];
  return early < late ? -1 : early > late ? 1 : 0;
}

function rehearse(
  { planned: of, ruling, key }: { planned: PlannedRow; ruling: ReadRuling; key: string },
  rehearsal: Rehearsal,
  reference: Reference,
): void {
  const take = (distinct: boolean) => {
    of.command = { ruling, key, distinct };
    of.status = 'would be recorded';
  };
  const first = rehearsal.rule(of.line, ruling, false);
  if ('ok' in first) {
    take(false);
    return;
  }
  if (!first.twin) {
    of.why = `Line ${of.line}: ${first.refusal.detail}`;
    return;
  }
  const answer = askWhetherAnother(of, key, first.twin, reference);
  if (answer === 'another') {
    const again = rehearsal.rule(of.line, ruling, true);
    if ('ok' in again) take(true);
    else of.why = `Line ${of.line}: ${again.refusal.detail}`;
  } else {
    of.status = answer === 'same' ? 'left out' : 'needs an answer';
  }
}

/** R35: whether what looks like an earlier ruling is another error. */
export function askWhetherAnother(
  { line, row }: PlannedRow,
  key: string,
  twin: { readonly line: number } | { readonly ruling: string },
  { questions }: Reference,
): 'another' | 'same' | undefined {
  const earlier = 'line' in twin ? `line ${twin.line} of this file` : `ruling ${twin.ruling}, which is recorded`;
  const about = `${row?.player ?? ''}, round ${row?.round ?? ''}, ${row?.infraction ?? ''}`;
  const asks = `It looks like ${earlier}. Is it another error, or the same one twice?`;
  const choices = ['another', 'same'];
  const answer = questions.answerTo({ kind: 'duplicate', about, asks, choices, isOfEachRow: true }, { line, key });
  if (!answer) return undefined;
  const word = answer.answer.toLowerCase();
  if (word === 'another') return 'another';
  if (word === 'same' || word === SKIP) return 'same';
  throw wrongAnswer(answer, choices);
}
