import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Parsed, attribute, text } from '../../spec/parsed.js';
import type { Chart, Row } from './chart.js';
import { figure } from './figure.js';
import { inWords } from './numbers.js';
import { page } from './page.js';

const value = fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 40_000 }));
/** As a browser shows it: no space at its ends. What else may stand in a label is the business of the page's spec. */
const label = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).map(shownLabel);
const series = [
  { name: 'Warning', fill: 1 },
  { name: 'Game Loss', fill: 3 },
  { name: 'Match Loss', fill: 5 },
] as const;
const columns = ['1', '2', '3', '4'];

const rowsOf = (width: number, most: number) =>
  fc.uniqueArray(fc.record({ label, values: fc.array(value, { minLength: width, maxLength: width }) }), {
    minLength: 1,
    maxLength: most,
    selector: (row) => row.label,
  });

/** A page with one figure, and nothing else in it. */
async function pageWith(chart: Chart | null, finding = 'Something was found'): Promise<string> {
  const section = await figure({ id: 'one', topic: 'Topic', finding, about: 'What is counted.', chart });
  return page({ title: 'Title', lead: 'Lead', audience: 'For all.', figures: [], sections: [section], foot: 'Foot.' });
}

/** What the cells of a table with a row a row say in words, but for those with nothing. */
function saidBy(table: readonly (readonly string[])[], says: (row: string, column: string, cell: string) => string): string[] {
  const [head = [], ...rows] = table;
  return rows.flatMap(([row = '', ...cells]) =>
    cells.flatMap((cell, index) => (cell === '0' || head[index + 1] === 'All' ? [] : [says(row, head[index + 1] ?? '', cell)])),
  );
}

function shownLabel(label: string): string {
  return label
    .toWellFormed()
    .replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/gu, ' ')
    .trim();
}

/** Where a mark stands. */
function placeOf(mark: ReturnType<Parsed['byId']>): { x: number; y: number } {
  const [, x, y] = /^translate\(([-\d.]+),([-\d.]+)\)$/.exec(attribute(mark, 'transform') ?? '') ?? [];
  return { x: Number(x), y: Number(y) };
}

const flat = (said: readonly string[]): string[] => said.map((each) => each.replace(/\s+/g, ' ').trim()).sort();

