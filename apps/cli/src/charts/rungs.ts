import type { Rungs } from './chart.js';
import { WIDTH, labelled } from './labels.js';
import type { Rendition } from './labels.js';
import { inWords } from './numbers.js';
import { fillOf, plain } from './patterns.js';
import { rowLabels, rowTexts, rowsOf } from './rows.js';
import type { Drawing } from './svg.js';

const BOX = 20;
const STEP = 26;
const WORDS = 140;

/** A box for each rung of a ladder: filled where it is climbed, and with a double edge from where something happens. */
export function rungs({ rows, unit, top: topName }: Rungs, rendition: Rendition): Drawing {
  const labels = labelled(
    rows.map(({ label, ladder }) => `${label}: ${ladder}`),
    rendition,
  );
  const layout = rowsOf(labels, BOX);
  const longest = Math.max(1, ...rows.map(({ climbed, top }) => Math.max(climbed, top)));
  const step = Math.min(STEP, (WIDTH[rendition] - labels.width - WORDS) / longest);
  const boxes = rows.flatMap(({ label, ladder, climbed, top }, row) =>
    Array.from({ length: Math.max(climbed, top) }, (_, rung) => ({
      row,
      rung,
      fill: rung >= climbed ? 'none' : rung + 1 >= top ? fillOf(3) : plain(1),
      stroke: rung + 1 >= top ? 'var(--series-3)' : 'var(--series-1)',
      wide: rung + 1 >= top ? 2.5 : 1,
      says: `${label}, ${ladder}, rung ${rung + 1} of ${top}: ${rung < climbed ? 'climbed' : 'free'} (${inWords(climbed)} ${unit})`,
    })),
  );
  const ends = rows.map(({ climbed, top }, row) => ({
    row,
    rung: Math.max(climbed, top),
    text: `${inWords(climbed)}, ${topName} at ${inWords(top)}`,
  }));
  return {
    height: layout.height,
    data: [
      { name: 'boxes', values: boxes },
      { name: 'ends', values: ends },
      { name: 'labels', values: layout.labels },
    ],
    scales: [
      { name: 'along', type: 'linear', domain: [0, longest], range: [labels.width + 2, labels.width + 2 + longest * step] },
      { name: 'down', ...layout.scale },
    ],
    marks: [
      rowLabels('labels'),
      {
        type: 'rect',
        from: { data: 'boxes' },
        encode: {
          enter: {
            x: { scale: 'along', field: 'rung' },
            width: { value: Math.min(BOX, step - 3) },
            y: { scale: 'down', field: 'row', offset: layout.offset },
            height: { value: BOX },
            cornerRadius: { value: 3 },
            fill: { field: 'fill' },
            stroke: { field: 'stroke' },
            strokeWidth: { field: 'wide' },
            description: { field: 'says' },
          },
        },
      },
      rowTexts('ends', layout, BOX, { x: { scale: 'along', field: 'rung', offset: 4 } }),
    ],
  };
}
