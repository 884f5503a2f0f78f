import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { categoryOf } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import { Complaint } from '../complaint.js';
import type { Screen } from '../screen/screen.js';
import { PENALTY_NAMES } from '../screen/words.js';
import { csvLine } from '../spreadsheet/csv.js';
import type { PlannedRow, RowStatus } from './penalty-plan.js';
import { SKIP } from './questions.js';
import type { Questions } from './questions.js';

/** A row as the report tells it. */
export interface ReportedRow {
  readonly line: number;
  readonly status: RowStatus;
  readonly player: string | null;
  readonly round: string | null;
  readonly infraction: string | null;
  readonly sanction: string | null;
  /** What is recorded: the penalty, and the category with its conditions. */
  readonly penalty: string | null;
  readonly category: string | null;
  readonly ruling: string | null;
  readonly why: string | null;
}

export function reportedRow({ line, status, row, why, command, ruling }: PlannedRow): ReportedRow {
  const given = command?.ruling;
  return {
    line,
    status,
    player: row && [row.player, row.number].filter((each) => each !== '').join(' '),
    round: row?.round ?? null,
    infraction: row?.infraction ?? null,
    sanction: row?.sanction ?? null,
    penalty: given?.penalty ?? null,
    category: given ? [given.category, ...given.conditions].join(' +') : null,
    ruling,
    why,
  };
}

/** It names players and their penalties. */
const OWNERS_ONLY = 0o600;

/** Every row of the file with what became of it, as CSV. @throws Complaint where it cannot be written */
export async function writeReport(file: string, rows: readonly PlannedRow[]): Promise<void> {
  const stream = createWriteStream(file, { mode: OWNERS_ONLY });
  try {
    const header = ['line', 'status', 'player', 'round', 'infraction', 'sanction', 'penalty', 'category', 'ruling', 'why'];
    stream.write(`\uFEFF${csvLine(header)}`);
    for (const each of rows) {
      const { line, status, player, round, infraction, sanction, penalty, category, ruling, why } = reportedRow(each);
      const fits = stream.write(csvLine([line, status, player, round, infraction, sanction, penalty, category, ruling, why]));
      if (!fits) await new Promise<void>((resolve) => stream.once('drain', () => resolve()));
    }
    stream.end();
    await finished(stream);
  } catch (error) {
    throw new Complaint(`${file} cannot be written: ${(error as Error).message}.`);
  }
}

const STATUSES: readonly RowStatus[] = [
  'would be recorded',
  'recorded',
  'already there',
  'needs an answer',
  'left out',
  'refused',
  'not reached',
];

/** How many rows have each status; only those that there are. */
export function countsOf(rows: readonly PlannedRow[]): ReadonlyMap<RowStatus, number> {
  const counts = new Map<RowStatus, number>();
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return new Map(STATUSES.flatMap((status) => (counts.has(status) ? [[status, counts.get(status) ?? 0] as const] : [])));
}

const SHOWN = 12;
const COUNTS_WIDTH = 7;

/** The summary: the counts first, then what each would give, what is asked, and what is refused and why. */
export function showReport(
  screen: Screen,
  {
    rows,
    questions,
    edition,
    asked,
  }: { rows: readonly PlannedRow[]; questions: Pick<Questions, 'open' | 'unheard'>; edition: Edition; asked: number },
): void {
  for (const [status, number] of countsOf(rows))
    screen.line(`${screen.paint('bold', String(number).padStart(COUNTS_WIDTH))}  ${screen.paint(STYLES[status], status)}`);
  if (asked > 0) {
    screen.paragraph(`With them Warnings add up: the head judge is asked about ${asked === 1 ? '1 Game Loss' : `${asked} Game Losses`}.`, {
      style: 'magenta',
    });
  }
  showGiven(screen, rows, edition);
  if (questions.open.length > 0) showQuestions(screen, questions);
  showRefused(screen, rows);
}

const STYLES = {
  'would be recorded': 'green',
  recorded: 'green',
  'already there': 'dim',
  'needs an answer': 'magenta',
  'left out': 'dim',
  refused: 'red',
  'not reached': 'yellow',
} as const satisfies Record<RowStatus, unknown>;

function showGiven(screen: Screen, rows: readonly PlannedRow[], edition: Edition): void {
  const given = new Map<string, number>();
  for (const { command, status } of rows) {
    if (!command || (status !== 'recorded' && status !== 'would be recorded')) continue;
    const { penalty, category } = command.ruling;
    const words = `${categoryOf(edition, category)?.name ?? category}: ${PENALTY_NAMES[penalty]}`;
    given.set(words, (given.get(words) ?? 0) + 1);
  }
  if (given.size === 0) return;
  screen.heading('What they give');
  const most = [...given].sort(([, one], [, other]) => other - one);
  for (const [words, number] of most.slice(0, SHOWN))
    screen.paragraph(`${String(number).padStart(COUNTS_WIDTH)}  ${words}`.trimStart(), { hang: 2 });
  andMore(screen, most.length);
}

function showQuestions(screen: Screen, { open: questions, unheard }: Pick<Questions, 'open' | 'unheard'>): void {
  screen.heading('Questions');
  for (const { kind, about, asks, choices, rows, lines, isOfEachRow } of questions.slice(0, SHOWN)) {
    screen.paragraph(`${kind} ${about === '' ? '(empty)' : about} (${linesOf(lines, rows)})`, { hang: 2, style: 'magenta' });
    screen.paragraph(asks, { indent: 2 });
    screen.paragraph(`Answer: ${[...choices, SKIP].join(' | ')}`, { indent: 2, hang: 2, style: 'dim' });
    if (isOfEachRow && rows > 1)
      screen.paragraph('Each row is asked for itself; an answer with no row is for all.', { indent: 2, style: 'dim' });
  }
  andMore(screen, questions.length);
  for (const { where } of unheard.slice(0, SHOWN)) {
    screen.paragraph(`${where}: no row asks for this answer. Has a spreadsheet program changed the words?`, { style: 'yellow' });
  }
}

function showRefused(screen: Screen, rows: readonly PlannedRow[]): void {
  const reasons = new Map<string, number[]>();
  for (const { line, why } of rows) {
    if (why === null) continue;
    const reason = why.replace(/^Line \d+[,:] /, '').replace(/^column/, 'Column');
    const lines = reasons.get(reason);
    if (lines) lines.push(line);
    else reasons.set(reason, [line]);
  }
  if (reasons.size === 0) return;
  screen.heading('Refused');
  for (const [reason, lines] of [...reasons].slice(0, SHOWN))
    screen.paragraph(`${linesOf(lines.slice(0, 5), lines.length)}: ${reason}`, { hang: 2 });
  andMore(screen, reasons.size);
}

function andMore(screen: Screen, number: number): void {
  if (number > SHOWN) screen.paragraph(`… and ${number - SHOWN} more; --report <file.csv> has every row.`, { style: 'dim' });
}

/** "line 4", "12 rows: lines 4, 7, 9, …" */
function linesOf(lines: readonly number[], rows: number): string {
  if (rows === 1) return `line ${lines.join('')}`;
  return `${rows} rows: lines ${lines.join(', ')}${rows > lines.length ? ', …' : ''}`;
}
