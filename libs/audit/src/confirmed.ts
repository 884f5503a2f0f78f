import { earns, standingWarnings } from '@ladder/ledger';
import type { LadderLoss, Ledger, Question } from '@ladder/ledger';
import { isSameJson } from './same-json.js';

/**
 * What is wrong with a ladder's Game Loss that the head judge's answer applied (R28, R35): the question must have been confirmed, and the
 * Warning must earn it, for these very reasons.
 */
export function notEarned(ledger: Ledger, { earned, player, appliesTo }: LadderLoss): string[] {
  const { warning: id, place, reasons, review } = earned;
  const warning = standingWarnings(ledger, player).find((each) => each.id === id && each.place === place);
  const earnt = warning ? earns(ledger, warning) : [];
  return [
    ...notConfirmed(ledger, review, ['game-loss-due', 'possible-duplicate']),
    ...(earnt.length > 0 && isSameJson(earnt, reasons) ? [] : [`${id} does not earn it, or for other reasons`]),
    ...(appliesTo.when === 'next-game' ? [] : ['one that was confirmed is for the next game (R28)']),
  ];
}

/** What is wrong with resting on the head judge's answer to a review. */
export function notConfirmed(ledger: Ledger, id: string | null, questions: readonly Question[]): string[] {
  const review = id === null ? undefined : ledger.reviews.get(id);
  if (!review || !questions.includes(review.question)) return ['only the saga applies it where no question about it was asked'];
  return review.decision === 'confirm' ? [] : [`the head judge did not confirm ${review.id}`];
}
