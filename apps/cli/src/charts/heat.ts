import type { Heat } from './chart.js';
import { SIZE, WIDTH, labelled, widthOf } from './labels.js';
import type { Rendition } from './labels.js';
import { WITHHELD, inWords, sumInWords } from './numbers.js';
import { LIGHT } from './palette.js';
import { rowLabels, rowTexts, rowsOf } from './rows.js';
import { REMARK } from './svg.js';
import type { Drawing } from './svg.js';

const CELL = { widest: 52, high: 26 };
/** Room for the sum of a row, and for the names of the columns. */
const SUM = 44;
const HEAD = 40;
const NOT_TOLD = 'datum.value === null';

/** A cell for each row and column with its number in it, the darker the more; empty where there is nothing; the sum at the end of the row. */
export function heat({ rows, columns, columnName, unit }: Heat, rendition: Rendition): Drawing {
  const labels = labelled(
    rows.map(({ label }) => label),
    rendition,
  );
  const layout = rowsOf(labels, CELL.high, HEAD);
  const widest = Math.max(CELL.widest, widthOf(columns));
  const across = Math.min(WIDTH[rendition] - SUM - labels.width, columns.length * widest);
  const cells = rows.flatMap(({ label, values }, row) =>
    values.flatMap((value, order) => {
      if (value === 0) return [];
      const told = value === null ? WITHHELD : `${inWords(value)} ${unit}`;
      const text = value === null ? '·' : inWords(value);
      return [{ row, order, value, text, says: `${label}, ${columnName} ${columns[order] ?? ''}: ${told}` }];
    }),
  );
  const sums = rows.map(({ values }, row) => ({ row, text: sumInWords(values) }));
  const most = Math.max(2, ...cells.map(({ value }) => value ?? 0));
  // Long numbers in narrow cells are smaller, not wider.
  const size = Math.max(8, Math.min(SIZE, (across / columns.length - 4) / (0.62 * inWords(most).length)));
  const steps = LIGHT.heat.map((_, index) => index + 1);
  const middle = { scale: 'across', field: 'order', band: 0.5 };
  const heads = columns.map((text, order) => ({ order, text }));
  return {
    height: layout.height,
    data: [
      { name: 'cells', values: cells },
      { name: 'sums', values: sums },
      { name: 'columns', values: heads },
      { name: 'labels', values: layout.labels },
    ],
    scales: [
      { name: 'across', type: 'band', domain: heads.map(({ order }) => order), range: [labels.width, labels.width + across] },
      { name: 'down', ...layout.scale },
      { name: 'ground', type: 'quantize', domain: [1, most], range: steps.map((step) => `var(--heat-${step})`) },
      { name: 'on', type: 'quantize', domain: [1, most], range: steps.map((step) => `var(--on-heat-${step})`) },
    ],
    marks: [
      {
        type: 'text',
        aria: false,
        encode: { enter: { ...REMARK, x: { value: labels.width + 2 }, y: { value: 9 }, text: { value: columnName } } },
      },
      {
        type: 'text',
        aria: false,
        from: { data: 'columns' },
        encode: { enter: { ...REMARK, x: middle, y: { value: HEAD - 12 }, text: { field: 'text' }, align: { value: 'center' } } },
      },
      rowLabels('labels'),
      {
        type: 'rect',
        aria: false,
        from: { data: 'sums' },
        encode: {
          enter: {
            x: { value: labels.width },
            width: { value: across },
            y: { scale: 'down', field: 'row', offset: layout.offset },
            height: { value: CELL.high },
            cornerRadius: { value: 3 },
            fill: { value: 'var(--page)' },
          },
        },
      },
      {
        type: 'rect',
        from: { data: 'cells' },
        encode: {
          enter: {
            x: { scale: 'across', field: 'order', offset: 1 },
            width: { scale: 'across', band: 1, offset: -2 },
            y: { scale: 'down', field: 'row', offset: layout.offset },
            height: { value: CELL.high },
            cornerRadius: { value: 3 },
            fill: [
              { test: NOT_TOLD, value: 'none' },
              { scale: 'ground', field: 'value' },
            ],
            stroke: [{ test: NOT_TOLD, value: 'var(--line)' }, { value: null }],
            description: { field: 'says' },
          },
        },
      },
      rowTexts('cells', layout, CELL.high, {
        x: middle,
        align: { value: 'center' },
        fontSize: { value: Math.floor(size) },
        fill: [
          { test: NOT_TOLD, value: 'var(--muted)' },
          { scale: 'on', field: 'value' },
        ],
      }),
      rowTexts('sums', layout, CELL.high, { x: { value: labels.width + across + 10 }, fontWeight: { value: 600 } }),
      {
        type: 'text',
        aria: false,
        encode: { enter: { ...REMARK, x: { value: labels.width + across + 10 }, y: { value: HEAD - 12 }, text: { value: 'all' } } },
      },
    ],
  };
}
