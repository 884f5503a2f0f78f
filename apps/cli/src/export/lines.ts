import { open } from 'node:fs/promises';
import type { AnalyticsRow } from '@ladder/projections';
import { csvLine } from '../spreadsheet/csv.js';
import type { Screen } from '../screen/screen.js';
import { newFile } from './new-file.js';

/** What is written at a time, in UTF-16 units: an export of any size takes no more memory than this. */
const CHUNK = 65_536;

export interface Writing {
  readonly screen: Screen;
  /** Ends it when it is aborted: nothing is left behind then. */
  readonly stopping: AbortSignal;
  /** Told how many rows are written. */
  readonly progress: (rows: number) => void;
}

/** Writes rows as CSV (RFC 4180), a line with the columns first, to a new file or, for `-`, to standard output. */
export async function writeCsv(file: string, columns: readonly string[], rows: Iterable<AnalyticsRow>, writing: Writing): Promise<void> {
  await writeLines(file, linesOf(columns, rows), writing);
}

function* linesOf(columns: readonly string[], rows: Iterable<AnalyticsRow>): Generator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(columns.map((column) => fieldOf(row[column])));
}

function fieldOf(value: AnalyticsRow[string] | undefined): string | number | null {
  return typeof value === 'boolean' ? String(value) : (value ?? null);
}

/** Writes rows as JSON, one on each line, to a new file or, for `-`, to standard output. */
export async function writeNdjson(file: string, rows: Iterable<AnalyticsRow>, writing: Writing): Promise<void> {
  const lines = function* () {
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
  };
  await writeLines(file, lines(), writing);
}

async function writeLines(file: string, lines: Iterable<string>, writing: Writing): Promise<void> {
  const { screen } = writing;
  if (file === '-') {
    await inChunks(lines, writing, (chunk) => screen.write(chunk));
    return;
  }
  await newFile(file, (unfinished) => linesInto(unfinished, lines, writing));
  screen.progressed();
  screen.note(`${file} is written.`);
}

/** Writes lines into a file that exists, and has them on disk. */
export async function linesInto(file: string, lines: Iterable<string>, writing: Writing): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await inChunks(lines, writing, async (chunk) => {
      await handle.writeFile(chunk);
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function inChunks(lines: Iterable<string>, { stopping, progress }: Writing, write: (chunk: string) => Promise<void>): Promise<void> {
  let chunk = '';
  let rows = 0;
  for (const line of lines) {
    chunk += line;
    rows += 1;
    if (chunk.length < CHUNK) continue;
    await write(chunk);
    chunk = '';
    stopping.throwIfAborted();
    progress(rows);
  }
  await write(chunk);
  stopping.throwIfAborted();
}
