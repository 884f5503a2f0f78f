import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { AnalyticsRow } from '@ladder/projections';
import fc from 'fast-check';
import { CsvReader, unharmed } from '../spreadsheet/csv.js';
import { Screen } from '../screen/screen.js';
import { writeCsv, writeNdjson } from './lines.js';
import type { Writing } from './lines.js';

const folder = mkdtempSync(join(tmpdir(), 'ladder-export-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nowhere = new Writable({
  write: (_chunk, _encoding, done) => {
    done();
  },
});
const writing = (more: Partial<Writing> = {}): Writing => ({
  screen: new Screen(nowhere, nowhere),
  stopping: new AbortController().signal,
  progress: () => undefined,
  ...more,
});

let files = 0;
const newName = () => join(folder, `${(files += 1)}.out`);

/** What a spreadsheet might take for a formula is among them, and what CSV needs quotes for. */
const text = fc.oneof(
  fc.constantFrom('=1+1', '+1', '-1', '@A1', '\tx', '\rx', 'a,b', '"', 'line\r\nline', "'=1"),
  fc.string({ unit: 'grapheme-ascii' }),
);
const row = fc.record({ key: text, figure: fc.option(fc.nat()), suppressed: fc.boolean() });
const COLUMNS = ['key', 'figure', 'suppressed'];

function* many(count: number): Generator<AnalyticsRow> {
  for (let index = 0; index < count; index += 1) yield { key: `row ${index}`, figure: index, suppressed: false };
}

describe('rows that are exported', () => {
  it('are read back from CSV as they were, and no field begins a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (rows) => {
        const file = newName();
        await writeCsv(file, COLUMNS, rows, writing());
        const reader = new CsvReader(',');
        const fields = [...reader.read(readFileSync(file, 'utf8')), ...reader.end()].map((record) => record.map((each) => each.text));
        for (const field of fields.flat()) expect(field).not.toMatch(/^[=+\-@\t\r]/);
        const expected = rows.map(({ key, figure, suppressed }) => [key, String(figure ?? ''), String(suppressed)]);
        expect(fields.map((record) => record.map(unharmed))).toEqual([COLUMNS, ...expected]);
      }),
      { numRuns: 50 },
    );
  });

  it('are one JSON text a line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (rows) => {
        const file = newName();
        await writeNdjson(file, rows, writing());
        const lines = readFileSync(file, 'utf8').split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
      }),
      { numRuns: 50 },
    );
  });

  it('are asked for as they are written, however many there are', async () => {
    let [asked, most, written] = [0, 0, 0];
    const rows = function* () {
      for (const each of many(200_000)) {
        asked += 1;
        most = Math.max(most, asked - written);
        yield each;
      }
    };
    await writeNdjson(newName(), rows(), writing({ progress: (so) => (written = so) }));
    expect([asked, most < 5_000]).toEqual([200_000, true]);
  });

  it('leave no half of a file when they are stopped, or when one cannot be had', async () => {
    const stop = new AbortController();
    const before = readdirSync(folder);
    const stopped = writeCsv(newName(), COLUMNS, many(200_000), writing({ stopping: stop.signal, progress: () => stop.abort() }));
    await expect(stopped).rejects.toThrow('abort');
    const failing = function* () {
      yield* many(10_000);
      throw new Error('the disk is gone');
    };
    await expect(writeNdjson(newName(), failing(), writing())).rejects.toThrow('the disk is gone');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('take the place of no file that is there, and go into no folder that is not', async () => {
    const file = newName();
    writeFileSync(file, 'kept');
    await expect(writeCsv(file, COLUMNS, many(1), writing())).rejects.toThrow('exists already');
    expect(readFileSync(file, 'utf8')).toBe('kept');
    await expect(writeCsv(join(folder, 'no', 'where'), COLUMNS, many(1), writing())).rejects.toThrow(
      `There is no folder ${join(folder, 'no')}.`,
    );
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });
});
