import { categoryOf, ladderFor, upgradesAt } from '@ladder/editions';
import type { Category } from '@ladder/editions';
import type { Reason } from './events.js';
import { inForce, playerOf, penaltyOf, rulingOf, tournamentOf } from './ledger.js';
import type { Ledger, PenaltyState } from './ledger.js';

/**
 * What a Warning earns, and why (R14–R23): how many standing Warnings of its scope there are up to and with it, in the order of the
 * ledger (R25), never by a clock.
 */

/** Whether a penalty is in the tallies: a standing Warning, or one that was upgraded by hand (R21). */
export function isInTally(penalty: PenaltyState): boolean {
  return penalty.kind === 'warning' && !penalty.absorbed && (penalty.status === 'standing' || penalty.staysInTally);
}

/** The Warnings of a player that stand, in the order that counts (R25). */
export function standingWarnings(ledger: Ledger, player: string): PenaltyState[] {
  return playerOf(ledger, player)
    .penalties.map((id) => penaltyOf(ledger, id))
    .filter(isInTally)
    .sort((one, other) => one.place - other.place);
}

/** The category of a penalty that has one, as the edition knows it. */
export function categoryFor(ledger: Ledger, id: string): Category {
  const category = categoryOf(ledger.edition, id);
  if (!category) throw new Error(`${ledger.edition.id} has no category ${id}`);
  return category;
}

/** The Warnings of a player that a count at `place` takes in: those up to it, of the period in which its ruling lies. */
export function warningsUpTo(ledger: Ledger, player: string, place: number, ruling: string): PenaltyState[] {
  const period = periodOf(ledger, ruling);
  return standingWarnings(ledger, player).filter((each) => each.place <= place && periodOf(ledger, each.ruling) === period);
}

/** A player's Warnings of one category and of its family, among those up to `place`. */
export function tallyAt(
  ledger: Ledger,
  player: string,
  category: Category,
  place: number,
  ruling: string,
): { category: number; family: number } {
  const family = warningsUpTo(ledger, player, place, ruling).filter((each) => familyOf(ledger, each) === category.family);
  return { category: family.filter((each) => each.category === category.id).length, family: family.length };
}

/** A ladder rule that a Warning crosses: the reason, and the scope (rule and category or family) that it is about. */
export interface Crossing {
  readonly scope: string;
  readonly reason: Reason;
}

/** What the Warnings of a player cross, by the Warning's id. */
export type Crossings = ReadonlyMap<string, readonly Crossing[]>;

/**
 * The ladder rules that each Warning of a player crosses now: with it there are as many Warnings of the scope as the
 * threshold, or more (R21). None for a category that never upgrades (R18). One walk over the Warnings in the order that counts (R25).
 */
export function crossingsOf(ledger: Ledger, player: string): Crossings {
  const { level } = tournamentOf(ledger);
  const counts = new Map<string, string[]>();
  const found = new Map<string, Crossing[]>();
  for (const { id, category: slug, ruling } of standingWarnings(ledger, player)) {
    if (slug === null) continue;
    const category = categoryFor(ledger, slug);
    const period = periodOf(ledger, ruling);
    const count = (scopeId: string) => {
      const key = period + scopeId;
      const counted = counts.get(key) ?? [];
      counts.set(key, counted);
      counted.push(id);
      return counted;
    };
    const countedIn = { category: count(category.id), family: count(category.family) };
    for (const { rule, scope, scopeId, threshold, cites } of ladderFor(ledger.edition, category, level)) {
      const { length } = countedIn[scope];
      if (length < threshold) continue;
      const crossing = { scope: `${rule} ${scopeId}`, reason: { rule, count: length, threshold, cites, counted: [...countedIn[scope]] } };
      found.set(id, [...(found.get(id) ?? []), crossing]);
    }
  }
  return found;
}

/** The ladder rules that one Warning crosses now; empty for a Warning that does not stand. */
export function crossings(ledger: Ledger, warning: PenaltyState): readonly Crossing[] {
  return crossingsOf(ledger, warning.player).get(warning.id) ?? [];
}

/** R23: the reasons for which a Warning earns its one Game Loss; empty if it earns none. */
export function earns(ledger: Ledger, warning: PenaltyState): Reason[] {
  return crossings(ledger, warning).map((each) => each.reason);
}

/** Every Warning that any of the reasons counted, once, in the order that counts. */
export function countedFor(ledger: Ledger, reasons: readonly Reason[]): PenaltyState[] {
  return [...new Set(reasons.flatMap((reason) => reason.counted))]
    .map((id) => penaltyOf(ledger, id))
    .sort((one, other) => one.place - other.place);
}

/** R35: whether a penalty carries an open duplicate flag: it looks like another ruling that still stands, and nobody has said yet. */
export function isInDoubt(ledger: Ledger, penalty: PenaltyState): boolean {
  if (penalty.possibleDuplicateOf === null) return false;
  return (
    inForce(penalty) &&
    rulingOf(ledger, penalty.possibleDuplicateOf).penalties.some((id) => {
      const earlier = penaltyOf(ledger, id);
      return inForce(earlier) && earlier.player === penalty.player && earlier.category === penalty.category;
    })
  );
}

function familyOf(ledger: Ledger, penalty: PenaltyState): string | null {
  return penalty.category === null ? null : categoryFor(ledger, penalty.category).family;
}

/** R19: what is counted together: the whole tournament, or, under an edition that counts per day, the day of the ruling's round. */
function periodOf(ledger: Ledger, ruling: string): string {
  return ledger.edition.countedPer === 'tournament' ? '' : dayOf(ledger, ruling);
}

function dayOf(ledger: Ledger, id: string): string {
  const ruling = rulingOf(ledger, id);
  return (ledger.rounds.get(ruling.round)?.startedAt ?? ruling.recordedAt).slice(0, 10);
}

/** A player's tallies: a row for each category and each family with a Warning in it, and where the next threshold lies. */
export interface Tallies {
  readonly categories: readonly { readonly category: string; readonly warnings: number; readonly upgradesAt: number | null }[];
  readonly families: readonly { readonly family: string; readonly warnings: number; readonly upgradesAt: number | null }[];
}

/** The tallies of a player as they stand; under an edition that counts per day, those of the day that is going on. */
export function talliesOf(ledger: Ledger, player: string): Tallies {
  const { level } = tournamentOf(ledger);
  const today =
    ledger.edition.countedPer === 'day' ? (ledger.rounds.get(ledger.currentRound)?.startedAt ?? ledger.recordedAt).slice(0, 10) : null;
  const warnings = standingWarnings(ledger, player).filter((each) => today === null || dayOf(ledger, each.ruling) === today);
  const categories = countBy(warnings, (each) => each.category);
  const families = countBy(warnings, (each) => familyOf(ledger, each));
  return {
    categories: categories.map(([category, count]) => ({
      category,
      warnings: count,
      upgradesAt: upgradesAt(ledger.edition, level, { category }),
    })),
    families: families.map(([family, count]) => ({ family, warnings: count, upgradesAt: upgradesAt(ledger.edition, level, { family }) })),
  };
}

function countBy(warnings: readonly PenaltyState[], keyOf: (each: PenaltyState) => string | null): [string, number][] {
  const counts = new Map<string, number>();
  for (const each of warnings) {
    const key = keyOf(each);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts];
}
