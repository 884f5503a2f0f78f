import type { Penalty } from '@ladder/editions';
import type { Circumstances, EventOf, Infraction, Loss } from '../events.js';
import { crossingsOf } from '../ladder.js';
import { openInvestigationOf, penaltyOf, playerOf, rolesOf, teamMatesOf } from '../ledger.js';
import type { Ledger, PenaltyState } from '../ledger.js';
import { cleanScopes } from './following.js';
import { update } from './update.js';

type InfractionEvent = EventOf<'InfractionNoted' | 'WarningIssued' | 'GameLossApplied' | 'MatchLossApplied' | 'PlayerDisqualified'>;

/** One infraction of a ruling: the ruling, if it is its first, and the penalty. */
export function infraction(
  ledger: Ledger,
  event: InfractionEvent,
  kind: Penalty,
  { absorbed = false, loss }: { absorbed?: boolean; loss?: Loss },
): string[] {
  const data = event.data as Infraction;
  const { position, metadata } = event;
  const { ruling, player, penalty: id } = data;
  if (!ledger.rulings.has(ruling)) {
    const roles = rolesOf(ledger, metadata.by);
    ledger.rulings.set(ruling, {
      ...circumstancesOf(data),
      position,
      by: metadata.by,
      recordedAt: metadata.recordedAt,
      final: roles.includes('head-judge') || roles.includes('appeals-judge'),
      decidedFor: [],
      penalties: [],
      possibleDuplicateOf: null,
      extensionMinutes: 0,
      referral: data.referral,
      corrections: [],
      appeals: [],
    });
  }
  update(ledger.rulings, ruling, (each) => ({ possibleDuplicateOf: each.possibleDuplicateOf ?? data.possibleDuplicateOf }));
  give(ledger, {
    ...blank,
    id,
    player,
    ruling,
    kind,
    category: data.category,
    conditions: data.conditions,
    absorbed,
    place: position,
    appliedAt: position,
    status: loss ? 'pending' : 'standing',
    by: metadata.by,
    appliesTo: loss?.appliesTo ?? null,
    concededBy: loss?.concededBy ?? [],
    possibleDuplicateOf: data.possibleDuplicateOf,
  });
  return [player];
}

/** R28, R41: a Warning that was given here, and recorded online for the then-current round may earn its Game Loss by itself, by the rules it crosses now. */
export function warning(ledger: Ledger, event: EventOf<'WarningIssued'>): string[] {
  const touched = infraction(ledger, event, 'warning', {});
  const given = penaltyOf(ledger, event.data.penalty);
  if (!event.data.offline && !event.data.origin && event.data.round === ledger.currentRound) {
    const clean = cleanScopes(ledger, given.player, crossingsOf(ledger, given.player));
    ledger.penalties.set(given.id, { ...given, unbroken: clean.get(given.id) ?? [] });
  }
  return touched;
}

export function ladderLoss(
  ledger: Ledger,
  { position, metadata }: EventOf<'GameLossApplied'>,
  data: Extract<EventOf<'GameLossApplied'>['data'], { earned: unknown }>,
): string[] {
  const { penalty: id, player, ruling, appliesTo, concededBy, earned } = data;
  give(ledger, {
    ...blank,
    id,
    player,
    ruling,
    kind: 'game-loss',
    status: 'pending',
    place: earned.place,
    appliedAt: position,
    by: metadata.by,
    appliesTo,
    concededBy,
    earned,
  });
  return [player];
}

/** What a penalty begins with. */
export const blank = {
  category: null,
  conditions: [],
  absorbed: false,
  status: 'standing',
  appliesTo: null,
  concededBy: [],
  served: null,
  separated: false,
  annulled: false,
  replacedBy: null,
  staysInTally: false,
  earned: null,
  endedBy: null,
  groundAnswered: false,
  possibleDuplicateOf: null,
  unbroken: [],
  investigation: null,
} satisfies Partial<PenaltyState>;

export function give(ledger: Ledger, penalty: PenaltyState): void {
  ledger.penalties.set(penalty.id, penalty);
  update(ledger.players, penalty.player, (player) => ({ penalties: [...player.penalties, penalty.id] }));
  update(ledger.rulings, penalty.ruling, (ruling) => ({ penalties: [...ruling.penalties, penalty.id] }));
}

function circumstancesOf(data: Circumstances): Circumstances {
  const { ruling, round, table, game, gameState, offline, origin, ruledAt, durationSeconds, account, remedy } = data;
  return { ruling, round, table, game, gameState, offline, ...(origin && { origin }), ruledAt, durationSeconds, account, remedy };
}

/** R7, R40: the player and the team are out, and stay dropped when the disqualification falls. It joins an open investigation. */
export function goneByDisqualification(ledger: Ledger, player: string, penalty: string, position: number): string[] {
  const drop = { since: position, round: ledger.currentRound, cause: 'disqualification' as const, provisional: false };
  for (const id of [player, ...teamMatesOf(ledger, player)])
    update(ledger.players, id, (each) => ({ drop: each.drop ? { ...each.drop, provisional: false } : drop }));
  const open = openInvestigationOf(ledger, player);
  if (open) update(ledger.penalties, penalty, { investigation: open.id });
  return [player];
}

export function joinInvestigation(ledger: Ledger, player: string, investigation: string): void {
  for (const id of playerOf(ledger, player).penalties) {
    const penalty = penaltyOf(ledger, id);
    if (penalty.kind === 'disqualification' && penalty.investigation === null) ledger.penalties.set(id, { ...penalty, investigation });
  }
}
