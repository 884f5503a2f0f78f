import { talliesOf } from '../ladder.js';
import { disqualificationOf, penaltyOf, playerOf, rulingOf } from '../ledger.js';
import type { Ledger, PenaltyState } from '../ledger.js';
import { mergedInto } from '../merging.js';
import { appealView, investigationView, newestFirst, placeServed, playerStatus, reviewView } from './lists.js';
import { Name, player } from './opening.js';
import { shown } from './reason.js';
import { rulingView, rulingsLike } from './ruling.js';

/** A player's record at the ledger's end: the same function gives today's and that of any earlier position. */
export function recordView(ledger: Ledger, id: string, mayReadInvestigations: boolean) {
  const who = playerOf(ledger, id);
  return {
    player: {
      id,
      name: player(id),
      kind: who.kind,
      team: who.team === null ? null : new Name('team', who.team),
      ...playerStatus(ledger, who),
      disqualifiedBy: disqualificationOf(ledger, id)?.penalty.id ?? null,
    },
    asOf: { position: ledger.revision, recordedAt: ledger.recordedAt },
    tallies: talliesOf(ledger, id),
    penalties: who.penalties
      .map((each) => penaltyOf(ledger, each))
      .filter((each) => !each.absorbed)
      .map((each) => penaltyView(ledger, each)),
    rulings: rulingsLike(ledger, { player: id }).map((each) => rulingView(ledger, each.ruling)),
    reviews: who.reviews.flatMap((each) => {
      const review = ledger.reviews.get(each);
      return review ? [reviewView(ledger, review)] : [];
    }),
    appeals: newestFirst(ledger.appeals)
      .filter((each) => each.player === id)
      .map(appealView),
    investigations: mayReadInvestigations
      ? newestFirst(ledger.investigations)
          .filter((each) => each.player === id)
          .map(investigationView)
      : [],
  };
}

/** One penalty as a record tells it. `served` is told apart from `status`: a voided loss never hides that it was conceded (R29). */
export function penaltyView(ledger: Ledger, penalty: PenaltyState) {
  const { id, kind, status, annulled, category, conditions, ruling, appliesTo, concededBy, replacedBy, earned, appliedAt } = penalty;
  return {
    id,
    penalty: kind,
    status,
    served: placeServed(penalty),
    annulled,
    category,
    conditions,
    ruling,
    round: rulingOf(ledger, ruling).round,
    appliesTo,
    concededBy,
    mergedInto: mergedInto(ledger, penalty),
    replacedBy,
    warning: earned?.warning ?? null,
    position: appliedAt,
    reasons: (earned?.reasons ?? []).map(shown),
  };
}
