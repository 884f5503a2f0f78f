import { openInvestigations, openNotices, openReviews } from '@ladder/ledger';
import type { SeasonHall } from './season-hall.js';

/** Most of what waits is dealt with at the end of a round; some of it waits longer, and a little is never answered. */
const IS_DEALT_WITH = 0.8;
const IS_CONFIRMED = { 'game-loss-due': 0.6, 'loss-without-ground': 0.7, 'possible-duplicate': 0.2, 'referred-ruling': 0.6 };

/** The head judge answers questions, concludes investigations and acknowledges what was told. */
export async function headJudgesRound(hall: SeasonHall): Promise<void> {
  await answerReviews(hall);
  await concludeInvestigations(hall);
  for (const { id } of openNotices(await hall.ledger())) {
    if (hall.dice.chance(IS_DEALT_WITH)) await hall.does(hall.head.id, () => ({ type: 'acknowledge-notice', notice: id }));
  }
}

async function answerReviews(hall: SeasonHall): Promise<void> {
  const { dice } = hall;
  for (const { id } of openReviews(await hall.ledger())) {
    // One answer may have taken the ground from another question.
    const review = (await hall.ledger()).reviews.get(id);
    if (review?.status !== 'open' || !dice.chance(IS_DEALT_WITH)) continue;
    const confirmed = dice.chance(IS_CONFIRMED[review.question]);
    await hall.does(hall.head.id, (_, sealing) => ({
      type: 'answer-review',
      review: id,
      decision: confirmed ? 'confirm' : 'dismiss',
      reason: hall.about(sealing, confirmed ? 'It is so.' : 'Heard the judge and the players: no.', review.players),
    }));
  }
}

async function concludeInvestigations(hall: SeasonHall): Promise<void> {
  const { dice } = hall;
  for (const { id, player } of openInvestigations(await hall.ledger())) {
    if (!dice.chance(IS_DEALT_WITH)) continue;
    const finding = dice.weighted(['violation', 'inconclusive', 'no-violation'] as const, (each) => (each === 'violation' ? 4 : 1));
    await hall.does(hall.head.id, (_, sealing) => ({
      type: 'conclude-investigation',
      investigation: id,
      finding,
      reason: hall.about(sealing, 'After hearing everyone at the table.', [player]),
    }));
  }
}
