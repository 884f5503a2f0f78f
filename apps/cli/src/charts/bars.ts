import type { Bars } from './chart.js';
import { WIDTH, labelled } from './labels.js';
import type { Rendition } from './labels.js';
import { inWords, sumInWords, sumOf } from './numbers.js';
import { fillOf, plain } from './patterns.js';
import type { Drawing } from './svg.js';
import { rowLabels, rowTexts, rowsOf } from './rows.js';

/** Room for the number at the end of a bar. */
const NUMBER = 48;
const THICK = 18;

/** A bar a row, stacked from its series, with the sum at its end. */
export function bars({ rows, series, unit }: Bars, rendition: Rendition): Drawing {
  const labels = labelled(
    rows.map(({ label }) => label),
    rendition,
  );
  const layout = rowsOf(labels, THICK);
  const sums = rows.map(({ values }) => sumOf(values));
  const parts = rows.flatMap(({ label, values }, row) =>
    series.map(({ name, fill }, order) => {
      const value = values[order] ?? 0;
      return {
        row,
        order,
        value,
        fill: series.length > 1 ? fillOf(fill) : plain(fill),
        says: `${label}, ${name}: ${inWords(value)} ${unit}`,
      };
    }),
  );
  return {
    height: layout.height,
    data: [
      {
        name: 'parts',
        values: parts,
        transform: [
          { type: 'stack', groupby: ['row'], field: 'value', sort: { field: 'order' } },
          { type: 'filter', expr: 'datum.value > 0' },
        ],
      },
      { name: 'sums', values: sums.map((sum, row) => ({ row, sum, text: sumInWords(rows[row]?.values ?? []) })) },
      { name: 'labels', values: layout.labels },
    ],
    scales: [
      { name: 'along', type: 'linear', domain: [0, Math.max(1, ...sums)], range: [labels.width, WIDTH[rendition] - NUMBER] },
      { name: 'down', ...layout.scale },
    ],
    marks: [
      rowLabels('labels'),
      {
        type: 'rect',
        from: { data: 'parts' },
        encode: {
          enter: {
            x: { scale: 'along', field: 'y0' },
            x2: { scale: 'along', field: 'y1' },
            y: { scale: 'down', field: 'row', offset: layout.offset },
            height: { value: THICK },
            fill: { field: 'fill' },
            stroke: { value: 'var(--card)' },
            strokeWidth: { value: 1 },
            description: { field: 'says' },
          },
        },
      },
      rowTexts('sums', layout, THICK, { x: { scale: 'along', field: 'sum', offset: 6 } }),
    ],
  };
}
