import { pendingLosses } from '@ladder/ledger';
import type { SeasonHall } from './season-hall.js';

/** The losses for this moment are conceded: `now` at a round's end, `next` when the next one has begun. */
export async function serve(hall: SeasonHall, round: number, when: 'now' | 'next'): Promise<void> {
  for (const { id } of pendingLosses(await hall.ledger())) {
    const ledger = await hall.ledger();
    const penalty = ledger.penalties.get(id);
    const table = penalty && ledger.rounds.get(round)?.seats.get(penalty.player)?.table;
    // One conceded game serves every loss for it (R4).
    if (penalty?.status !== 'pending' || table === undefined) continue;
    const { appliesTo } = penalty;
    if ((appliesTo?.when.startsWith('next') ?? false) !== (when === 'next')) continue;
    const game = appliesTo && 'game' in appliesTo ? appliesTo.game : 1;
    await hall.does(hall.scorekeeper.id, () => ({ type: 'serve-penalty', penalty: id, round, table, game }));
  }
}

/** Between two rounds: who never arrived may have come after all, and some go home, the more the longer it takes. */
export async function dropsAfter(hall: SeasonHall, round: number): Promise<void> {
  const { dice } = hall;
  for (const { id, drop } of [...(await hall.ledger()).players.values()]) {
    if (drop?.provisional && drop.round === round && dice.chance(0.3)) {
      await hall.does(hall.scorekeeper.id, (_, sealing) => ({
        type: 'reinstate-player',
        player: id,
        reason: hall.about(sealing, 'Had sat at the wrong table.', [id]),
      }));
    }
    if (drop || !dice.chance(0.06 * (round / hall.rounds))) continue;
    // A team goes together (R40).
    if ((await hall.ledger()).players.get(id)?.drop) continue;
    await hall.does(hall.scorekeeper.id, (_, sealing) => ({
      type: 'drop-player',
      player: id,
      reason: hall.about(sealing, 'Went home.', [id]),
    }));
  }
}
