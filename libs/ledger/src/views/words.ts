import type { Penalty } from '@ladder/editions';
import type { Circumstances, Reason, Target } from '../events.js';
import { categoryFor } from '../ladder.js';
import { tournamentOf } from '../ledger.js';
import type { Ledger, PenaltyState } from '../ledger.js';
import { player, say } from './opening.js';
import type { Sentence } from './opening.js';

/** The words in which penalties, targets and numbers are spoken of. */

export const PENALTY_WORDS: Record<Penalty, string> = {
  none: 'no penalty',
  warning: 'Warning',
  'game-loss': 'Game Loss',
  'match-loss': 'Match Loss',
  disqualification: 'Disqualification',
};

/** "the game in progress (round 3, table 12, game 2)" */
export function targetWords(target: Target): string {
  switch (target.when) {
    case 'now':
      return `the game in progress (${placeWords(target)})`;
    case 'now-match':
      return `the match in progress (${placeWords(target)})`;
    case 'next-game':
      return 'the next game';
    case 'next-match':
      return 'the next match';
  }
}

/** "round 3, table 12, game 2" */
export function placeWords({ round, table, game }: { round: number; table: number | null; game: number | null }): string {
  return [`round ${round}`, ...(table === null ? [] : [`table ${table}`]), ...(game === null ? [] : [`game ${game}`])].join(', ');
}

/** ", imported", where a ruling was not made here (R41); else nothing. */
export function importedWords({ origin }: Pick<Circumstances, 'origin'>): string {
  return origin ? ', imported' : '';
}

export function categoryWords(ledger: Ledger, category: string | null): string {
  return category === null ? 'the ladder' : categoryFor(ledger, category).name;
}

export function familyWords(ledger: Ledger, family: string): string {
  return ledger.edition.families.find((each) => each.id === family)?.name ?? family;
}

/** "Warning of Ana for Slow Play", "Game Loss of Ana" for what the ladder gave; what costs nothing is spoken of as a ruling. */
export function penaltyWords(
  ledger: Ledger,
  { kind, player: who, category }: Pick<PenaltyState, 'kind' | 'player' | 'category'>,
): Sentence {
  const error = category === null ? '' : ` for ${categoryWords(ledger, category)}`;
  return kind === 'none' ? say`ruling on ${player(who)}${error}` : say`${PENALTY_WORDS[kind]} of ${player(who)}${error}`;
}

/** "Ana concedes the next game", or the player with the team (R3). */
export function concedesWords({ player: who, concededBy }: Pick<PenaltyState, 'player' | 'concededBy'>, target: Target): Sentence {
  const withTeam = concededBy.some((each) => each !== who);
  return say`${player(who)} ${withTeam ? 'and the team concede' : 'concedes'} ${targetWords(target)}`;
}

/** "any Game Play Error except Failure to Maintain Game State": whose next Warning can be the one that crosses the family's rule (R18). */
export function anyOfFamily(ledger: Ledger, family: string): string {
  const never = ledger.edition.categories.filter((each) => each.family === family && each.neverUpgrades !== undefined);
  const but = never.length > 0 ? ` except ${never.map((each) => each.name).join(' and ')}` : '';
  return `any ${familyWords(ledger, family)}${but}`;
}

/** A count of Warnings and where its scope upgrades: by a category, or by a family. */
export type Scoped = { readonly warnings: number; readonly upgradesAt: number | null } & (
  { readonly category: string } | { readonly family: string }
);

/** What the next Warning leads to, as far as these counts go; null where it is no Game Loss yet. */
export function nextWarningWords(ledger: Ledger, counts: readonly Scoped[]): string | null {
  const near = counts
    .filter(({ warnings, upgradesAt }) => upgradesAt !== null && warnings + 1 >= upgradesAt)
    .map((each) => ('category' in each ? categoryWords(ledger, each.category) : anyOfFamily(ledger, each.family)));
  if (near.length === 0) return null;
  // R28: where the head judge is always asked, nothing is certain.
  const certain = tournamentOf(ledger).escalation === 'automatic';
  return `The next Warning for ${near.join(' or ')} ${certain ? 'is a Game Loss' : 'would be a Game Loss, on which the head judge decides'}.`;
}

/** "3rd" */
export function ordinal(count: number): string {
  const tens = count % 100;
  const ones = count % 10;
  if (tens >= 11 && tens <= 13) return `${count}th`;
  return `${count}${ones === 1 ? 'st' : ones === 2 ? 'nd' : ones === 3 ? 'rd' : 'th'}`;
}

/** "3 Warnings of the same category, where 3 or more are a Game Loss (TR 702.1.b.1)" */
export function reasonWords(reason: Reason): string {
  const scope = reason.rule.endsWith('/same-category') ? 'of the same category' : 'of the family, of any category';
  const cites = reason.cites.length > 0 ? ` (${reason.cites.join(', ')})` : '';
  return `${count(reason.count, 'Warning')} ${scope}, where ${reason.threshold} or more are a Game Loss${cites}`;
}

/** "1 Warning", "2 Warnings" */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
