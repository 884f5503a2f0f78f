import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Dice } from './dice.js';
import { Swiss } from './swiss.js';

describe('the rounds of the demo', () => {
  it('seat everyone once a round, with one player left over from an odd number', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 64 }), (seed, size) => {
        const swiss = new Swiss(new Dice(seed));
        const players = Array.from({ length: size }, (_, index) => `p-${index}`);
        for (let round = 1; round <= 3; round += 1) {
          const seated = swiss.round(players).flat();
          expect(seated).toHaveLength(size - (size % 2));
          expect(new Set(seated).size).toBe(seated.length);
        }
      }),
    );
  });

  it('are the same from the same seed', () => {
    const players = Array.from({ length: 64 }, (_, index) => `p-${index}`);
    const rounds = () => {
      const swiss = new Swiss(new Dice(7));
      return [swiss.round(players), swiss.round(players)];
    };
    expect(rounds()).toEqual(rounds());
  });
});
