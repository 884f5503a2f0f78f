import { pseudonymsOf } from '@ladder/access';
import type { Level } from '@ladder/editions';
import { tournamentView } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import type { AnalyticsQuestion } from '@ladder/projections';
import { writeFile } from 'node:fs/promises';
import { capital, counted } from '../charts/numbers.js';
import { Complaint, lineOf } from '../complaint.js';
import { newFile, placeOfNew } from '../export/new-file.js';
import { dataFolder, folderKeys } from '../folder/data-folder.js';
import { Files } from '../folder/files.js';
import { knownTournament } from '../folder/find.js';
import { analystsReport } from '../report/analysts.js';
import type { Source } from '../report/analysts.js';
import { headJudgeReport } from '../report/head-judge.js';
import type { Surroundings } from '../surroundings.js';

/** What stands in the place of a tournament's id for all of them together. */
const SEASON = 'season';

export interface ReportOptions {
  readonly out: string;
  /** Without names, for those who are no judges of the tournament. */
  readonly analyst?: boolean;
  readonly asOf?: number;
  /** Of a season: only rulings of these days, `YYYY-MM-DD`, UTC, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly level?: Level;
  readonly data?: string;
  readonly json?: boolean;
}

/** Writes a report to a new file that a browser shows without a network: of a tournament for its judges or for analysts, or of a season. */
export async function report(surroundings: Surroundings, what: string, options: ReportOptions): Promise<void> {
  const { screen, env } = surroundings;
  const file = placeOfNew(options.out);
  checked(what, options);
  const text = await Files.reading(dataFolder(options.data, env), env, (files) => textOf(surroundings, files, what, options));
  screen.progressed();
  await newFile(file, (unfinished) => writeFile(unfinished, text));
  const form = what === SEASON || options.analyst ? 'analysts' : 'judges';
  if (options.json) {
    screen.json({ file, report: what, form });
    return;
  }
  screen.paragraph(`${file} holds the report of ${what === SEASON ? 'the season' : what}.`, { style: 'green' });
  screen.paragraph(
    form === 'judges'
      ? 'It names players: it is for the judges of this tournament. Without names: --analyst'
      : 'It names nobody, and tells nothing of too few persons.',
  );
}

function checked(what: string, { analyst, asOf, from, to, level }: ReportOptions): void {
  if (what !== SEASON && (from ?? to ?? level) !== undefined)
    throw new Complaint('--from, --to and --level are for the report of a season: ladder report season.');
  if (asOf !== undefined && (what === SEASON || analyst))
    throw new Complaint('--as-of is for the judges’ report of one tournament: analytics count what stands now.');
  if (from !== undefined && to !== undefined && from > to) throw new Complaint(`--from ${from} is after --to ${to}: no day lies between.`);
}

async function textOf(surroundings: Surroundings, files: Files, what: string, options: ReportOptions): Promise<string> {
  if (what === SEASON) return seasonReport(surroundings, files, options);
  const end = await knownTournament(files, what);
  if (options.analyst) return tournamentForAnalysts(surroundings, files, end, options);
  return headJudgeReport(files, options.asOf === undefined ? end : await ledgerAt(files, what, end, options.asOf));
}

/** The ledger as it was right after an earlier event. */
async function ledgerAt(files: Files, tournament: string, end: Ledger, position: number): Promise<Ledger> {
  for await (const { event, ledger } of files.steps(tournament)) if (event.position === position) return ledger;
  throw new Complaint(`${tournament} ends at position ${end.revision}: there is no position ${position}.`);
}

async function tournamentForAnalysts(surroundings: Surroundings, files: Files, ledger: Ledger, options: ReportOptions): Promise<string> {
  const { id, name, level, format } = await files.open(tournamentView(ledger), ledger);
  const title = `Penalties of ${name ?? id}`;
  return analysed(surroundings, files, options, { tournament: id }, { title, about: `${capital(level)}, ${format}` });
}

async function seasonReport(surroundings: Surroundings, files: Files, options: ReportOptions): Promise<string> {
  const { from, to, level } = options;
  let tournaments = 0;
  for (const each of await files.tournaments()) {
    const opening = await files.opening(each);
    if (level === undefined || (opening?.type === 'TournamentOpened' && opening.data.level === level)) tournaments += 1;
  }
  if (tournaments === 0) throw new Complaint(`There is no ${level === undefined ? '' : `${level} `}tournament here yet.`);
  const about = counted(tournaments, `${level === undefined ? '' : `${level} `}tournament`);
  return analysed(surroundings, files, options, { from, to, level }, { title: 'Penalties of the season', about });
}

async function analysed(
  { screen, env, stopping }: Surroundings,
  files: Files,
  { data }: ReportOptions,
  question: AnalyticsQuestion,
  source: Source,
): Promise<string> {
  const settings = {
    pseudonym: pseudonymsOf(folderKeys(dataFolder(data, env), env)),
    report: (what: string, error: unknown) => screen.note(`ladder: ${what}: ${lineOf(error)}`),
    progress: (done: number, of: number) => screen.progress(`Counting: ${done} of ${of} events…`),
    signal: stopping,
  };
  return files
    .analytics(settings, (reader) => analystsReport(reader, question, source))
    .catch((error: unknown) => {
      throw stopping.aborted ? new Complaint('Stopped before the end: nothing was written.') : error;
    });
}
