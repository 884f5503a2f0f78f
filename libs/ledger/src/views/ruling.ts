import { upgradesAt } from '@ladder/editions';
import type { Penalty } from '@ladder/editions';
import { dueKey } from '../due.js';
import type { Target } from '../events.js';
import { categoryFor, countedFor, crossings, earns, isInDoubt, isInTally, tallyAt, warningsUpTo } from '../ladder.js';
import { inForce, penaltyOf, rulingOf, teamMatesOf, tournamentOf } from '../ledger.js';
import type { Ledger, PenaltyState, PenaltyStatus, Ruling } from '../ledger.js';
import { mergedInto } from '../merging.js';
import { targetOf } from '../target.js';
import { appealView } from './lists.js';
import { FreeText } from './opening.js';
import { shown } from './reason.js';
import type { ShownReason } from './reason.js';

export interface EscalationView {
  status: 'none' | 'applied' | 'pending' | 'review';
  penalty: string | null;
  appliesTo: Target | null;
  concededBy: readonly string[];
  mergedInto: string | null;
  reasons: ShownReason[];
}

export interface PenaltyEntry {
  id: string;
  player: string;
  category: string | null;
  conditions: readonly string[];
  penalty: Penalty;
  absorbed: boolean;
  status: PenaltyStatus;
  tally: { category: number; family: number };
  upgradesAt: { category: number | null; family: number | null };
  counted: { ruling: string; round: number; table: number | null; judge: string; category: string | null }[];
  appliesTo: Target | null;
  concededBy: readonly string[];
  mergedInto: string | null;
  escalation: EscalationView;
}

/** What a ruling gave, as of `then`; what the ladder made of it, as of `now` (R36). */
export function penaltyEntries(then: Ledger, now: Ledger, id: string): PenaltyEntry[] {
  return rulingOf(then, id)
    .penalties.map((each) => penaltyOf(then, each))
    .filter((each) => each.earned === null)
    .map((each) => ({ ...entryOf(then, each), escalation: escalationOf(now, penaltyOf(now, each.id)) }));
}

function entryOf(ledger: Ledger, penalty: PenaltyState): Omit<PenaltyEntry, 'escalation'> {
  const { id, player, category, conditions, kind, absorbed, status, appliesTo, concededBy } = penalty;
  return {
    id,
    player,
    category,
    conditions,
    penalty: kind,
    absorbed,
    status,
    ...tallyOf(ledger, penalty),
    counted: countedIn(ledger, penalty).map((each) => countedEntry(ledger, each)),
    appliesTo,
    concededBy,
    mergedInto: mergedInto(ledger, penalty),
  };
}

function tallyOf(ledger: Ledger, penalty: PenaltyState): Pick<PenaltyEntry, 'tally' | 'upgradesAt'> {
  if (penalty.category === null) return { tally: { category: 0, family: 0 }, upgradesAt: { category: null, family: null } };
  const category = categoryFor(ledger, penalty.category);
  const { level } = tournamentOf(ledger);
  return {
    tally: tallyAt(ledger, penalty.player, category, penalty.place, penalty.ruling),
    upgradesAt: {
      category: upgradesAt(ledger.edition, level, { category: category.id }),
      family: upgradesAt(ledger.edition, level, { family: category.family }),
    },
  };
}

/** The Warnings that the tally of this one counts: those of every rule it crosses, or, where it crosses none, those of its category. */
export function countedIn(ledger: Ledger, warning: PenaltyState): PenaltyState[] {
  if (!isInTally(warning)) return [];
  const reasons = earns(ledger, warning);
  if (reasons.length > 0) return countedFor(ledger, reasons);
  return warningsUpTo(ledger, warning.player, warning.place, warning.ruling).filter((each) => each.category === warning.category);
}

function countedEntry(ledger: Ledger, { ruling: id, category }: PenaltyState): PenaltyEntry['counted'][number] {
  const { round, table, by } = rulingOf(ledger, id);
  return { ruling: id, round, table, judge: by, category };
}

const NO_ESCALATION: EscalationView = { status: 'none', penalty: null, appliesTo: null, concededBy: [], mergedInto: null, reasons: [] };

