import { pseudonymsOf } from '@ladder/access';
import { ANALYTICS, columnsOf } from '@ladder/projections';
import type { AnalyticsProjection, AnalyticsQuestion, AnalyticsReader } from '@ladder/projections';
import { Complaint } from '../complaint.js';
import { writeCsv, writeNdjson } from '../export/lines.js';
import { placeOfNew } from '../export/new-file.js';
import { duckDb, writeParquet } from '../export/parquet.js';
import { dataFolder, folderKeys } from '../folder/data-folder.js';
import { Files } from '../folder/files.js';
import { showAnalytics } from '../screen/show-analytics.js';
import type { Surroundings } from '../surroundings.js';

export interface AnalyticsOptions extends AnalyticsQuestion {
  /** Where the rows go instead of the screen: a file, or `-` for standard output. */
  readonly csv?: string;
  readonly ndjson?: string | true;
  readonly parquet?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/**
 * Tells what all tournaments of a data folder together show: one projection, or all of them. Everything is counted anew from the ledgers, in a
 * temporary file.
 */
export async function analytics(surroundings: Surroundings, name: string | undefined, options: AnalyticsOptions): Promise<void> {
  const { screen, env, stopping } = surroundings;
  const projections = wanted(name, options);
  const { from, to, level, group, data } = options;
  if (from !== undefined && to !== undefined && from > to)
    throw new Complaint(`--from ${from} is after --to ${to}: there is no day between them.`);
  // What stands in the way of a file is told before a season is counted.
  for (const file of [options.csv, options.ndjson, options.parquet]) if (typeof file === 'string' && file !== '-') placeOfNew(file);
  if (options.parquet !== undefined) await duckDb();
  const folder = dataFolder(data, env);
  const settings = {
    pseudonym: pseudonymsOf(folderKeys(folder, env)),
    report: (_what: string, error: unknown) => screen.note(error instanceof Error ? error.message : String(error)),
    progress: (done: number, total: number) => screen.progress(`${done} of ${total} events…`),
    signal: stopping,
  };
  try {
    await Files.reading(folder, env, (files) =>
      files.analytics(settings, async (reader) => {
        screen.progressed();
        await tell(surroundings, reader, projections, { from, to, level, group }, options);
      }),
    );
  } catch (error) {
    throw stopping.aborted ? new Complaint('Stopped before the end: nothing was written.') : error;
  }
}

/** The projections that are asked for. @throws Complaint where a name, a group or a file does not go with them. */
function wanted(name: string | undefined, { group, csv, ndjson, parquet, json }: AnalyticsOptions): readonly AnalyticsProjection[] {
  const ways = [csv, ndjson, parquet, json].filter((each) => each !== undefined).length;
  if (ways > 1) throw new Complaint('Choose one of --json, --csv, --ndjson and --parquet.');
  const names = ANALYTICS.map((each) => each.name).join(', ');
  if (name === undefined) {
    if (csv !== undefined || parquet !== undefined) throw new Complaint(`A file holds one table: name one of ${names}.`);
    if (group !== undefined) throw new Complaint(`--group goes with one projection: name one of ${names}.`);
    return ANALYTICS;
  }
  const projection = ANALYTICS.find((each) => each.name === name);
  if (!projection) throw new Complaint(`There is no projection ${name}: choose one of ${names}.`);
  const { groups } = projection;
  if (group !== undefined && !groups.includes(group)) {
    throw new Complaint(
      groups.length === 0 ? `${name} has no groups: leave --group out.` : `--group of ${name} is one of ${groups.join(', ')}.`,
    );
  }
  return [projection];
}

async function tell(
  { screen, stopping }: Surroundings,
  reader: AnalyticsReader,
  projections: readonly AnalyticsProjection[],
  question: AnalyticsQuestion,
  { csv, ndjson, parquet, json }: AnalyticsOptions,
): Promise<void> {
  const [first] = projections;
  if (!first) return;
  const writing = { screen, stopping, progress: (rows: number) => screen.progress(`${rows} rows…`) };
  const rowsOf = (projection: AnalyticsProjection) => reader.rows(projection, question);
  if (csv !== undefined) return writeCsv(csv, columnsOf(first, question), rowsOf(first), writing);
  if (parquet !== undefined) return writeParquet(parquet, first, question, rowsOf(first), writing);
  if (ndjson !== undefined) {
    const lines = function* () {
      for (const each of projections) for (const row of rowsOf(each)) yield { projection: each.name, ...row };
    };
    return writeNdjson(ndjson === true ? '-' : ndjson, lines(), writing);
  }
  const answers = projections.map((projection) => {
    const { name, counts, groups } = projection;
    return { projection: name, counts, groups, suppressed: reader.suppressed(projection, question) };
  });
  if (json) {
    screen.json(answers.map((answer, index) => ({ ...answer, rows: [...rowsOf(projections[index] ?? first)] })));
    return;
  }
  for (const [index, { suppressed }] of answers.entries()) {
    const projection = projections[index] ?? first;
    await showAnalytics(screen, projection, question, rowsOf(projection), { suppressed, among: answers.length > 1, stopping });
  }
}
