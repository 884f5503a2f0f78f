import { describe, expect, it } from '@jest/globals';
import { shortened } from './shortened.js';

const heatOf = (rows: readonly (readonly (number | null)[])[]) =>
  ({
    form: 'heat',
    rowName: 'Category',
    columnName: 'Round',
    unit: 'infractions',
    columns: ['1', '2'],
    rows: rows.map((values, index) => ({ label: `Category ${index + 1}`, values })),
  }) as const;

describe('a chart as it is drawn', () => {
  it('has all of its rows where they are few', () => {
    const chart = heatOf([
      [1, 2],
      [0, 0],
    ]);
    expect(shortened(chart)).toEqual(chart);
  });

  it('sums up what is left of very many rows', () => {
    const drawn = shortened(heatOf(Array.from({ length: 20 }, () => [1, 2])));
    if (drawn.form !== 'heat') throw new Error('a heat table stays one');
    expect(drawn.rows).toHaveLength(14);
    expect(drawn.rows.at(-1)).toEqual({ label: '7 others', values: [7, 14] });
  });

  it('leaves out a row of which nothing is told, and tells no sum of which a part is not told', () => {
    expect(
      shortened(
        heatOf([
          [null, 3],
          [null, 0],
        ]),
      ),
    ).toMatchObject({ rows: [{ label: 'Category 1' }] });
    const drawn = shortened(heatOf(Array.from({ length: 20 }, (_, index) => [index === 19 ? null : 1, 2])));
    expect(drawn).toMatchObject({ rows: expect.arrayContaining([{ label: '7 others', values: [null, 14] }]) as unknown });
  });
});
