import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CsvReader, csvLine, unharmed } from './csv.js';

function read(csv: string, { delimiter = ',', cuts = [] as readonly number[] } = {}): string[][] {
  return rows(csv, delimiter, cuts).map((row) => row.map(({ text }) => text));
}

function rows(csv: string, delimiter = ',', cuts: readonly number[] = []) {
  const reader = new CsvReader(delimiter);
  const at = [0, ...cuts.map((cut) => cut % (csv.length + 1)).sort((one, other) => one - other), csv.length];
  const pieces = at.slice(1).map((end, index) => csv.slice(at[index], end));
  return [...pieces.flatMap((piece) => [...reader.read(piece)]), ...reader.end()];
}

/** Any text that a file can hold. */
const texts = fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{Cc}\ufffd]/u.test(text.replace(/[\t\r\n]/g, '')));
const tables = fc.array(fc.array(texts, { minLength: 2, maxLength: 4 }), { maxLength: 6 });

describe('a CSV file', () => {
  it('takes delimiters, quotes and line breaks within quotes, any end of line, and empty lines', () => {
    expect(read('a,b\r\n"Lind, ""the"" Ana",2\n\n"two\r\nlines",\rlast,4')).toEqual([
      ['a', 'b'],
      ['Lind, "the" Ana', '2'],
      ['two\r\nlines', ''],
      ['last', '4'],
    ]);
  });

  it('knows the line of every field', () => {
    const found = rows('a,b\r\n"two\nlines",x\r\n\r\n"cr\ronly",y\rz,z').map((row) => row.map(({ line }) => line));
    expect(found).toEqual([
      [1, 1],
      [2, 3],
      [5, 6],
      [7, 7],
    ]);
  });

  it.each([
    ['name,team\nAna,"Red', 'Line 2, column 2: the quote that opens here is never closed.'],
    ['name,team\nAna,"Red" team', 'Line 2, column 2: something follows the closing quote.'],
    ['name\nAna "A" Lind', 'Line 2, column 1: a quote inside a field; put the whole field in quotes and double the quote.'],
    ['name,team\nAna,R\u0000ed', 'Line 2, column 2: a sign that no text has (U+0000): save the file again as UTF-8.'],
    ['name\n\nJos\ufffd', 'Line 3, column 1: a letter was lost here when the file was saved: save it again as UTF-8.'],
    [`a,b\n1,"${'x'.repeat(300_000)}`, 'Line 2, column 2: the quote that opens here is not closed for very long: is it a quote too many.'],
  ])('says where it cannot be read (%#)', (csv, message) => {
    expect(() => read(csv)).toThrow(message);
  });

  it('reads whatever was written, with any delimiter, however it is cut', () => {
    fc.assert(
      fc.property(
        tables,
        fc.constantFrom(',', ';', '\t'),
        fc.array(fc.nat()),
        fc.constantFrom('\n', '\r\n', '\r'),
        (table, delimiter, cuts, end) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const csv = table.map((record) => `${record.map(quoted).join(delimiter)}${end}`).join('');
          expect(read(csv, { delimiter, cuts })).toEqual(table);
        },
      ),
    );
  });

  it('that the project writes is read back as it was, and no field of it begins a formula', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const back = read(table.map((record) => csvLine(record)).join(''));
        expect(back.map((record) => record.map(unharmed))).toEqual(table.filter((record) => record.join('') !== '' || record.length > 1));
        for (const field of back.flat()) expect(field).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});
