import type { Penalty } from '@ladder/editions';
import type { Reason, Target } from '../events.js';
import { categoryFor } from '../ladder.js';
import type { Ledger } from '../ledger.js';

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

export function categoryWords(ledger: Ledger, category: string | null): string {
  return category === null ? 'the ladder' : categoryFor(ledger, category).name;
}

export function familyWords(ledger: Ledger, family: string): string {
  return ledger.edition.families.find((each) => each.id === family)?.name ?? family;
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
