import { existsSync, writeFileSync } from 'node:fs';
import { Complaint } from '../complaint.js';
import { cell, columnMissing, columnsOf } from '../spreadsheet/columns.js';
import type { KnownColumns } from '../spreadsheet/columns.js';
import { csvLine, unharmed } from '../spreadsheet/csv.js';
import { SKIP, answerKey } from './questions.js';
import type { Answer, ReviewedQuestion } from './questions.js';
import { inFile, openSpreadsheet } from '../spreadsheet/spreadsheet.js';

/** It names players and what they are said to have done. */
const OWNERS_ONLY = 0o600;

const COLUMNS: KnownColumns<'kind' | 'about' | 'row' | 'answer' | 'reason'> = {
  kind: ['question'],
  about: ['about'],
  row: ['row'],
  answer: ['answer'],
  reason: ['reason'],
};

/** @throws Complaint where there is such a file: answers may stand in it. */
export function assertNoReview(file: string): void {
  if (existsSync(file)) throw new Complaint(`${file} exists already, and may hold answers: name another file.`);
}

/** Writes the questions for a person to fill in, in any spreadsheet program; no text of it begins a formula. @throws Complaint */
export function writeReview(file: string, questions: Iterable<ReviewedQuestion>): void {
  assertNoReview(file);
  const header = ['question', 'about', 'row', 'what is asked', 'can be answered', 'rows', 'lines', 'answer', 'reason'];
  const rows = [...questions].map(({ kind, about, row, asks, choices, rows: number, lines }) => {
    const shown = `${lines.join(' ')}${number > lines.length ? ' …' : ''}`;
    return [kind, about, row, asks, [...choices, SKIP].join(' | '), number, shown, '', ''];
  });
  try {
    // The mark tells spreadsheet programs that it is UTF-8.
    writeFileSync(file, `\uFEFF${[header, ...rows].map(csvLine).join('')}`, { flag: 'wx', mode: OWNERS_ONLY });
  } catch (error) {
    throw new Complaint(`${file} cannot be written: ${(error as Error).message}.`, { cause: error });
  }
}

/** The answers in review files; a row without one still asks. @throws Complaint */
export async function answersIn(files: readonly string[]): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const file of files) {
    const { header, rows } = await openSpreadsheet(file, COLUMNS);
    const columns = columnsOf(header, COLUMNS, new Map());
    for (const column of ['kind', 'about', 'answer'] as const) {
      if (!columns.has(column)) throw inFile(file, columnMissing(header, COLUMNS[column][0] ?? column));
    }
    for await (const each of rows) {
      const at = (column: 'kind' | 'about' | 'row' | 'answer' | 'reason') => unharmed(cell(each, columns, column));
      if (at('answer') === '') continue;
      const key = answerKey({ kind: at('kind'), about: at('about'), row: at('row') });
      answers.set(key, { kind: at('kind'), answer: at('answer'), reason: at('reason'), where: `${file}, line ${each[0].line}` });
    }
  }
  return answers;
}
