import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { binsOf } from './bins.js';

describe('bins', () => {
  it('take in the next one until they hold enough, and the last is open', () => {
    const numbers = [1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 9, 9, 9];
    expect(binsOf(numbers, 1, 5)).toEqual([
      { label: '1', value: 5 },
      { label: '2+', value: 9 },
    ]);
    expect(binsOf([10, 12, 25, 31], 10, 1)).toEqual([
      { label: '10–19', value: 2 },
      { label: '20–29', value: 1 },
      { label: '30+', value: 1 },
    ]);
  });

  it('are none where there are too few numbers altogether', () => {
    expect(binsOf([1, 2, 3, 4], 1, 5)).toEqual([]);
  });

  it('never tell of too few, leave nobody out, and never are more than a phone shows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 300 })),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 6 }),
        (numbers, width, fewest) => {
          const bins = binsOf(numbers, width, fewest);
          for (const { value } of bins) expect(value).toBeGreaterThanOrEqual(fewest);
          expect(bins.reduce((sum, { value }) => sum + value, 0)).toBe(numbers.length < fewest ? 0 : numbers.length);
          expect(bins.length).toBeLessThanOrEqual(12);
        },
      ),
    );
  });
});
