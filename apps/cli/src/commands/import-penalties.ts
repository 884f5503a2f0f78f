import { constants, accessSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setImmediate as letOthersGo } from 'node:timers/promises';
import { Wordings } from '@ladder/editions';
import type { Api } from '../api/api.js';
import { withServer } from '../api/with-server.js';
import { Complaint } from '../complaint.js';
import { dataFolder, folderKeys } from '../folder/data-folder.js';
import { columnTitles, columnWords, columnsOf, mapped } from '../spreadsheet/columns.js';
import { Zone } from '../imports/local-time.js';
import type { DateOrder } from '../imports/local-time.js';
import { wordingsIn } from '../imports/own-wordings.js';
import { planned } from '../imports/penalty-plan.js';
import { recorded } from '../imports/penalty-recording.js';
import { countsOf, reportedRow, showReport, writeReport } from '../imports/penalty-report.js';
import { PENALTY_COLUMNS, assertColumns } from '../imports/penalty-row.js';
import { Players, enrolledIn } from '../imports/players.js';
import { Questions } from '../imports/questions.js';
import type { Reference } from '../imports/reference.js';
import { Rehearsal } from '../imports/rehearsal.js';
import { answersIn, assertNoReview, writeReview } from '../imports/review-file.js';
import { RowKeys } from '../imports/row-keys.js';
import { openSpreadsheet, placedIn, placedInAsync } from '../spreadsheet/spreadsheet.js';
import type { Spreadsheet } from '../spreadsheet/spreadsheet.js';
import { count } from '../screen/words.js';
import type { Surroundings } from '../surroundings.js';

