import { describe, expect, it } from '@jest/globals';
import { fakeTimers, played, playedAll } from './seeds.js';
import { BROKEN, SOUND } from './variants.js';
import { FAILING, LOSSY, RACING } from './world.js';
import type { Conditions } from './world.js';

/** So many days of each kind are looked through for a broken promise. */
const DAYS = 300;

describe('the simulation finds', () => {
  const timers = fakeTimers();

  it.each(BROKEN)(
    '$name',
    async (broken) => {
      const found: string[] = [];
      for (let seed = 1; seed <= DAYS && found.length === 0; seed += 1) {
        for (const conditions of [FAILING, RACING, LOSSY]) found.push(...(await breaches(seed, conditions)));
      }
      expect(found).not.toEqual([]);

      async function breaches(seed: number, conditions: Conditions): Promise<string[]> {
        return (await played(seed, timers, conditions, broken)).wrong.filter((what) => broken.finds.test(what));
      }
    },
    300_000,
  );

  it('nothing in the settling that these vary, where it is not varied', async () => {
    const { wrong } = await playedAll({ from: 1, to: 50 }, timers, FAILING, SOUND);
    expect(wrong).toEqual([]);
  }, 300_000);
});
