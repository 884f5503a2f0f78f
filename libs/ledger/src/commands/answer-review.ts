import { dueKey } from '../due.js';
import type { Draft, Sealed } from '../events.js';
import { crossings, isInDoubt, standingWarnings } from '../ladder.js';
import { penaltyOf, rulingOf } from '../ledger.js';
import type { Ledger, PenaltyState, Review } from '../ledger.js';
import { gameLoss, isAnswered, paidPlaces } from '../owed.js';
import { isRefusal, refuse } from '../refusal.js';
import { correctable, ended } from './correcting.js';
import { infractionDrafts, isDeviation, weigh } from './issue-ruling.js';
import type { Decision, UseCase } from './use-case.js';

export interface AnswerReview {
  readonly type: 'answer-review';
  readonly review: string;
  readonly decision: 'confirm' | 'dismiss';
  readonly reason: Sealed;
}

/** R28, R29, R35, R11: only the head judge answers, once; what the answer decides is recorded with it. */
export const answerReview: UseCase<AnswerReview> = {
  who: ['head-judge'],
  decide(ledger, { review: id, decision, reason }) {
    const review = ledger.reviews.get(id);
    if (!review) return refuse('unknown-review', `There is no question ${id} in this tournament.`);
    if (review.status === 'answered') return refuse('already-answered', `${id} was answered already: ${review.decision ?? ''}.`);
    if (review.status === 'withdrawn' || ledger.due.has(dueKey.withdrawal(id))) {
      return refuse('review-withdrawn', `${id} was withdrawn, because what it asked about no longer holds.`);
    }
    const answer: Draft = { type: 'ReviewAnswered', data: { review: id, decision, reason } };
    const follows = decision === 'confirm' ? confirmed(ledger, review, reason) : dismissed(ledger, review, reason);
    return isRefusal(follows) ? follows : [answer, ...follows];
  },
};

function confirmed(ledger: Ledger, review: Review, reason: Sealed): Decision {
  const cause = ledger.revision + 1;
  switch (review.question) {
    case 'game-loss-due': {
      const warning = warningOf(ledger, review);
      const reasons = warning ? crossings(ledger, warning).map((each) => each.reason) : [];
      return warning && reasons.length > 0 ? [gameLoss(ledger, warning, reasons, cause, review.id)] : [];
    }
    case 'loss-without-ground': {
      const penalty = subject(ledger, review);
      return [{ type: 'PenaltyAnnulled', cause, data: { penalty: penalty.id, player: penalty.player, review: review.id } }];
    }
    case 'possible-duplicate':
      return earnedOnceDistinct(ledger, review, cause);
    case 'referred-ruling':
      return takenOver(ledger, review, reason, cause);
  }
}

function dismissed(ledger: Ledger, review: Review, reason: Sealed): Decision {
  if (review.question !== 'possible-duplicate') return [];
  // R35: it is the same error, and voided: what this player was given in that ruling.
  const changes = ended(correctable(ledger, rulingOf(ledger, review.ruling), subject(ledger, review).player), 'voided');
  return [{ type: 'RulingVoided', cause: ledger.revision + 1, data: { ruling: review.ruling, changes, reason, review: review.id } }];
}

/** The Warning that a question is about, wherever a correction has put it since. */
function warningOf(ledger: Ledger, review: Review): PenaltyState | undefined {
  const [player] = review.players;
  return player === undefined ? undefined : standingWarnings(ledger, player).find((each) => each.place === review.place);
}

function subject(ledger: Ledger, review: Review): PenaltyState {
  if (review.penalty === null) throw new Error(`${review.id} is about no penalty`);
  return penaltyOf(ledger, review.penalty);
}

/** R35: what a Warning earns once it is known to be distinct: one question, not two. Not where another Warning counted for it is in doubt. */
function earnedOnceDistinct(ledger: Ledger, review: Review, cause: number): Draft[] {
  const warning = subject(ledger, review);
  const doubtful = (id: string) => id !== warning.id && isInDoubt(ledger, penaltyOf(ledger, id));
  const crossed = crossings(ledger, warning).map((each) => each.reason);
  const due = crossed.some((reason) => !reason.counted.some(doubtful));
  if (!due || isAnswered(ledger, warning, paidPlaces(ledger, warning.player))) return [];
  return [gameLoss(ledger, warning, crossed, cause, review.id)];
}

/** R11: the referred ruling takes its place at the confirmation, as the head judge's own. */
function takenOver(ledger: Ledger, review: Review, reason: Sealed, cause: number): Decision {
  const { referred } = review;
  if (!referred) throw new Error(`${review.id} refers no ruling`);
  const { review: id, infractions, ...circumstances } = referred;
  const weighed = [];
  for (const each of infractions) {
    const one = weigh(ledger, each);
    if (isRefusal(one)) return one;
    weighed.push({ ...one, deviation: one.deviation ?? (isDeviation(one) ? reason : null) });
  }
  return infractionDrafts(ledger, circumstances, weighed, cause + 1, id, () => null).map((draft) => ({ ...draft, cause }));
}
