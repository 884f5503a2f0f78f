import { Complaint } from '../complaint.js';
import { titleKey } from './columns.js';
import type { KnownColumns } from './columns.js';
import { CsvReader, misread } from './csv.js';
import type { Row } from './csv.js';
import { encodingOf, textOf } from './encoding.js';
import type { Encoding } from './encoding.js';

const DELIMITERS: readonly (readonly [string, string])[] = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
];
/** Spreadsheet programs may begin a file with a line that names the delimiter. */
const NAMED_DELIMITER = /^"?sep=([,;\t])"?\r?\n/i;
/** A header is not longer than this. */
const HEADER_SIGNS = 65_536;

/** A file with a header and rows, as it was found. */
export interface Spreadsheet {
  readonly file: string;
  readonly encoding: Encoding;
  /** "commas", "semicolons" or "tabs". */
  readonly delimiter: string;
  readonly header: Row;
  /** The rows below the header, read as they are asked for; once. */
  readonly rows: AsyncGenerator<Row, void>;
}

/**
 * Opens a spreadsheet that was saved as CSV, in whatever encoding and with whatever delimiter; the delimiter is the one under which most
 * titles are known, or else stand apart. Complaints begin with the name of the file.
 *
 * @throws Complaint naming line and column.
 */
export async function openSpreadsheet(file: string, known: KnownColumns<string>): Promise<Spreadsheet> {
  const encoding = await encodingOf(file);
  const pieces = textOf(file, encoding);
  let beginning = '';
  for (; beginning.length < HEADER_SIGNS;) {
    const { value, done } = await pieces.next();
    if (done) break;
    beginning += value;
  }
  const namedDelimiter = NAMED_DELIMITER.exec(beginning);
  const [delimiter, delimiterName] = DELIMITERS.find(([sign]) => sign === namedDelimiter?.[1]) ?? delimiterIn(beginning, known);
  const records = rowsIn({ file, encoding }, namedDelimiter ? beginning.replace(NAMED_DELIMITER, '\n') : beginning, pieces, delimiter);
  const { value: header, done } = await records.next();
  if (done) throw new Complaint(`${file}: ${misread(1, 1, 'the file is empty; it begins with a line that names its columns').message}`);
  return { file, encoding, delimiter: delimiterName, header, rows: records };
}

async function* rowsIn(
  { file, encoding }: Pick<Spreadsheet, 'file' | 'encoding'>,
  beginning: string,
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<Row, void> {
  const reader = new CsvReader(delimiter);
  // All of a file is UTF-8 or none of it is taken for that: a name of two encodings would be enrolled misspelt.
  const read = encoding.label === 'windows-1252' ? ofOneEncoding : (rows: Iterable<Row>) => rows;
  try {
    yield* read(reader.read(beginning));
    for await (const piece of pieces) yield* read(reader.read(piece));
    yield* read(reader.end());
  } catch (error) {
    throw error instanceof Complaint ? inFile(file, error) : error;
  }
}

/** How a letter of UTF-8 looks that is read as Windows-1252. */
const LETTER_OF_UTF_8 = /[ÂÃ][\u00a0-\u00bf]/;

function* ofOneEncoding(rows: Iterable<Row>): Generator<Row> {
  for (const row of rows) {
    for (const [at, { text, line }] of row.entries()) {
      const letter = LETTER_OF_UTF_8.exec(text)?.[0];
      if (letter === undefined) continue;
      throw misread(line, at + 1, `${letter} is one letter in UTF-8, but not all of the file is UTF-8: save it again as UTF-8`);
    }
    yield row;
  }
}

/** A complaint about a place in a file, with its name. */
export function inFile(file: string, { message }: Complaint): Complaint {
  return new Complaint(`${file}: ${message}`);
}

/** Does something with what a file holds: a complaint about a place in it is told with its name. */
export function placedIn<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw placed(file, error);
  }
}

/** The same where it takes a while. */
export async function placedInAsync<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw placed(file, error);
  }
}

function placed(file: string, error: unknown): unknown {
  return error instanceof Complaint && /^(Line|It) /.test(error.message) ? inFile(file, error) : error;
}

function delimiterIn(beginning: string, known: KnownColumns<string>): readonly [string, string] {
  const titles = new Set(Object.values(known).flat().map(titleKey));
  const scored = DELIMITERS.map((each) => {
    const header = headerUnder(beginning, each[0]);
    return { each, known: header.filter((title) => titles.has(titleKey(title))).length, columns: header.length };
  });
  const [best] = scored.sort((one, other) => other.known - one.known || other.columns - one.columns);
  return best?.each ?? [',', 'commas'];
}

/** The titles as a delimiter parts them; none where the beginning cannot be read so. */
function headerUnder(beginning: string, delimiter: string): string[] {
  const reader = new CsvReader(delimiter);
  try {
    for (const rows of [reader.read(beginning), reader.end()]) for (const row of rows) return row.map(({ text }) => text);
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
  }
  return [];
}
