import { severity } from '@ladder/editions';
import { isHeadJudge, standingWarnings } from '@ladder/ledger';
import type { Change, EventOf, Ledger } from '@ladder/ledger';
import { guidelineFor, measure } from './guideline.js';
import type { Measured } from './guideline.js';

export type Correction = EventOf<'RulingVoided' | 'RulingReassigned' | 'RulingRecategorised' | 'PenaltyReplaced' | 'AppealDecided'>;

/** What is wrong with a correction as such: who made it, and what it says of the penalties that it ends (R29–R34). */
export function correctionFaults(ledger: Ledger, { type, data, metadata: { by } }: Correction): string[] {
  const ruling = ledger.rulings.get(data.ruling);
  if (!ruling) return [`there is no ruling ${data.ruling}`];
  const ofIssuer = ruling.by === by && ruling.round === ledger.currentRound && ruling.decidedFor.length === 0;
  const mayCorrect = isHeadJudge(ledger, by) || type === 'AppealDecided' || ofIssuer;
  return [
    ...(mayCorrect ? [] : ['only the head judge corrects it: its issuer may not, or no longer (R30, R33)']),
    ...data.changes.flatMap((change) => misstated(ledger, change, type)),
  ];
}

/** A change must tell the penalty as it is. */
function misstated(ledger: Ledger, change: Change, type: Correction['type']): string[] {
  const { penalty: id, player, kind, category, wasInTally, staysInTally, becomes } = change;
  const penalty = ledger.penalties.get(id);
  if (!penalty) return [`there is no penalty ${id}`];
  const isTold = penalty.player === player && penalty.kind === kind && penalty.category === category;
  const counted = standingWarnings(ledger, penalty.player).some((each) => each.id === id);
  const isUpgrade = type === 'PenaltyReplaced' && kind === 'warning' && becomes !== null && severity(becomes.kind) > severity('warning');
  const isNew = becomes === null || becomes.penalty === id || !ledger.penalties.has(becomes.penalty);
  return [
    ...(isNew ? [] : [`it puts ${becomes.penalty}, which was given before, in the place of ${id}`]),
    ...(isTold ? [] : [`it tells ${id} as another penalty than it is`]),
    ...(wasInTally === counted
      ? []
      : [`it says that ${id} was ${wasInTally ? '' : 'not '}in the tallies, which it was ${counted ? '' : 'not'}`]),
    ...(staysInTally && !isUpgrade ? [`it keeps ${id} in the tallies, which only an upgrade by hand does (R21)`] : []),
  ];
}

/** What the edition says to what a correction puts in a penalty's place; undefined where that is as founded as what it replaces. */
export function measureNew(
  ledger: Ledger,
  { type, data, metadata: { by } }: Correction,
  { kind: old, becomes }: Change,
): Measured | undefined {
  if (!becomes) return undefined;
  const { kind, category, conditions, player } = becomes;
  switch (type) {
    case 'RulingVoided':
      return { faults: ['a voided ruling gives nothing (R30)'], byHand: null };
    case 'RulingReassigned':
      return kind === old && player === data.to ? undefined : { faults: ['it moves a penalty and changes it (R31)'], byHand: null };
    case 'RulingRecategorised': {
      const guideline = guidelineFor(ledger, data.category, data.conditions)?.penalties[0];
      const isGuideline = kind === guideline && category === data.category;
      return { faults: isGuideline ? [] : [`the guideline for ${data.category} is ${guideline ?? 'unknown'} (R32)`], byHand: null };
    }
    case 'PenaltyReplaced':
      return { faults: [], byHand: `${by} gave it in the place of another, with a reason (R33)` };
    case 'AppealDecided':
      if (category === null) return { faults: ['it names no category (R34)'], byHand: null };
      return measure(ledger, by, { player, kind, category, conditions, reasoned: true });
  }
}
