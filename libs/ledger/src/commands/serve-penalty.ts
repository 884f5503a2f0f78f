import type { Sealed, Target } from '../events.js';
import { isLoss } from '../ledger.js';
import type { Ledger, PenaltyState } from '../ledger.js';
import { servedTogether, servedWith } from '../merging.js';
import { isRefusal, refuse } from '../refusal.js';
import type { Refusal } from '../refusal.js';
import { isStarted, roundNotStarted } from './issue-ruling.js';
import type { UseCase } from './use-case.js';

export interface ServePenalty {
  readonly type: 'serve-penalty';
  readonly penalty: string;
  readonly round: number;
  readonly table: number | null;
  readonly game: number | null;
}

/** R3, R4: the conceded game or match is recorded; one conceded game serves every loss that was for it. */
export const servePenalty: UseCase<ServePenalty> = {
  who: ['scorekeeper', 'head-judge'],
  decide(ledger, { penalty: id, round, table, game }) {
    const penalty = loss(ledger, id);
    if (isRefusal(penalty)) return penalty;
    if (penalty.status === 'served')
      return refuse('already-served', `${id} was recorded as served already, in round ${penalty.served?.round ?? '?'}.`);
    const unready = notPending(penalty);
    if (unready) return unready;
    if (!isStarted(ledger, round)) return roundNotStarted(ledger, round);
    const [first, ...merged] = servedTogether(ledger, penalty).map((each) => each.id);
    return [{ type: 'PenaltyServed', data: { penalty: first ?? id, merged, round, table, game } }];
  },
};

export interface UnservePenalty {
  readonly type: 'unserve-penalty';
  readonly penalty: string;
  readonly reason: Sealed;
}

/** The result was recorded by mistake: the loss, and what was served with it, waits again. */
export const unservePenalty: UseCase<UnservePenalty> = {
  who: ['scorekeeper', 'head-judge'],
  decide(ledger, { penalty: id, reason }) {
    const penalty = loss(ledger, id);
    if (isRefusal(penalty)) return penalty;
    if (!penalty.served) return refuse('not-served', `${id} was not recorded as served.`);
    const [first, ...merged] = servedWith(ledger, penalty).map((each) => each.id);
    return [{ type: 'PenaltyUnserved', data: { penalty: first ?? id, merged, reason } }];
  },
};

export interface RetargetPenalty {
  readonly type: 'retarget-penalty';
  readonly penalty: string;
  readonly appliesTo: { readonly when: Target['when']; readonly round?: number; readonly table?: number; readonly game?: number };
  readonly reason: Sealed;
}

/** Another game or match than the one it was for. */
export const retargetPenalty: UseCase<RetargetPenalty> = {
  who: ['scorekeeper', 'head-judge'],
  decide(ledger, { penalty: id, appliesTo, reason }) {
    const penalty = loss(ledger, id);
    if (isRefusal(penalty)) return penalty;
    const unready = notPending(penalty);
    if (unready) return unready;
    const { when } = appliesTo;
    const [now, next] = penalty.kind === 'game-loss' ? (['now', 'next-game'] as const) : (['now-match', 'next-match'] as const);
    if (when !== now && when !== next)
      return refuse('invalid-request', `A ${penalty.kind} is for ${now} or ${next}: say one of these in appliesTo.when.`);
    const round = appliesTo.round ?? ledger.currentRound;
    if (when === now && (round === 0 || !isStarted(ledger, round))) return roundNotStarted(ledger, round);
    const target: Target =
      when === now ? { when: now, round, table: appliesTo.table ?? null, game: appliesTo.game ?? null } : { when: next };
    return [{ type: 'PenaltyRetargeted', data: { penalty: id, appliesTo: target, reason } }];
  },
};

export interface SeparatePenalty {
  readonly type: 'separate-penalty';
  readonly penalty: string;
  readonly reason: Sealed;
}

/** R4: two Game Losses for the same game are two games after all. */
export const separatePenalty: UseCase<SeparatePenalty> = {
  who: ['head-judge'],
  decide(ledger, { penalty: id, reason }) {
    const penalty = loss(ledger, id);
    if (isRefusal(penalty)) return penalty;
    const unready = notPending(penalty);
    if (unready) return unready;
    if (servedTogether(ledger, penalty).length < 2)
      return refuse('not-merged', `${id} is not merged with another loss: there is nothing to separate.`);
    return [{ type: 'PenaltySeparated', data: { penalty: id, reason } }];
  },
};

function loss(ledger: Ledger, id: string): PenaltyState | Refusal {
  const penalty = ledger.penalties.get(id);
  if (!penalty) return refuse('unknown-penalty', `There is no penalty ${id} in this tournament.`);
  if (!isLoss(penalty)) return refuse('not-pending', `${id} is a ${penalty.kind}: only a Game Loss or a Match Loss is served.`);
  return penalty;
}

function notPending({ id, status, annulled }: PenaltyState): Refusal | undefined {
  if (status === 'pending' && !annulled) return undefined;
  return refuse('not-pending', `${id} does not wait to be served: it is ${annulled ? 'annulled' : status}.`);
}
