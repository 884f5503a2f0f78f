import { median } from './median.ts';

/** What a figure is to reach: its ratio at least, or at most, so much. */
export type Aim = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the table: medians over the runs, and the median of the ratios within each run. */
export interface Figure {
  /** What is measured, with its unit. */
  readonly figure: string;
  readonly ours: number;
  /** What it is held against, measured in the same runs; null where there is nothing to hold it against. */
  readonly against: number | null;
  readonly ratio: number | null;
  /** Null where the figure is only reported. */
  readonly aim: Aim | null;
  readonly runs: number;
}

/** One run: both sides measured one right after the other, so that the noise of the machine meets both. */
export interface Run {
  readonly ours: number;
  readonly against: number;
}

/** A figure of what is ours against something else. */
export function compared(figure: string, aim: Aim | null, runs: readonly Run[]): Figure {
  return {
    figure,
    ours: median(runs.map(({ ours }) => ours)),
    against: median(runs.map(({ against }) => against)),
    ratio: median(runs.map(({ ours, against }) => ours / against)),
    aim,
    runs: runs.length,
  };
}

/** Whether a figure reaches its aim; null where it has none. */
export function reaches({ ratio, aim }: Figure): boolean | null {
  if (aim === null || ratio === null) return null;
  return 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost;
}

/** How often each figure is measured: an odd number, so that the median is a run that was. */
export const RUNS = 5;

/** Measures `RUNS` times, one after the other; once where it is only tried out. */
export async function runsOf<T>(quick: boolean, measure: (run: number) => Promise<T> | T): Promise<T[]> {
  const runs: T[] = [];
  for (let run = 0; run < (quick ? 1 : RUNS); run += 1) runs.push(await measure(run));
  return runs;
}
