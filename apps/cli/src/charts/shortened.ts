import type { Chart, Row } from './chart.js';
import { sumOf } from './numbers.js';

/** As many rows as a screen shows at once. */
const MOST = { heat: 14, rungs: 20, bars: 24, diverging: 24 };

/**
 * A chart as it is drawn: without rows of which nothing is told, and with the first of the others only where there are very many. Those that are
 * left over are one row where they can be summed up; all rows stand in the table.
 */
export function shortened(chart: Chart): Chart {
  switch (chart.form) {
    case 'heat':
    case 'bars':
      return { ...chart, rows: withOthers(chart.rows.filter(isTold), MOST[chart.form]) };
    case 'rungs':
      return { ...chart, rows: chart.rows.slice(0, MOST.rungs) };
    case 'diverging':
      return { ...chart, rows: chart.rows.slice(0, MOST.diverging) };
    case 'distribution':
      return chart;
  }
}

function isTold({ values }: Row): boolean {
  return sumOf(values) > 0 || !values.includes(null);
}

/** The first rows, and the sum of the others. A sum of which a part is not told is not told either. */
function withOthers(rows: readonly Row[], most: number): readonly Row[] {
  if (rows.length <= most) return rows;
  const others = rows.slice(most - 1);
  const columns = others[0]?.values ?? [];
  const values = columns.map((_, column) => {
    const each = others.map((row) => row.values[column] ?? null);
    return each.includes(null) ? null : sumOf(each);
  });
  return [...rows.slice(0, most - 1), { label: `${others.length} others`, values }].filter(isTold);
}
