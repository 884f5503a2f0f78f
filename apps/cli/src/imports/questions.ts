import { existsSync, writeFileSync } from 'node:fs';
import { Complaint } from '../complaint.js';
import { cell, columnMissing, columnsOf } from './columns.js';
import type { KnownColumns } from './columns.js';
import { csvLine, unharmed } from './csv.js';
import { inFile, openSpreadsheet } from './spreadsheet.js';

/** What a file leaves open, and only a person can tell. */
export type QuestionKind = 'player' | 'round' | 'time' | 'infraction' | 'sanction' | 'guideline' | 'duplicate';

/** A question that one row asks, or many: those with the same words. */
export interface Question {
  readonly kind: QuestionKind;
  /** The words in the file that it is about; of a likely double, the row. */
  readonly about: string;
  readonly asks: string;
  /** What can be answered, beside `skip`, which leaves the rows out. */
  readonly choices: readonly string[];
}

/** A question with the rows that ask it. */
export interface AskedQuestion extends Question {
  readonly rows: number;
  /** The lines of the first of them. */
  readonly lines: readonly number[];
}

/** An answer as somebody wrote it into a review file. */
export interface Answer {
  readonly answer: string;
  readonly reason: string;
  /** Where it stands: "answers.csv, line 4". */
  readonly where: string;
}

export const SKIP = 'skip';
const LINES_NAMED = 5;

/** The questions of an import, each once, and the answers that were given to them. */
export class Questions {
  readonly #open = new Map<string, { question: Question; rows: number; lines: number[] }>();

  constructor(private readonly answers: ReadonlyMap<string, Answer>) {}

  /** The answer to a question, if there is one; else it is asked, by the row on this line. */
  answerTo(question: Question, line: number): Answer | undefined {
    const key = keyOf(question);
    const answer = this.answers.get(key);
    if (answer) return answer;
    const open = this.#open.get(key) ?? { question, rows: 0, lines: [] };
    if (open.lines.at(-1) !== line) open.rows += 1;
    if (open.lines.length < LINES_NAMED && !open.lines.includes(line)) open.lines.push(line);
    this.#open.set(key, open);
    return undefined;
  }

  get open(): AskedQuestion[] {
    return [...this.#open.values()].map(({ question, rows, lines }) => ({ ...question, rows, lines }));
  }
}

const COLUMNS: KnownColumns<'kind' | 'about' | 'answer' | 'reason'> = {
  kind: ['question'],
  about: ['about'],
  answer: ['answer'],
  reason: ['reason'],
};

/**
 * Writes the questions for a person to fill in, in any spreadsheet program; no text of it begins a formula.
 *
 * @throws Complaint where there is such a file: answers may stand in it.
 */
export function writeQuestions(file: string, questions: readonly AskedQuestion[]): void {
  if (existsSync(file)) throw new Complaint(`${file} exists already, and may hold answers: name another file.`);
  const header = ['question', 'about', 'what is asked', 'can be answered', 'rows', 'lines', 'answer', 'reason'];
  const rows = questions.map(({ kind, about, asks, choices, rows: number, lines }) => {
    const shown = `${lines.join(' ')}${number > lines.length ? ' …' : ''}`;
    return [kind, about, asks, [...choices, SKIP].join(' | '), number, shown, '', ''];
  });
  // The mark tells spreadsheet programs that it is UTF-8.
  writeFileSync(file, `\uFEFF${[header, ...rows].map(csvLine).join('')}`, { flag: 'wx' });
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
    for await (const row of rows) {
      const answer = unharmed(cell(row, columns, 'answer'));
      if (answer === '') continue;
      const key = keyOf({ kind: cell(row, columns, 'kind'), about: unharmed(cell(row, columns, 'about')) });
      answers.set(key, { answer, reason: unharmed(cell(row, columns, 'reason')), where: `${file}, line ${row[0].line}` });
    }
  }
  return answers;
}

/** An answer that is none of what can be answered. */
export function wrongAnswer({ answer, where }: Answer, choices: readonly string[]): Complaint {
  return new Complaint(`${where}: ${answer} is no answer; write ${[...choices, SKIP].join(' or ')}.`);
}

function keyOf({ kind, about }: { kind: string; about: string }): string {
  return `${kind.trim()} ${about.replace(/\s+/g, ' ').trim()}`;
}
