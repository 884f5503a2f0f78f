import { afterAll, beforeAll, describe, test } from '@jest/globals';
import fc from 'fast-check';
import { newFolder, removeFolder, Served } from '../support/served.js';
import type { Mishap } from './acts.js';
import { setups } from './choosing.js';
import { CoreHall } from './core-hall.js';
import type { Hall } from './hall.js';
import { histories, play } from './history.js';
import { HttpHall } from './http-hall.js';
import { StoreHall } from './store-hall.js';

/**
 * Random tournaments, compared after each step with a second, independent reading of the rules. `HISTORIES=1000` plays that many in memory,
 * and one for twenty of them with the machine around it; without it, as many as a check before each change can wait for.
 */
const TOLD = process.env['HISTORIES'];
const IN_MEMORY = Number(TOLD ?? 150);
const WITH_THE_MACHINE = Math.ceil(Number(TOLD ?? 100) / 20);
/** A history has half of it on average. */
const MOST_STEPS = 130;
/** Histories that would begin later are left out; one that differs is made no shorter then. */
const LIMIT_MS = TOLD === undefined ? 15_000 : 10_800_000;
const JEST_LIMIT_MS = LIMIT_MS * 3;

async function playHistories<H extends Hall>(
  runs: number,
  mishaps: readonly Mishap[],
  newHall: () => H,
  close: (hall: H) => Promise<void>,
): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  const property = fc.asyncProperty(setups, histories(MOST_STEPS, mishaps), async (setup, history) => {
    if (Date.now() > deadline) return;
    const hall = newHall();
    try {
      await hall.open(setup);
      await play(setup, hall, history);
    } finally {
      await close(hall);
    }
  });
  await fc.assert(property, { numRuns: runs });
}

describe('a random tournament', () => {
  test(
    'has in every record what the rules say, after each step, however late the saga comes (R1–R40)',
    async () => {
      await playHistories(
        IN_MEMORY,
        ['restart', 'the saga sleeps', 'the saga wakes', 'the saga wakes'],
        () => new CoreHall(),
        async () => undefined,
      );
    },
    JEST_LIMIT_MS,
  );
});

describe('a random tournament in a store', () => {
  let folder: string;
  beforeAll(() => void (folder = newFolder()));
  afterAll(() => removeFolder(folder));

  test(
    'reads so too while two sagas race, and after a saga came to everything once more (R26)',
    async () => {
      await playHistories(
        WITH_THE_MACHINE,
        ['restart', 'second saga'],
        () => new StoreHall(folder),
        (hall) => hall.close(),
      );
    },
    JEST_LIMIT_MS,
  );
});

describe('a random tournament over HTTP', () => {
  let served: Served;
  beforeAll(async () => void (served = await Served.start()));
  afterAll(() => served.end());

  test(
    'reads so too, through restarts and commands that are sent again (R36)',
    async () => {
      await playHistories(
        WITH_THE_MACHINE,
        ['restart', 'same command again'],
        () => new HttpHall(served),
        async () => undefined,
      );
    },
    JEST_LIMIT_MS,
  );
});
