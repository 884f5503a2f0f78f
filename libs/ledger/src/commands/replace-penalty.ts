import { severity } from '@ladder/editions';
import type { Penalty } from '@ladder/editions';
import type { NewPenalty, Sealed } from '../events.js';
import { penaltyId } from '../ids.js';
import { isInTally } from '../ladder.js';
import { penaltyOf, playerOf } from '../ledger.js';
import type { Ledger, PenaltyState } from '../ledger.js';
import { refuse } from '../refusal.js';
import type { Refusal } from '../refusal.js';
import { change, lossFor } from './correcting.js';
import { notAPlayer } from './issue-ruling.js';
import type { UseCase } from './use-case.js';

export interface ReplacePenalty {
  readonly type: 'replace-penalty';
  readonly penalty: string;
  readonly by: Penalty;
  readonly reason: Sealed;
}

/** R13, R17, R18, R33: the head judge's hand. The old penalty reads `replaced`, the new one has an id of its own. */
export const replacePenalty: UseCase<ReplacePenalty> = {
  who: ['head-judge'],
  decide(ledger, { penalty: id, by: kind, reason }) {
    const penalty = ledger.penalties.get(id);
    if (!penalty) return refuse('unknown-penalty', `There is no penalty ${id} in this tournament.`);
    const refused = irreplaceable(ledger, penalty, kind);
    if (refused) return refused;
    const position = ledger.revision + 1;
    const becomes: NewPenalty = {
      penalty: penaltyId(kind, position, penalty.place),
      player: penalty.player,
      kind,
      category: penalty.category,
      conditions: penalty.conditions,
      absorbed: false,
      loss: lossFor(ledger, penalty, kind),
      upgradedTo: null,
    };
    const upgraded = penalty.kind === 'warning' && severity(kind) > severity('warning');
    // A Warning leads to one loss at most: what the ladder gave for it, or came in that one's place, gives way to what the head judge gives.
    const given = upgraded ? givenFor(ledger, penalty) : [];
    const changes = [change(penalty, 'replaced', becomes, upgraded), ...given.map((each) => change(each, 'replaced', becomes))];
    return [{ type: 'PenaltyReplaced', data: { ruling: penalty.ruling, penalty: id, changes, reason } }];
  },
};

function irreplaceable(ledger: Ledger, penalty: PenaltyState, kind: Penalty): Refusal | undefined {
  const { id, status } = penalty;
  if (status === 'voided') return refuse('already-voided', `${id} was voided: there is nothing to replace.`);
  if (penalty.absorbed || !isInForceNow(penalty)) {
    return refuse(
      'not-in-force',
      `${id} is not in force: replace the penalty that stands${penalty.replacedBy ? `, ${penalty.replacedBy}` : ''}.`,
    );
  }
  // What the ladder gave, and whatever took its place, has no category of its own: it is no error that could count.
  if (kind === 'warning' && (penalty.kind === 'warning' || penalty.category === null || hasWarningBeneath(ledger, penalty))) {
    return refuse('already-a-warning', `The Warning under ${id} is there already: replace by none to take the loss away.`);
  }
  if (penalty.kind === kind) return refuse('same-penalty', `${id} is a ${kind} already.`);
  if (playerOf(ledger, penalty.player).kind === 'attendee' && kind !== 'none' && kind !== 'disqualification')
    return notAPlayer(penalty.player);
  return undefined;
}

function isInForceNow({ status }: PenaltyState): boolean {
  return status === 'standing' || status === 'pending' || status === 'served';
}

/** Whether a Warning of the same error is in the tallies: this penalty took its place, or the place of the loss that it earned. */
function hasWarningBeneath(ledger: Ledger, penalty: PenaltyState): boolean {
  return playerOf(ledger, penalty.player).penalties.some((id) => {
    const each = penaltyOf(ledger, id);
    return each.place === penalty.place && isInTally(each);
  });
}

/** What stands beside a Warning for the same error. */
function givenFor(ledger: Ledger, warning: PenaltyState): PenaltyState[] {
  return playerOf(ledger, warning.player)
    .penalties.map((id) => penaltyOf(ledger, id))
    .filter((each) => each !== warning && each.place === warning.place && isInForceNow(each) && !each.annulled);
}
