import { describe, expect, it } from '@jest/globals';
import { PLAYERS, commandOf, randomAct } from './acts.js';
import type { Act } from './acts.js';
import { Book } from './book.js';
import { Hall } from './hall.js';
import { Random } from './random.js';

const SEEDS = 150;
/** How likely the saga is to miss an event: it is prompt, often late, mostly asleep, comes at the very end. */
const LATENESS = [0, 0.5, 0.9, 1];

describe('what a Warning comes to (R28)', () => {
  it.each([
    {
      what: 'rulings in any round, online and offline',
      kinds: ['warn', 'warn-from-offline-device', 'warn-for-earlier-round', 'start-round'],
    },
    { what: 'rulings and voided rulings', kinds: ['warn', 'warn-from-offline-device', 'void', 'start-round'] },
  ])('is the same however late the saga comes: $what', ({ kinds }) => {
    const came = new Map<string, number>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const [prompt, ...late] = LATENESS.map((lateness) => verdicts(seed, kinds, lateness));
      for (const other of late) expect({ seed, verdicts: other }).toEqual({ seed, verdicts: prompt });
      for (const each of prompt ?? []) came.set(each, (came.get(each) ?? 0) + 1);
    }
    for (const each of ['automatic', 'asked', 'nothing']) expect(came.get(each)).toBeGreaterThan(SEEDS);
  });
});

/** Plays the same acts to a saga that is so late, and tells what came of each standing Warning, player by player. */
function verdicts(seed: number, kinds: readonly string[], lateness: number): string[] {
  const random = new Random(seed);
  const saga = new Random(seed + SEEDS);
  const hall = new Hall(random.pick(['casual', 'competitive', 'professional']));
  for (let times = 0; times < 20; times += 1) {
    hall.send(commandOf(actOf(random, kinds), hall.ledger), 'admin');
    if (!saga.chance(lateness)) hall.settle();
  }
  hall.settle();
  const book = new Book(hall.events);
  expect({ seed, wrong: book.wrong }).toEqual({ seed, wrong: [] });
  return PLAYERS.flatMap((player) => book.verdictsOf(player).map(({ came }) => came));
}

/** One of these kinds, for the next game: what was for the game in progress may have been conceded before it fell (R29). */
function actOf(random: Random, kinds: readonly string[]): Act {
  for (;;) {
    const act = randomAct(random, 'one', '');
    const [one, two, three, four] = act.draws;
    if (kinds.includes(act.kind)) return { ...act, draws: [one, two, three, four, 0.9] };
  }
}
