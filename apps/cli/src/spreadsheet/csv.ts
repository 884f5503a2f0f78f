import { Complaint } from '../complaint.js';

/** A field with the line on which it begins (from 1). */
export interface Field {
  readonly text: string;
  readonly line: number;
}

/** A record of a CSV file: its fields, at least one; it begins on the line of the first. */
export type Row = readonly [Field, ...Field[]];

/** Where reading a file stopped; `column` counts the fields of a record from 1. */
export function misread(line: number, column: number, what: string): Complaint {
  return new Complaint(`Line ${line}, column ${column}: ${what}.`);
}

/** A record holds less than this many characters; a quote that is never closed swallows the file, and is found out here. */
const LONGEST_RECORD = 262_144;

/** What no text has: control characters but tab and line breaks, and the sign for a letter that was lost. */
// eslint-disable-next-line no-control-regex -- it is about them
const NO_LETTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/;

/**
 * Reads CSV (RFC 4180) as its text comes in, however it is cut: a field in quotes may hold delimiters, line breaks and doubled quotes. Lines
 * may also end with LF or CR alone, and an empty line is no record. Every field knows its line, which is why the project reads CSV itself.
 *
 * @throws Complaint naming line and column.
 */
export class CsvReader {
  #state: 'begin' | 'plain' | 'quoted' | 'after quote' = 'begin';
  #fields: Field[] = [];
  #text = '';
  #length = 0;
  #line = 1;
  #fieldLine = 1;
  #afterCr = false;

  constructor(private readonly delimiter: string) {}

  /** The records that are complete with this piece of the text. */
  *read(piece: string): Generator<Row> {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece[at] ?? '';
      if (this.#afterCr) {
        this.#afterCr = false;
        if (sign === '\n') {
          // The second half of CRLF; within quotes it is a part of the text.
          if (this.#state !== 'quoted') from = at + 1;
          continue;
        }
      }
      if (this.#state === 'quoted') {
        if (sign === '\n' || sign === '\r') this.#newLine(sign);
        if (sign !== '"') continue;
        this.#take(piece.slice(from, at));
        this.#state = 'after quote';
        continue;
      }
      if (this.#state === 'after quote' && sign === '"') {
        this.#take('"');
        this.#state = 'quoted';
        from = at + 1;
        continue;
      }
      if (sign === this.delimiter || sign === '\n' || sign === '\r') {
        if (this.#state === 'plain') this.#take(piece.slice(from, at));
        this.#endField();
        from = at + 1;
        if (sign === this.delimiter) continue;
        this.#newLine(sign);
        const row = this.#endRecord();
        if (row) yield row;
        continue;
      }
      if (this.#state === 'after quote') throw this.#misread('something follows the closing quote');
      if (this.#state === 'begin') {
        this.#fieldLine = this.#line;
        this.#state = sign === '"' ? 'quoted' : 'plain';
        from = sign === '"' ? at + 1 : at;
      } else if (sign === '"') {
        throw this.#misread('a quote inside a field; put the whole field in quotes and double the quote');
      }
    }
    if (this.#state === 'plain' || this.#state === 'quoted') this.#take(piece.slice(from));
  }

  /** The last record, where no line break ends it. */
  *end(): Generator<Row> {
    if (this.#state === 'quoted') throw this.#misread('the quote that opens here is never closed');
    if (this.#state === 'begin' && this.#fields.length === 0) return;
    this.#endField();
    const row = this.#endRecord();
    if (row) yield row;
  }

  #take(text: string): void {
    this.#text += text;
    this.#length += text.length;
    if (this.#length <= LONGEST_RECORD) return;
    throw this.#misread(
      this.#state === 'quoted' ? 'the quote that opens here is not closed for very long: is it a quote too many' : 'the record is too long',
    );
  }

  #endField(): void {
    if (this.#state === 'begin') this.#fieldLine = this.#line;
    const strange = NO_LETTER.exec(this.#text)?.[0];
    if (strange !== undefined) {
      throw this.#misread(
        strange === '\ufffd'
          ? 'a letter was lost here when the file was saved: save it again as UTF-8'
          : `a sign that no text has (U+${strange.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}): save the file again as UTF-8`,
      );
    }
    this.#fields.push({ text: this.#text, line: this.#fieldLine });
    this.#text = '';
    this.#state = 'begin';
  }

  #endRecord(): Row | undefined {
    const [first, ...others] = this.#fields;
    this.#fields = [];
    this.#length = 0;
    return first === undefined || (others.length === 0 && first.text === '') ? undefined : [first, ...others];
  }

  #newLine(sign: string): void {
    this.#line += 1;
    this.#afterCr = sign === '\r';
  }

  #misread(what: string): Complaint {
    return misread(this.#fieldLine, this.#fields.length + 1, what);
  }
}

/** A line of CSV (RFC 4180) that no spreadsheet takes for a formula: a field that would begin one has an apostrophe before it. */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map((field) => quoted(harmless(String(field ?? '')))).join(',')}\r\n`;
}

const FORMULA = /^[=+\-@\t\r]/;

/** Whether a spreadsheet would take a text for a formula. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

function harmless(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** A field as it was before {@link csvLine} made it harmless. */
export function unharmed(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
