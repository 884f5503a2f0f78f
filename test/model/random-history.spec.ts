import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { setups } from './choosing.js';
import { CoreHall } from './core-hall.js';
import { histories, play } from './history.js';

/** Random tournaments, compared after each step with a second, independent reading of the rules. */

const RUNS = Number(process.env['LADDER_HISTORIES'] ?? 100);

describe('a random tournament', () => {
  test('has in every record what the rules say, after each step (R1–R40)', async () => {
    await fc.assert(
      fc.asyncProperty(setups, histories(130, ['restart', 'second saga']), async (setup, history) => {
        const hall = new CoreHall();
        await hall.open(setup);
        await play(setup, hall, history);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});