/** What the ladder made of a Warning: a Game Loss, one that is due, a question to the head judge, or nothing (R26–R28). */
export function escalationOf(ledger: Ledger, warning: PenaltyState): EscalationView {
  const loss = lossEarnedBy(ledger, warning);
  if (loss) {
    const { id, appliesTo, concededBy, earned } = loss;
    return {
      status: 'applied',
      penalty: id,
      appliesTo,
      concededBy,
      mergedInto: mergedInto(ledger, loss),
      reasons: (earned?.reasons ?? []).map(shown),
    };
  }
  if (!isInTally(warning)) return NO_ESCALATION;
  const reasons = crossings(ledger, warning).map((each) => shown(each.reason));
  if (reasons.length === 0) return NO_ESCALATION;
  if (ledger.due.has(dueKey.gameLoss(warning.player, warning.place))) {
    const appliesTo = targetOf(ledger, 'game-loss', rulingOf(ledger, warning.ruling));
    return {
      ...NO_ESCALATION,
      status: 'pending',
      appliesTo,
      concededBy: [warning.player, ...teamMatesOf(ledger, warning.player)],
      reasons,
    };
  }
  const asked =
    isInDoubt(ledger, warning) ||
    ledger.due.has(dueKey.review(warning.player, 'game-loss-due', warning.place)) ||
    openQuestion(ledger, warning);
  return asked ? { ...NO_ESCALATION, status: 'review', reasons } : NO_ESCALATION;
}

/** The loss that stands for a Warning by the ladder, or by what the head judge put in its place (R33); none once it fell or was annulled. */
export function lossEarnedBy(ledger: Ledger, warning: PenaltyState): PenaltyState | undefined {
  if (warning.kind !== 'warning' || warning.absorbed) return undefined;
  const given = ledger.players.get(warning.player)?.penalties.map((id) => penaltyOf(ledger, id)) ?? [];
  const earned = given.findLast((each) => each.earned?.place === warning.place && each.status !== 'rescinded');
  const stands = earned?.status === 'replaced' && earned.replacedBy !== null ? penaltyOf(ledger, earned.replacedBy) : earned;
  return stands && inForce(stands) && !stands.annulled && stands.kind !== 'none' ? stands : undefined;
}

function openQuestion(ledger: Ledger, warning: PenaltyState): boolean {
  const reviews = ledger.players.get(warning.player)?.reviews ?? [];
  return reviews.some((id) => {
    const review = ledger.reviews.get(id);
    return review?.status === 'open' && review.question === 'game-loss-due' && review.place === warning.place;
  });
}

/** One ruling with its penalties as they are now. */
export function rulingView(ledger: Ledger, id: string) {
  const ruling = rulingOf(ledger, id);
  return {
    ruling: id,
    position: ruling.position,
    round: ruling.round,
    table: ruling.table,
    game: ruling.game,
    gameState: ruling.gameState,
    judge: ruling.by,
    offline: ruling.offline,
    origin: ruling.origin ?? null,
    ruledAt: ruling.ruledAt,
    recordedAt: ruling.recordedAt,
    account: new FreeText(ruling.account),
    remedy: new FreeText(ruling.remedy),
    extensionMinutes: ruling.extensionMinutes,
    possibleDuplicateOf: ruling.possibleDuplicateOf,
    review: ruling.referral,
    penalties: penaltyEntries(ledger, ledger, id),
    corrections: ruling.corrections.map((each) => ({ ...each, reason: new FreeText(each.reason) })),
    appeals: ruling.appeals.flatMap((appeal) => {
      const known = ledger.appeals.get(appeal);
      return known ? [appealView(known)] : [];
    }),
  };
}

export interface RulingFilter {
  readonly player?: string;
  readonly category?: string;
  readonly round?: number;
  readonly judge?: string;
  readonly penalty?: Penalty;
}

/** The rulings that a filter leaves, newest first. */
export function rulingsLike(ledger: Ledger, filter: RulingFilter): Ruling[] {
  const { player, category, round, judge, penalty } = filter;
  return [...ledger.rulings.values()].reverse().filter((ruling) => {
    if ((round !== undefined && ruling.round !== round) || (judge !== undefined && ruling.by !== judge)) return false;
    return ruling.penalties.some((id) => {
      const each = penaltyOf(ledger, id);
      return (
        (player === undefined || each.player === player) &&
        (category === undefined || each.category === category) &&
        (penalty === undefined || each.kind === penalty)
      );
    });
  });
}
