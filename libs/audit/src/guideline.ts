import { categoryOf, outcomeOf } from '@ladder/editions';
import type { Outcome, Penalty } from '@ladder/editions';
import { isHeadJudge, tournamentOf } from '@ladder/ledger';
import type { Infraction, Ledger, LedgerEvent } from '@ladder/ledger';

/** An infraction as a ruling recorded it, with the penalty that was given for it. */
export type RecordedInfraction = Infraction & { readonly kind: Penalty; readonly absorbed: boolean };

/** The infraction that an event records; undefined for other events, a Game Loss that the ladder gave among them. */
export function infractionIn(event: LedgerEvent): RecordedInfraction | undefined {
  switch (event.type) {
    case 'InfractionNoted':
      return event.data;
    case 'WarningIssued':
      return { ...event.data, kind: 'warning', absorbed: false };
    case 'GameLossApplied':
      return 'earned' in event.data ? undefined : { ...event.data, kind: 'game-loss', absorbed: false };
    case 'MatchLossApplied':
      return { ...event.data, kind: 'match-loss', absorbed: false };
    case 'PlayerDisqualified':
      return { ...event.data, kind: 'disqualification', absorbed: false };
    default:
      return undefined;
  }
}

/** The guideline of the ledger's edition at its level; undefined for a category or a condition that it does not know. */
export function guidelineFor(ledger: Ledger, category: string, conditions: readonly string[]): Outcome | undefined {
  const of = categoryOf(ledger.edition, category);
  if (!of || !conditions.every((each) => of.conditions.some(({ id }) => id === each))) return undefined;
  return outcomeOf(ledger.edition, of, conditions, tournamentOf(ledger).level);
}

/** What the edition says to a penalty that somebody gave. */
export interface Measured {
  readonly faults: readonly string[];
  /** Why it stands although it is outside the guidelines; null for one that is within them. */
  readonly byHand: string | null;
}

/** Whether `by` might give this penalty (R7, R11, R12). `reasoned`: whether a reason is recorded with it. */
export function measure(
  ledger: Ledger,
  by: string,
  given: { player: string; kind: Penalty; category: string; conditions: readonly string[]; reasoned: boolean },
): Measured {
  const { player, kind, category, conditions, reasoned } = given;
  const outcome = guidelineFor(ledger, category, conditions);
  if (!outcome) return { faults: [`${ledger.edition.id} knows no ${[category, ...conditions].join(' +')}`], byHand: null };
  const byHeadJudge = isHeadJudge(ledger, by);
  const isDeviation = !outcome.penalties.includes(kind);
  const guideline = outcome.penalties.join(' or ');
  const theirs = categoryOf(ledger.edition, category)?.conditions.find((each) => each.headJudgeOnly && conditions.includes(each.id));
  const isAttendee = ledger.players.get(player)?.kind === 'attendee';
  const faults = [
    isDeviation && !byHeadJudge && `the guideline is ${guideline}, and only the head judge deviates from it (R11)`,
    isDeviation && !reasoned && `the guideline is ${guideline}, and no reason for a ${kind} is recorded (R11)`,
    kind === 'disqualification' && !byHeadJudge && 'only the head judge disqualifies (R12)',
    theirs && !byHeadJudge && `only the head judge finds that ${theirs.id} holds (R12)`,
    isAttendee && !['none', 'disqualification'].includes(kind) && `who does not play cannot be given a ${kind} (R7)`,
  ].filter((each) => typeof each === 'string');
  return { faults, byHand: isDeviation ? `${by} gave it with a reason; the guideline is ${guideline} (R11)` : null };
}

/** The same of an infraction as it is recorded, with the guideline that it names. */
export function measureInfraction(ledger: Ledger, by: string, infraction: RecordedInfraction): Measured {
  const { category, conditions, deviation, guideline } = infraction;
  const measured = measure(ledger, by, { ...infraction, reasoned: deviation !== null });
  return { ...measured, faults: [...measured.faults, ...misnamed(ledger, category, conditions, guideline)] };
}

/** What is wrong with the guideline that an event names. */
export function misnamed(ledger: Ledger, category: string, conditions: readonly string[], guideline: Penalty): string[] {
  const first = guidelineFor(ledger, category, conditions)?.penalties[0];
  return first === undefined || first === guideline ? [] : [`it names ${guideline} as the guideline, which is ${first}`];
}
