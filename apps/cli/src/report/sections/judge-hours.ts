import type { Figure } from '../../charts/figure.js';
import { binsOf } from './bins.js';

/** Bins of so many minutes. */
const WIDTH = 10;

/**
 * Whether one judge sees twice what another sees.
 *
 * @param minutes to each ruling, of each official in each tournament.
 */
export function judgeHours(minutes: readonly number[], fewest: number, about: string): Figure {
  const bins = binsOf(minutes, WIDTH, fewest);
  return {
    id: 'judges',
    topic: 'Minutes to each ruling',
    finding: finding(minutes, fewest),
    about,
    chart: bins.length === 0 ? null : { form: 'distribution', binName: 'Minutes on duty to each ruling', unit: 'officials', bins },
  };
}

function finding(minutes: readonly number[], fewest: number): string {
  if (minutes.length < fewest) return 'There are too few officials to be told';
  const sorted = minutes.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return `The busier quarter of the officials rules every ${at(0.25)} minutes or more often, the calmer quarter every ${at(0.75)} or less often`;
}