export interface ImportPenaltiesOptions {
  readonly tournament: string;
  readonly record?: boolean;
  readonly zone?: string;
  readonly dates?: DateOrder;
  readonly map?: readonly string[];
  readonly wordings?: string;
  readonly answers?: readonly string[];
  readonly review?: string;
  readonly report?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/**
 * Takes over the penalties of another tool from a spreadsheet: shows what each row would do, and does it where `record` says so. What is not
 * certain is asked in a review file, and given back answered.
 */
export async function importPenalties(surroundings: Surroundings, file: string, options: ImportPenaltiesOptions): Promise<void> {
  const { screen, env, stopping } = surroundings;
  const { tournament, record = false, review, report, json } = options;
  assertWritable(file, options);
  const zone = options.zone === undefined ? null : zoneNamed(options.zone);
  const answers = await answersIn(options.answers ?? []);
  const sheet = await openSpreadsheet(file, PENALTY_COLUMNS);
  const folder = dataFolder(options.data, env);
  await withServer(folder, surroundings, async (api) => {
    const columns = columnsIn(sheet, options.map ?? []);
    const rehearsal = await Rehearsal.of(api, tournament, (events) => screen.progress(`Reading the ledger: ${events} events…`));
    const { edition, level } = rehearsal;
    const reference: Reference = {
      edition,
      level,
      wordings: new Wordings(edition, options.wordings === undefined ? [] : await wordingsIn(options.wordings, edition)),
      players: new Players(await enrolledIn(api, tournament)),
      questions: new Questions(answers),
      zone,
      dateOrder: options.dates ?? null,
      columnAt: (column) => (columns.get(column) ?? columns.get(column === 'time' ? 'date' : 'last') ?? 0) + 1,
    };
    const keys = new RowKeys(folderKeys(folder, env), 'import-penalty', tournament);
    const heed = async (what: 'read' | 'rehearsed', rows: number) => {
      screen.progress(`${file}: ${rows} rows ${what}…`);
      // Ctrl-C is heard only by who lets go of the thread.
      await letOthersGo();
      if (stopping.aborted) throw new Complaint('Stopped. Nothing of this file was recorded now.');
    };
    const { rows, ready } = await placedInAsync(file, () => planned(sheet, columns, reference, { rehearsal, keys, heed }));
    const failure = record ? await recordedAsFar(api, surroundings, { tournament, ready, reference }) : null;
    screen.progressed();

    const questions = reference.questions.open;
    if (review !== undefined && questions.length > 0) writeReview(review, reference.questions.toReview());
    if (report !== undefined) await writeReport(report, rows);
    if (json) {
      const counts = Object.fromEntries(countsOf(rows));
      const found = { encoding: sheet.encoding.name, delimiter: sheet.delimiter, columns: columnTitles(sheet.header, columns) };
      screen.json({
        tournament,
        file,
        ...found,
        isRecorded: record,
        counts,
        gameLossesAsked: rehearsal.newlyAsked,
        questions,
        rows: rows.map(reportedRow),
      });
    } else {
      screen.paragraph(`${file}: ${count(rows.length, 'row')}, ${sheet.encoding.name}, parted by ${sheet.delimiter}.`, { style: 'bold' });
      screen.paragraph(`Columns: ${columnWords(sheet.header, columns)}. Not so? --map round=Rd`, { hang: 2, style: 'dim' });
      showReport(screen, { rows, questions: reference.questions, edition, asked: rehearsal.newlyAsked });
      showNext(surroundings, { record, ready: ready.length, questions: questions.length, review, isAnswered: answers.size > 0 });
    }
    if (failure) throw failure;
    if (record && stopping.aborted) throw new Complaint('Stopped. What is recorded is whole: the same command goes on from there.');
  });
}

/** What is written at the end is looked at before anything is recorded, and never takes the place of what was read. @throws Complaint */
function assertWritable(file: string, { answers = [], wordings, review, report }: ImportPenaltiesOptions): void {
  if (review !== undefined) assertNoReview(review);
  const taken = [file, ...answers, ...[wordings, review].filter((each) => each !== undefined)].map((each) => resolve(each));
  if (report !== undefined && taken.includes(resolve(report))) {
    throw new Complaint(`${report} holds something else already: name another file for the report.`);
  }
  for (const each of [review, report]) {
    if (each === undefined) continue;
    try {
      accessSync(dirname(resolve(each)), constants.W_OK);
    } catch (error) {
      throw new Complaint(`${each} cannot be written: there is no such folder, or it is not yours to write in.`, { cause: error });
    }
  }
}

/** Records, and keeps what cut it off: the report is wanted all the same. */
async function recordedAsFar(
  api: Api,
  { screen, stopping }: Surroundings,
  { tournament, ready, reference }: { tournament: string; ready: Parameters<typeof recorded>[2]; reference: Reference },
): Promise<Complaint | null> {
  try {
    const progress = (rows: number) => screen.progress(`Recorded ${rows} of ${ready.length}…`);
    await recorded(api, tournament, ready, { reference, stopping, progress });
    return null;
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    return new Complaint(`${error.message} What is recorded is whole: the same command goes on from there.`);
  }
}

function showNext(
  { screen }: Surroundings,
  {
    record,
    ready,
    questions,
    review,
    isAnswered,
  }: { record: boolean; ready: number; questions: number; review: string | undefined; isAnswered: boolean },
): void {
  screen.line();
  if (questions > 0) {
    const where = review === undefined ? 'Have the questions written with --review questions.csv' : `The questions are in ${review}`;
    const further = isAnswered ? 'a further ' : '';
    screen.paragraph(`${where}; answer them there, and give it back with ${further}--answers ${review ?? 'questions.csv'}.`, {
      style: 'magenta',
    });
  }
  if (!record && ready > 0) {
    const without = review !== undefined && questions > 0 ? ', and without --review,' : '';
    screen.paragraph(`Nothing is recorded yet: the same command with --record${without} does it.`, { style: 'green' });
  }
}

function columnsIn(sheet: Spreadsheet, map: readonly string[]) {
  return placedIn(sheet.file, () => {
    const columns = columnsOf(sheet.header, PENALTY_COLUMNS, mapped(map));
    assertColumns(sheet.header, columns);
    return columns;
  });
}

function zoneNamed(name: string): Zone {
  try {
    return new Zone(name);
  } catch (error) {
    throw new Complaint(`There is no time zone ${name}: name one such as Europe/Berlin or America/Chicago.`, { cause: error });
  }
}
