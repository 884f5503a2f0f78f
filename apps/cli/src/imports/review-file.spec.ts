import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Questions } from './questions.js';
import type { Question } from './questions.js';
import { answersIn, writeReview } from './review-file.js';

let folder: string;
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-review-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const newName = () => join(folder, `review-${++files}.csv`);
const KEY = '00000000-0000-8000-8000-000000000000';
const keyOf = (at: number) => `0000000${at}-0000-8000-8000-000000000000`;
const question = (about: string, isOfEachRow: boolean): Question => ({
  kind: 'infraction',
  about,
  asks: 'Which?',
  choices: [],
  isOfEachRow,
});

/** The review with an answer in every row: "1", "2", … */
async function answered(asking: Questions) {
  const review = newName();
  writeReview(review, asking.toReview());
  let row = 0;
  const filled = readFileSync(review, 'utf8').replace(/,,\r\n/g, () => `,${++row},because\r\n`);
  const file = newName();
  writeFileSync(file, filled);
  return new Questions(await answersIn([file]));
}

describe('a review file', () => {
  it('brings back the answer to whatever words were asked about, formulas and line breaks among them', async () => {
    const words = fc
      .string({ unit: fc.constantFrom('a', '=', "'", '"', ',', ';', ' ', '\n', '@'), maxLength: 6 })
      .map((text) => text.trim());
    await fc.assert(
      fc.asyncProperty(words, fc.boolean(), async (about, isOfEachRow) => {
        const asking = new Questions(new Map());
        expect(asking.answerTo(question(about, isOfEachRow), { line: 2, key: KEY })).toBeUndefined();
        const answers = await answered(asking);
        expect(answers.answerTo(question(about, isOfEachRow), { line: 9, key: KEY })).toMatchObject({ answer: '1', reason: 'because' });
      }),
      { numRuns: 50 },
    );
  });

  it('asks once about words that mean the same everywhere, and of each row about those that may not', async () => {
    const asking = new Questions(new Map());
    for (const at of [1, 2, 3]) {
      asking.answerTo(question('Sloww Pay', false), { line: at, key: keyOf(at) });
      asking.answerTo(question('USC', true), { line: at, key: keyOf(at) });
    }
    expect(asking.open.map(({ about, rows, lines }) => [about, rows, lines])).toEqual([
      ['Sloww Pay', 3, [1, 2, 3]],
      ['USC', 3, [1, 2, 3]],
    ]);
    const answers = await answered(asking);
    const heard = (about: string, isOfEachRow: boolean) =>
      [1, 2, 3].map((at) => answers.answerTo(question(about, isOfEachRow), { line: 7, key: keyOf(at) })?.answer);
    expect(heard('Sloww Pay', false)).toEqual(['1', '1', '1']);
    expect(heard('USC', true)).toEqual(['2', '3', '4']);
    expect(answers.open).toEqual([]);
  });

  it('answers for a row although a spreadsheet program has written its time anew, and tells of words that nothing asks for', async () => {
    const file = newName();
    const lines = [
      'question,about,row,answer',
      'time,25/10/2026 2:30,00000001-0000,first',
      'round,Top  8,,9',
      'round,Top8,,10',
      'player,Zoe,,p-1',
    ];
    writeFileSync(file, lines.join('\r\n'));
    const answers = new Questions(await answersIn([file]));
    const asked = (kind: Question['kind'], about: string) =>
      answers.answerTo({ kind, about, asks: '', choices: [], isOfEachRow: kind === 'time' }, { line: 2, key: keyOf(1) })?.answer;
    expect([asked('time', '2026-10-25 02:30'), asked('round', 'Top 8'), asked('round', 'Final')]).toEqual(['first', '9', undefined]);
    expect(answers.unheard.map(({ where }) => where)).toEqual([`${file}, line 4`]);
  });

  it('never takes the place of one that may hold answers, and says where it cannot be', () => {
    const file = newName();
    writeFileSync(file, 'question,about,answer\r\n');
    expect(() => writeReview(file, [])).toThrow(`${file} exists already, and may hold answers: name another file.`);
    expect(() => writeReview(join(folder, 'none', 'review.csv'), [])).toThrow(/review\.csv cannot be written: /);
  });
});
