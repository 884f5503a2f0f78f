import { Complaint } from '../complaint.js';

/** A field with the line on which it begins (from 1). */
export interface Field {
  readonly text: string;
  readonly line: number;
}

/** Where reading a CSV file stopped; `column` counts the fields of a record from 1. */
export function misread(line: number, column: number, what: string): Complaint {
  return new Complaint(`Line ${line}, column ${column}: ${what}.`);
}

/**
 * Reads CSV (RFC 4180): records of fields; a field in quotes may hold commas, line breaks and doubled quotes. Lines may also end with LF
 * alone, a byte order mark is skipped, and an empty line is no record.
 *
 * @throws Complaint naming line and column.
 */
export function recordsIn(csv: string): Field[][] {
  const records: Field[][] = [];
  let record: Field[] = [];
  let line = 1;
  for (let at = csv.startsWith('\uFEFF') ? 1 : 0; at < csv.length;) {
    const { field, end } = fieldAt(csv, at, line, record.length + 1);
    record.push(field);
    line += csv.slice(at, end).split('\n').length - 1;
    at = end;
    if (csv[at] === ',' && at + 1 < csv.length) {
      at += 1;
      continue;
    }
    if (csv[at] === ',') record.push({ text: '', line });
    at = csv.startsWith('\r\n', at) ? at + 2 : at + 1;
    if (record.length > 1 || record[0]?.text !== '') records.push(record);
    record = [];
    line += 1;
  }
  return records;
}

/** The field that begins at `at`; `end` is where its comma or line break stands, or the end of the text. */
function fieldAt(csv: string, at: number, line: number, column: number): { field: Field; end: number } {
  if (csv[at] !== '"') {
    const end = endOfPlain(csv, at);
    const text = csv.slice(at, end);
    if (text.includes('"')) throw misread(line, column, 'a quote inside a field; put the whole field in quotes and double the quote');
    return { field: { text, line }, end };
  }
  let text = '';
  for (let from = at + 1; ;) {
    const quote = csv.indexOf('"', from);
    if (quote < 0) throw misread(line, column, 'the quote that opens here is never closed');
    text += csv.slice(from, quote);
    if (csv[quote + 1] === '"') {
      text += '"';
      from = quote + 2;
      continue;
    }
    const end = quote + 1;
    if (end < csv.length && endOfPlain(csv, end) !== end) throw misread(line, column, 'something follows the closing quote');
    return { field: { text, line }, end };
  }
}

function endOfPlain(csv: string, at: number): number {
  const found = csv.slice(at).search(/,|\r?\n/);
  return found < 0 ? csv.length : at + found;
}
