import { earns, inForce, standingWarnings } from '@ladder/ledger';
import type { Ledger, PenaltyState, Reason } from '@ladder/ledger';
import type { Derived } from './derive.js';
import { guidelineFor } from './guideline.js';
import type { Finding, PenaltyVerdict } from './verdict.js';

/** The verdict on every penalty that was ever given, in the order in which they were; absorbed infractions cost nothing and have none (R9). */
export function verdictsOn(derived: Derived): PenaltyVerdict[] {
  return [...derived.ledger.penalties.values()]
    .filter((each) => !each.absorbed)
    .sort((one, other) => one.appliedAt - other.appliedAt || one.place - other.place)
    .map((each) => {
      const [verdict, why] = judged(derived, each);
      return { penalty: each.id, player: each.player, kind: each.kind, position: each.appliedAt, verdict, why };
    });
}

function judged({ ledger, unfounded, byHand }: Derived, penalty: PenaltyState): [Finding, string] {
  const { id, annulled, staysInTally, replacedBy, category, conditions, kind } = penalty;
  const flaw = unfounded.get(id);
  if (flaw !== undefined) return ['unfounded', flaw];
  if (annulled) return ['rescinded', 'it was played, and the head judge found that it had no ground (R29)'];
  if (staysInTally) return ['founded', `it was upgraded to ${replacedBy ?? 'another penalty'} by hand and stays in every tally (R21)`];
  if (!inForce(penalty)) return ['rescinded', taken(penalty)];
  const hand = byHand.get(id);
  if (hand !== undefined) return ["by the head judge's hand", hand];
  if (penalty.earned) return onLadderLoss(ledger, penalty, penalty.earned);
  const outcome = category === null ? undefined : guidelineFor(ledger, category, conditions);
  if (!outcome?.penalties.includes(kind)) return ['unfounded', `the guideline for ${category ?? 'it'} is another`];
  return [
    'founded',
    `the guideline for ${[category, ...conditions].join(' +')} is ${outcome.penalties.join(' or ')} (${outcome.cites.join(', ')})`,
  ];
}

function taken({ status, endedBy, replacedBy }: PenaltyState): string {
  const where = endedBy ? ` at position ${endedBy.position}` : '';
  return `${status}${where}${replacedBy === null ? '' : `, ${replacedBy} came in its place`}`;
}

function onLadderLoss(
  ledger: Ledger,
  loss: PenaltyState,
  { place, reasons, review }: NonNullable<PenaltyState['earned']>,
): [Finding, string] {
  const hasGround = standingWarnings(ledger, loss.player).some((each) => each.place === place && earns(ledger, each).length > 0);
  const because = reasons.map(told).join(' and ');
  if (hasGround) return ['founded', review === null ? because : `${because}; the head judge confirmed it (${review})`];
  if (loss.groundAnswered) return ["by the head judge's hand", 'its Warning earns it no longer; the head judge let it stand (R29)'];
  return ['unfounded', 'its Warning earns it no longer, and the head judge has not said what becomes of it (R29)'];
}

function told({ rule, count, threshold, cites }: Reason): string {
  return `Warning ${count} under ${rule}, which gives a Game Loss from ${threshold} on (${cites.join(', ')})`;
}
