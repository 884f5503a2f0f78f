import type { Level } from '@ladder/editions';
import type { Dice } from '../dice.js';

/** An error as a judge meets it. */
export interface EverydayError {
  readonly category: string;
  readonly conditions: readonly string[];
  /** How frequent it is among all errors. */
  readonly weight: number;
  /** Whether it comes rather in the first rounds, or rather when people are tired. */
  readonly when: 'early' | 'late' | 'any';
  /** Seen before the game begins: late to the match, or wrong with the deck. */
  readonly atTheStart: boolean;
}

/** At how many of a hundred matches a judge rules on something, where a usual judge is near. */
const CALLS_IN_100: Readonly<Record<Level, number>> = { casual: 8, competitive: 13, professional: 15 };

const inPlay = (category: string, weight: number, when: EverydayError['when'] = 'any', ...conditions: string[]): EverydayError => ({
  category,
  conditions,
  weight,
  when,
  atTheStart: false,
});
const before = (category: string, weight: number, when: EverydayError['when'] = 'any', ...conditions: string[]): EverydayError => ({
  ...inPlay(category, weight, when, ...conditions),
  atTheStart: true,
});

const ERRORS: readonly [EverydayError, ...EverydayError[]] = [
  inPlay('missed-trigger', 12, 'late'),
  inPlay('missed-trigger', 9, 'late', 'advantageous'),
  inPlay('forgetting-to-score', 3),
  inPlay('forgetting-to-draw-cards', 3),
  inPlay('forgetting-to-draw-cards', 1, 'any', 'advantageous'),
  inPlay('looking-at-extra-cards', 10),
  inPlay('channeling-too-many-runes', 5),
  inPlay('channeling-too-few-runes', 2),
  inPlay('channeling-too-few-runes', 1, 'any', 'advantageous'),
  inPlay('overpayment-for-cost', 2),
  inPlay('mispayment-for-cost', 7, 'late'),
  inPlay('looking-at-secret-information', 2),
  inPlay('looking-at-opponent-private-information', 3),
  inPlay('drawing-extra-cards', 9),
  inPlay('facedown-card-error', 3, 'early'),
  inPlay('facedown-card-error', 0.4, 'any', 'no-legal-replacement'),
  before('mulligan-procedure-error', 3, 'early'),
  inPlay('forgetting-to-ready', 2),
  inPlay('forgetting-to-ready', 1, 'any', 'advantageous'),
  inPlay('general-error', 11),
  inPlay('slow-play', 6, 'late'),
  before('deck-presentation-error', 3, 'early'),
  before('deck-presentation-error', 0.5, 'early', 'caught-by-another-player-after-opening-hands'),
  inPlay('communication-violation', 4),
  before('marked-cards', 3, 'late'),
  before('insufficient-randomization', 4),
  before('late-to-match', 4, 'early'),
  before('late-to-match', 2, 'any', 'over-2-minutes'),
  before('late-to-match', 0.5, 'any', 'over-10-minutes'),
  before('late-to-match', 0.8, 'late', 'never-arrived'),
  inPlay('outside-assistance', 0.5),
  inPlay('outside-assistance', 0.3, 'any', 'refused-by-calling-a-judge'),
  inPlay('improperly-determining-a-winner', 0.2, 'late'),
  inPlay('unsporting-minor', 4, 'late'),
  inPlay('angle-shooting', 0.4),
  inPlay('bribery', 0.1, 'late'),
  inPlay('unsporting-major', 0.3, 'late'),
  inPlay('cheating', 0.5),
];

/** What somebody may err in again and again. */
export const HABITS = [
  'missed-trigger',
  'looking-at-extra-cards',
  'drawing-extra-cards',
  'mispayment-for-cost',
  'slow-play',
  'insufficient-randomization',
  'unsporting-minor',
] as const;
/** So much more likely is one's own habit. */
const HABITUAL = 25;

/** Of so many of a hundred decklists something is wrong. */
const WRONG_LISTS_IN_100 = 1.2;

/** Whether a judge rules on something at a table in a round. @param factor how careless its players are and how vigilant its judge is. */
export function isCalled(dice: Dice, level: Level, factor: number): boolean {
  return dice.chance((CALLS_IN_100[level] / 100) * factor);
}

export function hasWrongList(dice: Dice): boolean {
  return dice.chance(WRONG_LISTS_IN_100 / 100);
}

/** One error of somebody with this habit. @param progress how much of the tournament is over, from 0 to 1. */
export function anError(dice: Dice, habit: string | null, progress: number): EverydayError {
  const tired = 0.5 + progress;
  const inTime = { early: 2 - tired, late: tired, any: 1 };
  return dice.weighted(ERRORS, ({ category, weight, when }) => weight * inTime[when] * (category === habit ? HABITUAL : 1));
}
