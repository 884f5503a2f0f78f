import { LEVELS } from '@ladder/editions';
import type { Level } from '@ladder/editions';
import type { Chart, Row } from '../../charts/chart.js';
import type { Figure } from '../../charts/figure.js';
import { capital, counted, inWords, listed, sumOf } from '../../charts/numbers.js';

/** How many infractions of a category there were at a level; null where it is not told. */
export interface CategoryAtLevel {
  readonly category: string;
  readonly level: string;
  readonly infractions: number | null;
}

/** Whether other errors happen at other levels; of one level, which errors happen at all. */
export function levels(cells: readonly CategoryAtLevel[], about: string): Figure {
  const columns = LEVELS.filter((level) => cells.some((each) => each.level === level));
  const rows = [...new Set(cells.map(({ category }) => category))]
    .map((label) => ({ label, values: columns.map((level) => infractionsOf(cells, label, level)) }))
    .sort((one, other) => sumOf(other.values) - sumOf(one.values) || (one.label < other.label ? -1 : 1));
  const partial = cells.some(({ infractions }) => infractions === null);
  return {
    id: 'levels',
    topic: columns.length > 1 ? 'Categories by level' : 'Categories',
    finding: `${partial && rows.some(({ values }) => sumOf(values) > 0) ? 'Of what is told, ' : ''}${finding(rows, columns)}`,
    about,
    chart: chartOf(rows, columns),
  };
}

function infractionsOf(cells: readonly CategoryAtLevel[], category: string, level: string): number | null {
  const cell = cells.find((each) => each.category === category && each.level === level);
  return cell ? cell.infractions : 0;
}

function chartOf(rows: readonly Row[], columns: readonly Level[]): Chart | null {
  if (columns.length === 0) return null;
  const base = { rowName: 'Category', unit: 'infractions', rows };
  if (columns.length === 1) return { ...base, form: 'bars', series: [{ name: 'Infractions', fill: 1 }] };
  return { ...base, form: 'heat', columnName: 'Level', columns: columns.map(capital) };
}

function finding(rows: readonly Row[], columns: readonly Level[]): string {
  const leaders = columns.flatMap((level, index) => {
    const [first] = rows.toSorted((one, other) => (other.values[index] ?? 0) - (one.values[index] ?? 0));
    const most = first?.values[index] ?? 0;
    return first && most > 0 ? [{ level, category: first.label, most }] : [];
  });
  const [only] = leaders;
  if (!only) return rows.length === 0 ? 'No infraction stands' : 'Each category is of too few persons to be told';
  if (columns.length === 1) {
    return `${only.category} leads with ${inWords(only.most)} of ${counted(sumOf(rows.flatMap(({ values }) => values)), 'infraction')}`;
  }
  const each = [...new Set(leaders.map(({ category }) => category))].map(
    (category) => `${category} leads at ${listed(leaders.filter((one) => one.category === category).map(({ level }) => level))}`,
  );
  return `${each.join(', ')} level`;
}
