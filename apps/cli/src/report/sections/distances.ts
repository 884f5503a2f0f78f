import type { Figure } from '../../charts/figure.js';
import { capital, counted, inWords, sumOf } from '../../charts/numbers.js';

/** How many tallies of a rule are so many Warnings away from a Game Loss, 0 where it is reached; null where it is not told. */
export interface Distance {
  readonly rule: string;
  readonly distance: number;
  readonly tallies: number | null;
}

/** How close players came to a Game Loss. */
export function distances(cells: readonly Distance[], about: string): Figure {
  const most = Math.max(-1, ...cells.map(({ distance }) => distance));
  const columns = Array.from({ length: most + 1 }, (_, distance) => distance);
  const rows = [...new Set(cells.map(({ rule }) => rule))].map((rule) => ({
    label: capital(rule),
    values: columns.map((distance) => talliesOf(cells, rule, distance)),
  }));
  return {
    id: 'distances',
    topic: 'How close players came',
    finding: finding(cells),
    about,
    chart:
      rows.length === 0
        ? null
        : { form: 'heat', rowName: 'Rule', columnName: 'Warnings away', unit: 'tallies', columns: columns.map(String), rows },
  };
}

function talliesOf(cells: readonly Distance[], rule: string, distance: number): number | null {
  const cell = cells.find((each) => each.rule === rule && each.distance === distance);
  return cell ? cell.tallies : 0;
}

function finding(cells: readonly Distance[]): string {
  const at = (distance: number): number => sumOf(cells.filter((each) => each.distance === distance).map(({ tallies }) => tallies));
  const all = sumOf(cells.map(({ tallies }) => tallies));
  if (all === 0) return cells.length === 0 ? 'No Warning counts' : 'Each distance is of too few persons to be told';
  return `${inWords(at(0))} of ${counted(all, 'tally', 'tallies')} reached a Game Loss; ${inWords(at(1))} came to one Warning from it`;
}
