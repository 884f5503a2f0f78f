import { counted, listed, sumOf } from '../../charts/numbers.js';
import type { Figure } from '../../charts/figure.js';
import { peaks, roundsIn, roundsInWords } from '../rounds.js';

/** How many infractions of a category there were in a round; null where it is not told. */
export interface CategoryInRound {
  readonly category: string;
  readonly round: number;
  readonly infractions: number | null;
}

/** Which errors happen, and when. */
export function categories(cells: readonly CategoryInRound[], about: string): Figure {
  const columns = roundsIn(cells.map(({ round }) => round));
  const names = [...new Set(cells.map(({ category }) => category))];
  const rows = names
    .map((label) => ({ label, values: columns.map((round) => infractionsOf(cells, label, round)) }))
    .sort((one, other) => sumOf(other.values) - sumOf(one.values) || (one.label < other.label ? -1 : 1));
  const chart = {
    form: 'heat',
    rowName: 'Category',
    columnName: 'Round',
    unit: 'infractions',
    columns: columns.map(String),
    rows,
  } as const;
  return { id: 'categories', topic: 'Categories by round', finding: finding(rows, columns), about, chart };
}

function infractionsOf(cells: readonly CategoryInRound[], category: string, round: number): number | null {
  const cell = cells.find((each) => each.category === category && each.round === round);
  return cell ? cell.infractions : 0;
}

function finding(rows: readonly { label: string; values: readonly (number | null)[] }[], columns: readonly number[]): string {
  const [first, second] = rows;
  const all = rows.reduce((sum, { values }) => sum + sumOf(values), 0);
  if (!first) return 'No infraction stands';
  const most = sumOf(first.values);
  if (most === 0) return 'Each infraction is of too few persons to be told';
  const top = second && sumOf(second.values) === most ? `${listed([first.label, second.label])} lead` : `${first.label} leads`;
  const when = roundsInWords(peaks(first.values).map((index) => columns[index] ?? 0));
  const peak = when === null || most < 3 || top.endsWith('lead') ? '' : `, most in ${when}`;
  const told = rows.some(({ values }) => values.includes(null)) ? 'Of what is told, ' : '';
  return `${told}${top} with ${most}${top.endsWith('lead') ? ' each' : ''} of ${counted(all, 'infraction')}${peak}`;
}
