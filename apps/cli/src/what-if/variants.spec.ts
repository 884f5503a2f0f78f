import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { briefNames, variantName, variantsOf } from './variants.js';

const RULES = [
  'game-play-error/same-category',
  'game-play-error/any-category',
  'tournament-error/same-category',
  'unsporting-conduct/same-category',
];

describe('the ladders of a sweep', () => {
  it('are every combination, the counts of a rule in ascending order', () => {
    const names = variantsOf([], ['game-play-error/same-category=2..3', 'unsporting-conduct/same-category=2..3']).map(variantName);
    expect(names).toEqual([
      'game-play-error/same-category 2, unsporting-conduct/same-category 2',
      'game-play-error/same-category 2, unsporting-conduct/same-category 3',
      'game-play-error/same-category 3, unsporting-conduct/same-category 2',
      'game-play-error/same-category 3, unsporting-conduct/same-category 3',
    ]);
  });

  it('are called by what differs, where there is little room', () => {
    const brief = (...thresholds: string[]) => briefNames(variantsOf([], thresholds));
    expect(brief('game-play-error/same-category=2..3', 'tournament-error/same-category=4')).toEqual([
      'game-play-error 2',
      'game-play-error 3',
    ]);
    expect(brief('game-play-error/same-category=3', 'game-play-error/any-category=5..6')).toEqual([
      'game-play-error/any-category 5',
      'game-play-error/any-category 6',
    ]);
    expect(brief('game-play-error/same-category=3')).toEqual(['game-play-error/same-category 3']);
  });

  it('are never called the same', () => {
    const threshold = fc.tuple(fc.constantFrom(...RULES), fc.integer({ min: 2, max: 6 }), fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(fc.uniqueArray(threshold, { selector: ([rule]) => rule, minLength: 1, maxLength: 4 }), fc.boolean(), (swept, twice) => {
        const thresholds = swept.map(([rule, from, more]) => `${rule}=${from}..${from + more}`);
        const names = briefNames(variantsOf(twice ? ['riftbound-2026-10-16'] : [], thresholds));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});
