import type { Distribution } from '../../charts/chart.js';

type Bin = Distribution['bins'][number];

/** As many as a phone shows beside each other. */
const MOST = 12;

/**
 * How many of the numbers lie where. A bin that would hold too few takes in the next, so that none is told of too few; the last one is open.
 *
 * @param width of a bin, at least: whole numbers from 1 on.
 * @param fewest a bin holds so many, or there is none at all.
 */
export function binsOf(numbers: readonly number[], width: number, fewest: number): Bin[] {
  if (numbers.length < fewest) return [];
  const last = Math.max(...numbers);
  const within = (from: number, to: number): number => numbers.filter((each) => each >= from && each < to).length;
  const bins: Bin[] = [];
  for (let from = Math.floor(Math.min(...numbers) / width) * width; from <= last;) {
    let to = from + width;
    while (within(from, to) < fewest) to += width;
    if (bins.length === MOST - 1 || within(to, Infinity) < fewest) to = Infinity;
    bins.push({ label: labelOf(from, to, last), value: within(from, to) });
    from = to;
  }
  return bins;
}

/** "3", "14–16", "23+" */
function labelOf(from: number, to: number, last: number): string {
  if (to === Infinity) return from === last ? String(from) : `${from}+`;
  return to === from + 1 ? String(from) : `${from}–${to - 1}`;
}
