import type { Figure } from '../../charts/figure.js';
import { capital, counted, inWords, sumOf } from '../../charts/numbers.js';
import { durationInWords } from './time-to-rule.js';

/** How long the rulings of a level took; null where it is not told. */
export interface TimeAtLevel {
  readonly level: string;
  readonly rulings: number | null;
  readonly timed: number | null;
  readonly median: number | null;
  readonly p90: number | null;
  readonly extensionMinutes: number | null;
}

/** How long rulings took at each level: the middle one, and the one that nine of ten are not longer than. */
export function minutes(levels: readonly TimeAtLevel[], about: string): Figure {
  const told = levels.flatMap(({ level, median, p90 }) =>
    median === null || p90 === null ? [] : [{ level: capital(level), median, p90 }],
  );
  const rows = told.flatMap(({ level, median, p90 }) => [
    { label: `${level}, half within`, values: [rounded(median)] },
    { label: `${level}, nine in ten within`, values: [rounded(p90)] },
  ]);
  const timed = sumOf(levels.map((each) => each.timed));
  const extra = sumOf(levels.map(({ extensionMinutes }) => extensionMinutes));
  const said = `${inWords(timed)} of ${counted(sumOf(levels.map(({ rulings }) => rulings)), 'ruling')} say how long they took; ${counted(extra, 'minute')} of extra time came with them.`;
  return {
    id: 'minutes',
    topic: 'Time to rule',
    finding: finding(told),
    about: `${about} ${said}`,
    chart: rows.length === 0 ? null : { form: 'bars', rowName: 'Level', unit: 'minutes', series: [{ name: 'Minutes', fill: 1 }], rows },
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}

function finding(told: readonly { level: string; median: number; p90: number }[]): string {
  const [first, ...others] = told.toSorted((one, other) => one.median - other.median);
  const last = others.at(-1);
  if (!first) return 'No time to rule is of enough persons to be told';
  if (!last) return `Half of the rulings took ${durationInWords(first.median)} or less, nine in ten ${durationInWords(first.p90)}`;
  return `Half of the rulings took from ${durationInWords(first.median)} (${first.level.toLowerCase()}) to ${durationInWords(last.median)} (${last.level.toLowerCase()}) or less`;
}
