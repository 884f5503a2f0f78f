import { jest } from '@jest/globals';
import { Book } from './book.js';
import { outOfOrder } from './serial-order.js';
import { World } from './world.js';
import type { Conditions, Parts, Run, Timers } from './world.js';

/** Jest's fake timers, so that no run waits for anything. Promises, and the turns between them, are real. */
export function fakeTimers(): Timers {
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
  return {
    pass: (milliseconds) => {
      jest.advanceTimersByTime(milliseconds);
    },
    forget: () => {
      jest.clearAllTimers();
    },
  };
}

/** One run and everything that is wrong with it. */
export async function played(seed: number, timers: Timers, conditions: Conditions, parts: Parts): Promise<{ run: Run; wrong: string[] }> {
  const run = await new World(seed, timers, conditions, parts).run();
  const brokenOff = run.brokenOff === null ? [] : [`It broke off: ${run.brokenOff}`];
  return { run, wrong: [...brokenOff, ...[...run.ledgers.values()].flatMap((events) => new Book(events).wrong), ...outOfOrder(run)] };
}

/** What many runs come to: what is wrong, by seed, and how often what happened, so that a promise is seen to have been tried. */
export async function playedAll(
  seeds: { from: number; to: number },
  timers: Timers,
  conditions: Conditions,
  parts: Parts,
): Promise<{ wrong: string[]; happened: (what: string) => number }> {
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  const count = (what: string, times = 1) => counts.set(what, (counts.get(what) ?? 0) + times);
  for (let seed = seeds.from; seed <= seeds.to; seed += 1) {
    const one = await played(seed, timers, conditions, parts);
    wrong.push(...one.wrong.map((what) => `seed ${seed}: ${what}`));
    for (const [what, times] of one.run.happened) count(what, times);
    for (const { answers, refused } of one.run.sent) {
      if (answers.some(({ replayed }) => replayed)) count('a command was sent again');
      if (refused !== null) count(refused);
    }
    for (const event of [...one.run.ledgers.values()].flat()) {
      count(event.type === 'ReviewOpened' ? event.data.question : event.type);
      if (event.type === 'GameLossApplied' && 'earned' in event.data) count(event.data.earned.review === null ? 'automatic' : 'confirmed');
    }
  }
  return { wrong, happened: (what) => counts.get(what) ?? 0 };
}
