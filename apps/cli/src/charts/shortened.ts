import type { Chart, Row } from './chart.js';

/** As many rows as a screen shows at once. */
const MOST = { heat: 14, rungs: 20, bars: 24, diverging: 24 };

/**
 * A chart as it is drawn: with the first of its rows only where there are very many. Those that are left over are one row where they can be
 * summed up; all of them stand in the table.
 */
export function shortened(chart: Chart): Chart {
  switch (chart.form) {
    case 'heat':
      return chart.rows.length <= MOST.heat ? chart : { ...chart, rows: withOthers(chart.rows, MOST.heat - 1) };
    case 'bars':
      return chart.rows.length <= MOST.bars ? chart : { ...chart, rows: withOthers(chart.rows, MOST.bars - 1) };
    case 'rungs':
      return { ...chart, rows: chart.rows.slice(0, MOST.rungs) };
    case 'diverging':
      return { ...chart, rows: chart.rows.slice(0, MOST.diverging) };
    case 'distribution':
      return chart;
  }
}

/** The first rows, and the sum of the others. A sum of which a part is not told is not told either. */
function withOthers(rows: readonly Row[], kept: number): Row[] {
  const others = rows.slice(kept);
  const columns = others[0]?.values ?? [];
  const values = columns.map((_, column) => {
    const each = others.map((row) => row.values[column] ?? null);
    return each.includes(null) ? null : each.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  });
  return [...rows.slice(0, kept), { label: `${others.length} others`, values }];
}
