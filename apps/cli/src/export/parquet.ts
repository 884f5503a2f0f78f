import { rm } from 'node:fs/promises';
import { columnsOf } from '@ladder/projections';
import type { AnalyticsProjection, AnalyticsQuestion, AnalyticsRow } from '@ladder/projections';
import { Complaint } from '../complaint.js';
import { linesInto } from './lines.js';
import type { Writing } from './lines.js';
import { newFile } from './new-file.js';

/** The package that writes Parquet. It brings a whole database, so that it is no part of this one. */
const DUCKDB = '@duckdb/node-api' as string;

/** As much of the package as is used here. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>; closeSync(): void }>;
  };
}

/** Columns of keys that are numbers. */
const WHOLE_KEYS = ['round', 'distance'];

/**
 * Writes rows as Parquet to a new file: DuckDB reads them from a temporary one beside it.
 *
 * @throws what {@link duckDb} throws.
 */
export async function writeParquet(
  file: string,
  projection: AnalyticsProjection,
  question: AnalyticsQuestion,
  rows: Iterable<AnalyticsRow>,
  writing: Writing,
): Promise<void> {
  const { screen } = writing;
  const { DuckDBInstance } = await duckDb();
  await newFile(file, async (unfinished) => {
    const lines = `${unfinished}.ndjson`;
    try {
      await linesInto(lines, ndjson(rows), writing);
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      try {
        const columns = columnsOf(projection, question).map((column) => `${column}: ${text(typeOf(projection, column))}`);
        const source = `read_json(${text(lines)}, format = 'newline_delimited', columns = {${columns.join(', ')}})`;
        await connection.run(`COPY (SELECT * FROM ${source}) TO ${text(unfinished)} (FORMAT parquet)`);
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    } finally {
      await rm(lines, { force: true });
    }
    writing.stopping.throwIfAborted();
  });
  screen.progressed();
  screen.note(`${file} is written.`);
}

function* ndjson(rows: Iterable<AnalyticsRow>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

function typeOf({ figures }: AnalyticsProjection, column: string): string {
  if (column === 'suppressed') return 'BOOLEAN';
  return column in figures || column === 'persons' || WHOLE_KEYS.includes(column) ? 'BIGINT' : 'VARCHAR';
}

/** A text in SQL. */
function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** The package, where it was installed. @throws Complaint that says how to get it where it was not. */
export async function duckDb(): Promise<DuckDb> {
  try {
    return (await import(DUCKDB)) as DuckDb;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.endsWith('MODULE_NOT_FOUND')) throw error;
    throw new Complaint(
      `Parquet is written by DuckDB, which is not installed: run "npm install --no-save ${DUCKDB}" in the checkout, then this again.`,
    );
  }
}
