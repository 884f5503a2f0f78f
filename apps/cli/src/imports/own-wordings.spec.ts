import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { EDITIONS, Wordings } from '@ladder/editions';
import { wordingsIn } from './own-wordings.js';

const folder = mkdtempSync(join(tmpdir(), 'ladder-wordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const edition = EDITIONS.get('riftbound-2026-10-16')!;

function read(csv: string) {
  const file = join(folder, 'words.csv');
  writeFileSync(file, csv);
  return wordingsIn(file, edition);
}

describe('words of one’s own for infractions', () => {
  it('are read with their categories and conditions, and take the place of those that ship', async () => {
    const own = await read(
      'Wording;Category;Conditions\nZeitspiel;slow-play;\nUSC;unsporting-minor;\nnicht da;late-to-match;never-arrived\n',
    );
    const wordings = new Wordings(edition, own);
    expect(['ZEITSPIEL', 'usc', 'Nicht da'].map((text) => wordings.readingsOf(text))).toEqual([
      [{ category: 'slow-play', conditions: [] }],
      [{ category: 'unsporting-minor', conditions: [] }],
      [{ category: 'late-to-match', conditions: ['never-arrived'] }],
    ]);
  });

  it.each([
    ['wording,category\nfoo,slowplay', /words\.csv: Line 2, column 2: riftbound-2026-10-16 has no category slowplay\.$/],
    ['wording,category\n"",slow-play', /words\.csv: Line 2, column 1: the wording is missing\.$/],
    ['wording,category,conditions\nfoo,slow-play,late', /words\.csv: Line 2, column 3: slow-play has no condition late\.$/],
    [
      'wording,means\nfoo,slow-play',
      /words\.csv: Line 1, column 1: no column is known as the category; there are wording \| means\. Columns are/,
    ],
  ])('that cannot be are told with line and column (%#)', async (csv, message) => {
    await expect(read(csv)).rejects.toThrow(message);
  });
});