describe('a figure', () => {
  it('draws bars for phone and desk with the very numbers of its table', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(3, 10), async (rows) => {
        const parsed = new Parsed(await pageWith({ form: 'bars', rowName: 'Round', unit: 'penalties', series, rows }));
        const table = parsed.table(parsed.byId('one'));
        expect(table.slice(1).map(([, ...cells]) => cells.slice(0, 3))).toEqual(rows.map(({ values }) => values.map(inWords)));
        expect(table.slice(1).map((cells) => cells.at(-1))).toEqual(rows.map((row) => inWords(sum(row))));
        const said = flat(saidBy(table, (row, column, cell) => `${row}, ${column}: ${cell} penalties`));
        for (const rendition of ['phone', 'desk'] as const) expect(flat(parsed.marks(parsed.byId('one'), rendition))).toEqual(said);
      }),
      { numRuns: 25 },
    );
  });

  it('draws each bar as long as its number', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(1, 8), async (rows) => {
        const chart = { form: 'bars', rowName: 'Round', unit: 'minutes', series: series.slice(0, 1), rows } as const;
        const parsed = new Parsed(await pageWith(chart));
        const lengths = parsed.all('path', parsed.byId('one')).flatMap((each) => {
          const number = /: ([\d,]+) minutes$/.exec(attribute(each, 'aria-label') ?? '')?.[1]?.replaceAll(',', '');
          const length = /h([\d.]+)v/.exec(attribute(each, 'd') ?? '')?.[1];
          return number === undefined ? [] : [Number(length) / Number(number)];
        });
        const half = lengths.length / 2;
        // A unit has one length on the phone, and one on the desk.
        for (const some of [lengths.slice(0, half), lengths.slice(half)])
          for (const each of some) expect(each).toBeCloseTo(some[0] ?? 0, 6);
      }),
      { numRuns: 15 },
    );
  });

  it('writes in each cell of a heat table the number of its table, and sums up what is left over of very many rows', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(4, 20), async (rows) => {
        const chart = { form: 'heat', rowName: 'Category', columnName: 'Round', unit: 'infractions', columns, rows } as const;
        const parsed = new Parsed(await pageWith(chart));
        const table = parsed.table(parsed.byId('one'));
        expect(table.slice(1).map(([, ...cells]) => cells.slice(0, 4))).toEqual(rows.map(({ values }) => values.map(inWords)));
        const drawn = parsed.marks(parsed.byId('one'), 'desk');
        const kept = rows.length <= 14 ? rows.length : 13;
        const said = saidBy(table.slice(0, kept + 1), (row, column, cell) => `${row}, Round ${column}: ${cell} infractions`);
        expect(flat(drawn)).toEqual(expect.arrayContaining(flat(said)));
        expect(numbersIn(drawn)).toBe(rows.reduce((all, row) => all + sum(row), 0));
      }),
      { numRuns: 25 },
    );
  });

  it('draws distribution, rungs and both sides of a change with the numbers of their tables', async () => {
    const bins = ['<1', '1', '2+'].map((each, index) => ({ label: each, value: index * 7 }));
    const minutes = new Parsed(
      await pageWith({ form: 'distribution', binName: 'Minutes', unit: 'rulings', bins, mark: { at: 1, label: 'median' } }),
    );
    expect(minutes.table(minutes.byId('one'))).toEqual([
      ['Minutes', 'Rulings'],
      ['<1', '0'],
      ['1', '7'],
      ['2+', '14'],
    ]);
    expect(minutes.marks(minutes.byId('one'), 'phone')).toEqual(['<1: 0 rulings', '1: 7 rulings', '2+: 14 rulings']);

    const rows = [{ label: 'Ana', ladder: 'Slow Play', climbed: 2, top: 3 }];
    const ladder = new Parsed(
      await pageWith({ form: 'rungs', rowName: 'Player', ladderName: 'Counted in', unit: 'Warnings', top: 'Game Loss', rows }),
    );
    expect(ladder.table(ladder.byId('one'))[1]).toEqual(['Ana', 'Slow Play', '2', '3']);
    expect(ladder.marks(ladder.byId('one'), 'desk').map((each) => each.includes('climbed'))).toEqual([true, true, false]);

    const change = [{ label: 'Four Warnings', left: 12, right: 1 }];
    const parsed = new Parsed(
      await pageWith({ form: 'diverging', rowName: 'Threshold', unit: 'Game Losses', left: 'Fewer', right: 'More', rows: change }),
    );
    expect(parsed.table(parsed.byId('one'))[1]).toEqual(['Four Warnings', '12', '1']);
    expect(parsed.marks(parsed.byId('one'), 'desk')).toEqual([
      'Four Warnings, Fewer: 12 Game Losses',
      'Four Warnings, More: 1 Game Losses',
    ]);
  });

  it('draws the middle line of a change beside the bars, and never through a label', async () => {
    const side = fc.nat({ max: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ label, left: side, right: side }), { minLength: 1, maxLength: 8, selector: (row) => row.label }),
        async (rows) => {
          const chart = { form: 'diverging', rowName: 'Ladder', unit: 'Game Losses', left: 'fewer', right: 'more', rows } as const;
          const parsed = new Parsed(await pageWith(chart));
          for (const drawing of parsed.all('svg', parsed.byId('one'))) {
            if (!attribute(drawing, 'class')?.startsWith('chart ')) continue;
            const lines = parsed.all('line', drawing).map((each) => ({ ...placeOf(each), length: Number(attribute(each, 'y2')) }));
            expect(lines.length).toBeGreaterThan(0);
            // Those that begin at the left edge stand above their rows.
            for (const { x, y } of parsed.all('text', drawing).map(placeOf)) {
              if (x === 0) expect(lines.filter((line) => line.y < y && y - 13 < line.y + line.length)).toEqual([]);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('says that a number is not told, and leaves it out of no sum without saying so', async () => {
    const rows = [{ label: 'Cheating', values: [null, 3, 0, 0] }];
    const parsed = new Parsed(
      await pageWith({ form: 'heat', rowName: 'Category', columnName: 'Round', unit: 'infractions', columns, rows }),
    );
    expect(parsed.table(parsed.byId('one'))[1]).toEqual(['Cheating', 'not told', '3', '0', '0', '3+']);
    expect(parsed.marks(parsed.byId('one'), 'phone')).toEqual(['Cheating, Round 1: not told', 'Cheating, Round 2: 3 infractions']);
  });

  it('says in a sentence that there is nothing, and draws nothing', async () => {
    const parsed = new Parsed(await pageWith(null, 'No appeal was made'));
    const section = parsed.byId('one');
    expect(parsed.all('svg', section)).toEqual([]);
    expect(parsed.all('table', section)).toEqual([]);
    expect(text(section)).toContain('No appeal was made');
  });

  it('is the same bytes for the same numbers', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(4, 6), async (rows) => {
        const chart = { form: 'heat', rowName: 'Category', columnName: 'Round', unit: 'infractions', columns, rows } as const;
        expect(await pageWith(chart)).toBe(await pageWith(chart));
      }),
      { numRuns: 10 },
    );
  });

  it('can be read to somebody: each drawing has a title and a description, each table heads, and no id occurs twice', async () => {
    const rows = [{ label: 'Round 1', values: [1, 2, 3] }];
    const parsed = new Parsed(await pageWith({ form: 'bars', rowName: 'Round', unit: 'penalties', series, rows }));
    const ids = parsed.elements.flatMap((each) => attribute(each, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const drawing of parsed.all('svg').filter((each) => attribute(each, 'role') === 'img')) {
      const [title, description] = attribute(drawing, 'aria-labelledby')?.split(' ') ?? [];
      expect(text(parsed.byId(title ?? ''))).toBe('Something was found');
      expect(text(parsed.byId(description ?? ''))).toBe('What is counted.');
    }
    expect(parsed.all('th').map((each) => attribute(each, 'scope'))).toEqual(['col', 'col', 'col', 'col', 'col', 'row']);
    expect(attribute(parsed.all('html')[0] ?? parsed.byId('one'), 'lang')).toBe('en');
  });
});

function sum({ values }: Row): number {
  return values.reduce<number>((all, each) => all + (each ?? 0), 0);
}

function numbersIn(said: readonly string[]): number {
  return said.reduce((all, each) => all + Number(/: ([\d,]+) infractions$/.exec(each)?.[1]?.replaceAll(',', '') ?? NaN), 0);
}
