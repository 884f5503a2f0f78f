import { categoryOf } from '@ladder/editions';
import type { Edition, Penalty } from '@ladder/editions';
import type { Tallies } from '@ladder/ledger';
import type { Style } from './screen.js';

/** The words and colours in which penalties and tallies stand on a screen. */

export const PENALTY_NAMES: Record<Penalty, string> = {
  none: 'no penalty',
  warning: 'Warning',
  'game-loss': 'Game Loss',
  'match-loss': 'Match Loss',
  disqualification: 'Disqualification',
};

export const PENALTY_STYLES: Record<Penalty, Style> = {
  none: 'dim',
  warning: 'yellow',
  'game-loss': 'red',
  'match-loss': 'red',
  disqualification: ['red', 'bold'],
};

export function categoryName(edition: Edition, category: string | null): string {
  return category === null ? 'earned by Warnings' : (categoryOf(edition, category)?.name ?? category);
}

export function familyName(edition: Edition, family: string): string {
  return edition.families.find((each) => each.id === family)?.name ?? family;
}

/** One row of a tally: whose Warnings, how many, and from how many on each is a Game Loss (null: never by number). */
export interface TallyRow {
  readonly name: string;
  readonly warnings: number;
  readonly upgradesAt: number | null;
}

export function tallyRows(edition: Edition, { categories, families }: Tallies): TallyRow[] {
  return [
    ...categories.map(({ category, ...row }) => ({ name: categoryName(edition, category), ...row })),
    ...families.map(({ family, ...row }) => ({ name: `${familyName(edition, family)}, all`, ...row })),
  ];
}

/** "Looking at Extra Cards 3/3, Game Play Error, all 4/6" with semicolons between; "no Warning" without any. */
export function tallyWords(edition: Edition, tallies: Tallies): string {
  const rows = tallyRows(edition, tallies).map(
    ({ name, warnings, upgradesAt }) => `${name} ${warnings}${upgradesAt === null ? '' : `/${upgradesAt}`}`,
  );
  return rows.length > 0 ? rows.join('; ') : 'no Warning';
}

/** "round 4, table 9, game 2" */
export function placeWords({ round, table, game }: { round: number; table: number | null; game?: number | null }): string {
  return [
    `round ${round}`,
    ...(table === null ? [] : [`table ${table}`]),
    ...(game === null || game === undefined ? [] : [`game ${game}`]),
  ].join(', ');
}

/** "1 Warning", "2 Warnings"; `things` where the plural is another: "2 Game Losses" */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`;
}

/** The colour in which an event stands, by what it does to a player. */
export function eventStyle(type: string): Style {
  switch (type) {
    case 'WarningIssued':
      return 'yellow';
    case 'GameLossApplied':
    case 'MatchLossApplied':
      return 'red';
    case 'PlayerDisqualified':
      return ['red', 'bold'];
    case 'GameLossRescinded':
    case 'PenaltyAnnulled':
      return 'green';
    case 'HeadJudgeNotified':
    case 'ReviewOpened':
    case 'AppealFiled':
      return 'magenta';
    default:
      return 'cyan';
  }
}
