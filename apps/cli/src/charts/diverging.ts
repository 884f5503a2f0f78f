import type { RuleMark } from 'vega';
import type { Diverging } from './chart.js';
import { WIDTH, labelled } from './labels.js';
import type { Rendition } from './labels.js';
import { inWords } from './numbers.js';
import { fillOf } from './patterns.js';
import { rowLabels, rowTexts, rowsOf } from './rows.js';
import { REMARK } from './svg.js';
import type { Drawing } from './svg.js';

const NUMBER = 40;
const HEAD = 26;
const THICK = 18;
/** How far the middle line stands out above and below a bar. */
const OVER = 1;

/** Bars from a middle line to both sides: what goes to the left, what comes to the right. */
export function diverging({ rows, left, right, unit }: Diverging, rendition: Rendition): Drawing {
  const labels = labelled(
    rows.map(({ label }) => label),
    rendition,
  );
  const layout = rowsOf(labels, THICK, HEAD);
  const sides = rows.flatMap(({ label, ...row }, index) => [
    { row: index, end: -row.left, text: inWords(row.left), fill: fillOf(1), says: `${label}, ${left}: ${inWords(row.left)} ${unit}` },
    { row: index, end: row.right, text: inWords(row.right), fill: fillOf(2), says: `${label}, ${right}: ${inWords(row.right)} ${unit}` },
  ]);
  const drawn = sides.filter(({ end }) => end !== 0);
  const unmoved = rows.flatMap((row, index) => (row.left === 0 && row.right === 0 ? [{ row: index, end: 0, text: '0' }] : []));
  const most = Math.max(1, ...sides.map(({ end }) => Math.abs(end)));
  const edges = [labels.width + NUMBER, WIDTH[rendition] - NUMBER];
  const [from = 0, to = 0] = edges;
  const middle = (from + to) / 2;
  // Labels above their rows stand where the line would go: it is drawn beside the bars only.
  const line = { x: { value: middle }, stroke: { value: 'var(--muted)' } };
  const middleLine: RuleMark = labels.beside
    ? { type: 'rule', aria: false, encode: { enter: { ...line, y: { value: 0 }, y2: { value: layout.height } } } }
    : {
        type: 'rule',
        aria: false,
        from: { data: 'rows' },
        encode: {
          enter: {
            ...line,
            y: { scale: 'down', field: 'row', offset: layout.offset - OVER },
            y2: { scale: 'down', field: 'row', offset: layout.offset + THICK + OVER },
          },
        },
      };
  const heading = (text: string, x: number, align: 'left' | 'right') =>
    ({
      type: 'text',
      aria: false,
      encode: { enter: { ...REMARK, x: { value: x }, y: { value: 9 }, text: { value: text }, align: { value: align } } },
    }) as const;
  return {
    height: layout.height,
    data: [
      { name: 'sides', values: drawn },
      { name: 'ends', values: [...drawn, ...unmoved] },
      { name: 'labels', values: layout.labels },
      { name: 'rows', values: rows.map((_, row) => ({ row })) },
    ],
    scales: [
      { name: 'along', type: 'linear', domain: [-most, most], range: edges },
      { name: 'down', ...layout.scale },
    ],
    marks: [
      heading(`← ${left}`, middle - 8, 'right'),
      heading(`${right} →`, middle + 8, 'left'),
      rowLabels('labels'),
      {
        type: 'rect',
        from: { data: 'sides' },
        encode: {
          enter: {
            x: { scale: 'along', value: 0 },
            x2: { scale: 'along', field: 'end' },
            y: { scale: 'down', field: 'row', offset: layout.offset },
            height: { value: THICK },
            fill: { field: 'fill' },
            description: { field: 'says' },
          },
        },
      },
      rowTexts('ends', layout, THICK, {
        x: { scale: 'along', field: 'end', offset: { signal: 'datum.end < 0 ? -6 : 6' } },
        align: { signal: "datum.end < 0 ? 'right' : 'left'" },
      }),
      middleLine,
    ],
  };
}
