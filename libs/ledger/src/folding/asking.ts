import type { EventOf } from '../events.js';
import { originKey } from '../ledger.js';
import type { Ledger, Player, Review } from '../ledger.js';
import { update } from './update.js';

export function opened(ledger: Ledger, review: Review): void {
  ledger.reviews.set(review.id, review);
  for (const player of review.players) update(ledger.players, player, (each: Player) => ({ reviews: [...each.reviews, review.id] }));
}

/** The answer itself; what the head judge decided with it stands in the events beside it. */
export function answered(ledger: Ledger, { data }: EventOf<'ReviewAnswered'>): readonly string[] {
  const { decision, reason } = data;
  update(ledger.reviews, data.review, { status: 'answered', decision, reason });
  const review = ledger.reviews.get(data.review);
  if (!review) return [];
  const [player] = review.players;
  if (player === undefined) return [];
  switch (review.question) {
    case 'game-loss-due':
      if (decision === 'dismiss' && review.place !== null) ledger.dismissed.add(originKey(review.place, player));
      break;
    case 'loss-without-ground':
      if (review.penalty !== null) update(ledger.penalties, review.penalty, { groundAnswered: true });
      break;
    case 'possible-duplicate':
      // R35: it is distinct, the flag is lifted.
      if (decision === 'confirm' && review.penalty !== null) update(ledger.penalties, review.penalty, { possibleDuplicateOf: null });
      break;
    case 'referred-ruling':
      break;
  }
  return review.players;
}
