import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { columnWords, columnsOf } from './columns.js';
import { openSpreadsheet } from './spreadsheet.js';

const folder = mkdtempSync(join(tmpdir(), 'ladder-spreadsheet-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const COLUMNS = { name: ['name', 'player'], team: ['team'], round: ['round', 'rd'] };

function written(bytes: string | Uint8Array): string {
  const file = join(folder, 'file.csv');
  writeFileSync(file, bytes);
  return file;
}

async function read(bytes: string | Uint8Array) {
  const { encoding, delimiter, header, rows } = await openSpreadsheet(written(bytes), COLUMNS);
  const all: string[][] = [];
  for await (const row of rows) all.push(row.map(({ text }) => text));
  return { encoding: encoding.name, delimiter, header: header.map(({ text }) => text), rows: all };
}

const CSV = 'Player;Team\r\n"Müller; Ana";Rot\r\nJosé;Blau\r\n';
const READ = {
  header: ['Player', 'Team'],
  rows: [
    ['Müller; Ana', 'Rot'],
    ['José', 'Blau'],
  ],
};
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe('a file of whatever encoding', () => {
  it.each([
    ['UTF-8', Buffer.from(CSV)],
    ['UTF-8', Buffer.from(`\uFEFF${CSV}`)],
    ['UTF-16 LE', Buffer.from(`\uFEFF${CSV}`, 'utf16le')],
    ['UTF-16 LE', Buffer.from(CSV, 'utf16le')],
    ['UTF-16 BE', swapped(Buffer.from(`\uFEFF${CSV}`, 'utf16le'))],
    ['UTF-16 BE', swapped(Buffer.from(CSV, 'utf16le'))],
    ['Windows-1252 (Latin-1)', Buffer.from(CSV, 'latin1')],
  ])('is read, and the encoding said: %s (%#)', async (encoding, bytes) => {
    expect(await read(bytes)).toEqual({ encoding, delimiter: 'semicolons', ...READ });
  });

  it('that is longer than one piece of it is read whole', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`Zoë ${index}`, 'Blå']);
    const all = await read(Buffer.from(`name,team\n${rows.map((row) => row.join(',')).join('\n')}`));
    expect([all.encoding, all.rows]).toEqual(['UTF-8', rows]);
  });

  it.each([
    [Buffer.from('PK\u0003\u0004…'), /is a workbook .*: save it as CSV\.$/],
    [Buffer.from('d0cf11e0a1b1', 'hex'), /is an old workbook .*: save it as CSV\.$/],
    [Buffer.from('%PDF-1.7'), /is a PDF: export the table as CSV\.$/],
    [Buffer.from(''), /file\.csv: Line 1, column 1: the file is empty; it begins with a line that names its columns\.$/],
    [
      Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0x41, 0x81, 0x0a]),
      /Line 2, column 1: a sign that no text has \(U\+0081\): save the file again as UTF-8\.$/,
    ],
    [
      Buffer.concat([Buffer.from('name,team\nJosé,Red\n', 'latin1'), Buffer.from('Ana,Müller')]),
      /Line 3, column 2: Ã¼ is one letter in UTF-8, but not all of the file is UTF-8: save it again as UTF-8\.$/,
    ],
  ])('that is no table, or of two encodings, says what to do (%#)', async (bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });

  it('that cannot be opened is named', async () => {
    await expect(openSpreadsheet(join(folder, 'none.csv'), COLUMNS)).rejects.toThrow(/none\.csv cannot be read: there is no such file\./);
  });
});

describe('a file with whatever delimiter', () => {
  it.each([
    ['commas', 'Player,Team\nAna,Red'],
    ['semicolons', 'Player;Team\nAna;Red'],
    ['tabs', 'Player\tTeam\nAna\tRed'],
    ['semicolons', 'sep=;\r\nPlayer;Team\r\nAna;Red'],
    ['semicolons', 'Player;Team, if any\nAna;Red'],
    ['commas', 'Player\nAna'],
  ])('is read, and the delimiter said: %s (%#)', async (delimiter, csv) => {
    const { delimiter: said, rows } = await read(csv);
    expect([said, rows[0]?.[0]]).toEqual([delimiter, 'Ana']);
  });
});

describe('columns', () => {
  const header = async (csv: string) => (await openSpreadsheet(written(csv), COLUMNS)).header;
  const found = async (csv: string, map: readonly (readonly [string, string])[] = []) =>
    columnWords(await header(csv), columnsOf(await header(csv), COLUMNS, new Map(map)));

  it('are known by the names that tools use, whatever their case and signs', async () => {
    expect(await found('RD,Player_,other')).toBe('round: RD; name: Player_');
  });

  it('are those that the user names, and then no other is taken for the same', async () => {
    expect(await found('Name,Alias', [['name', 'alias']])).toBe('name: Alias');
  });

  it.each([
    [[['name', 'Nick']], 'Line 1, column 1: there is no column Nick; there are Name | Rd.'],
    [[['nick', 'Name']], 'There is no nick to map: choose name, team, round.'],
  ] as const)('that are not there are said, with those that are (%#)', async (map, message) => {
    await expect(found('Name,Rd', map)).rejects.toThrow(message);
  });

  it('that the user names by no title are left out', async () => {
    expect(await found('Name,Rd', [['round', '']])).toBe('name: Name');
  });

  it('that are there twice are said', async () => {
    await expect(found('name,rd,name')).rejects.toThrow('Line 1, column 3: the column name is there twice.');
  });
});
