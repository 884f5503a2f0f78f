import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { emptyBook } from './book.js';
import { setups } from './choosing.js';
import { CoreHall } from './core-hall.js';
import { histories } from './history.js';

/** Random tournaments, compared after each step with a second, independent reading of the rules. */

const RUNS = Number(process.env['LADDER_HISTORIES'] ?? 100);

describe('a random tournament', () => {
  test('has in every record what the rules say, after each step (R1–R40)', async () => {
    await fc.assert(
      fc.asyncProperty(setups, histories(120, ['restart', 'second saga']), async (setup, history) => {
        const hall = new CoreHall();
        await hall.open(setup);
        await fc.asyncModelRun(
          () => ({
            model: emptyBook(setup),
            real: {
              act: (act) => hall.act(act),
              mishap: (one) => hall.mishap(one),
              lines: async (player) => hall.lines(await hall.record(player)),
            },
          }),
          history,
        );
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});
