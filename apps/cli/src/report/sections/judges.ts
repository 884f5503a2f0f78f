import type { Figure } from '../../charts/figure.js';
import { counted } from '../../charts/numbers.js';

/** The rulings of one official, and how many of them were corrected or overturned since. */
export interface JudgeRulings {
  readonly judge: string;
  readonly rulings: number;
  readonly corrected: number;
}

const ABOUT =
  'Rulings recorded by each official. Corrected are those that were voided, moved, replaced or overturned since. More rulings are no fault: who walks the larger part of the hall is called more often.';

/** Who ruled how often. */
export function judges(each: readonly JudgeRulings[]): Figure {
  const rows = each
    .toSorted((one, other) => other.rulings - one.rulings || (one.judge < other.judge ? -1 : 1))
    .map(({ judge, rulings, corrected }) => ({ label: judge, values: [rulings - corrected, corrected] }));
  const series = [
    { name: 'As they were made', fill: 1 },
    { name: 'Corrected since', fill: 3 },
  ] as const;
  const all = each.reduce((sum, { rulings }) => sum + rulings, 0);
  const corrected = each.reduce((sum, { corrected: some }) => sum + some, 0);
  return {
    id: 'judges',
    topic: 'Rulings by official',
    finding:
      all === 0
        ? 'Nobody has ruled yet'
        : `${counted(each.length, 'official')} made ${counted(all, 'ruling')}; ${corrected === 0 ? 'none was' : counted(corrected, 'was', 'were')} corrected`,
    about: ABOUT,
    chart: all === 0 ? null : { form: 'bars', rowName: 'Official', unit: 'rulings', series, rows },
  };
}
