import type { Dice } from './dice.js';
import type { Hall, Infraction } from './hall.js';

/** What a judge meets in any round, beside the story. */
const EVERYDAY: readonly [Omit<Infraction, 'player'>, ...Omit<Infraction, 'player'>[]] = [
  { category: 'missed-trigger' },
  { category: 'missed-trigger', conditions: ['advantageous'] },
  { category: 'drawing-extra-cards' },
  { category: 'mispayment-for-cost' },
  { category: 'general-error' },
  { category: 'forgetting-to-score' },
  { category: 'communication-violation' },
  { category: 'insufficient-randomization' },
  { category: 'slow-play' },
  { category: 'late-to-match' },
];

/** So many tables of the crowd call a judge in a round. */
const CALLS = 5;

/** Everyday errors at some tables. Where the opponent should have noticed, the opponent hears it too. */
export async function everydayErrors(hall: Hall, dice: Dice, tables: readonly (readonly string[])[]): Promise<void> {
  for (const [player, opponent] of dice.shuffled(tables).slice(0, CALLS)) {
    if (player === undefined || opponent === undefined) continue;
    const error: Infraction = { player, ...dice.pick(EVERYDAY) };
    const shared = error.category === 'general-error' && dice.roll(2) === 0;
    const noticed: Infraction[] = shared ? [{ player: opponent, category: 'failure-to-maintain-game-state' }] : [];
    await hall.rule([error, ...noticed], { minute: 5 + dice.roll(40), game: 1 + dice.roll(2), durationSeconds: 30 + dice.roll(240) });
  }
}
