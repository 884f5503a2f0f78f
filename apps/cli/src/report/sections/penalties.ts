import type { Figure } from '../../charts/figure.js';
import { counted, listed, sumOf } from '../../charts/numbers.js';
import type { Fill } from '../../charts/palette.js';
import { peaks, roundsInWords } from '../rounds.js';

/** The kinds of penalty that are told apart, in the order of the bars. */
export const KINDS = [
  { kind: 'none', name: 'No penalty', fill: 6 },
  { kind: 'warning', name: 'Warning', fill: 1 },
  { kind: 'earned', name: 'Game Loss earned by Warnings', fill: 3 },
  { kind: 'game-loss', name: 'Game Loss given', fill: 2 },
  { kind: 'match-loss', name: 'Match Loss', fill: 5 },
  { kind: 'disqualification', name: 'Disqualification', fill: 4 },
] as const satisfies readonly { kind: string; name: string; fill: Fill }[];

export type Kind = (typeof KINDS)[number]['kind'];

/** What the penalties of a round, or of a level, are. */
export interface PenaltiesOf {
  readonly label: string;
  /** If it is a round. */
  readonly round?: number;
  readonly counts: Readonly<Record<Kind, number | null>>;
}

/**
 * What the infractions cost, round by round or level by level.
 *
 * @param partial whether something is not told.
 */
export function penalties(rows: readonly PenaltiesOf[], per: 'Round' | 'Level', about: string, partial = false): Figure {
  const seen = KINDS.filter(({ kind }) => rows.some(({ counts }) => counts[kind] !== 0));
  const chart = {
    form: 'bars',
    rowName: per,
    unit: 'times',
    series: seen.map(({ name, fill }) => ({ name, fill })),
    rows: rows.map(({ label, counts }) => ({ label, values: seen.map(({ kind }) => counts[kind]) })),
  } as const;
  return {
    id: 'penalties',
    topic: `Penalties by ${per.toLowerCase()}`,
    finding: partial ? `Of what is told: ${finding(rows, per, true)}` : finding(rows, per, false),
    about,
    chart: seen.length > 0 ? chart : null,
  };
}

function finding(rows: readonly PenaltiesOf[], per: 'Round' | 'Level', partial: boolean): string {
  const sum = (kind: Kind): number => sumOf(rows.map(({ counts }) => counts[kind]));
  const losses = rows.map(({ counts }) => sumOf([counts.earned, counts['game-loss'], counts['match-loss'], counts.disqualification]));
  const all = losses.reduce((one, other) => one + other, 0);
  const warnings = counted(sum('warning'), 'Warning');
  if (all === 0 && partial) return warnings;
  if (all === 0) return sum('warning') > 0 ? `${warnings}, and nothing heavier` : 'No penalty was given';
  const parts = [
    warnings,
    counted(sum('earned') + sum('game-loss'), 'Game Loss', 'Game Losses'),
    ...(sum('match-loss') > 0 ? [counted(sum('match-loss'), 'Match Loss', 'Match Losses')] : []),
    ...(sum('disqualification') > 0 ? [counted(sum('disqualification'), 'Disqualification')] : []),
  ];
  const worst = per === 'Round' && all >= 3 ? roundsInWords(peaks(losses).map((index) => rows[index]?.round ?? 0)) : null;
  return `${listed(parts)}${worst === null ? '' : `; ${worst} cost most`}`;
}
