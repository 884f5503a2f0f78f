import type { Mark } from 'vega';
import type { Distribution } from './chart.js';
import { WIDTH } from './labels.js';
import type { Rendition } from './labels.js';
import { inWords } from './numbers.js';
import { plain } from './patterns.js';
import { LABEL, REMARK } from './svg.js';
import type { Drawing } from './svg.js';

const HIGH = { phone: 150, desk: 190 };
/** Room above for the mark's words and the numbers, and below for the names of the bins. */
const HEAD = 40;
const FOOT = 44;

/** A column for each bin with its number on top, and a dashed line at the value of note. */
export function distribution({ bins, binName, unit, mark }: Distribution, rendition: Rendition): Drawing {
  const width = WIDTH[rendition];
  const floor = HEAD + HIGH[rendition];
  const values = bins.map(({ label, value }, bin) => ({
    bin,
    label,
    value,
    text: value > 0 ? inWords(value) : '',
    says: `${label}: ${inWords(value)} ${unit}`,
  }));
  const across = { scale: 'across', field: 'bin' };
  const at = mark === undefined ? 0 : (mark.at / bins.length) * width;
  return {
    height: floor + FOOT,
    data: [{ name: 'bins', values }],
    scales: [
      { name: 'across', type: 'band', domain: values.map(({ bin }) => bin), range: [0, width] },
      { name: 'up', type: 'linear', domain: [0, Math.max(1, ...values.map(({ value }) => value))], range: [floor, HEAD] },
    ],
    marks: [
      {
        type: 'rect',
        from: { data: 'bins' },
        encode: {
          enter: {
            x: { ...across, offset: 2 },
            width: { scale: 'across', band: 1, offset: -4 },
            y: { scale: 'up', field: 'value' },
            y2: { value: floor },
            fill: { value: plain(1) },
            description: { field: 'says' },
          },
        },
      },
      {
        type: 'rule',
        aria: false,
        encode: { enter: { x: { value: 0 }, x2: { value: width }, y: { value: floor }, stroke: { value: 'var(--muted)' } } },
      },
      {
        type: 'text',
        aria: false,
        from: { data: 'bins' },
        encode: {
          enter: {
            ...LABEL,
            x: { ...across, band: 0.5 },
            y: { scale: 'up', field: 'value', offset: -9 },
            text: { field: 'text' },
            align: { value: 'center' },
          },
        },
      },
      {
        type: 'text',
        aria: false,
        from: { data: 'bins' },
        encode: {
          enter: { ...REMARK, x: { ...across, band: 0.5 }, y: { value: floor + 13 }, text: { field: 'label' }, align: { value: 'center' } },
        },
      },
      {
        type: 'text',
        aria: false,
        encode: {
          enter: { ...REMARK, x: { value: width / 2 }, y: { value: floor + 34 }, text: { value: binName }, align: { value: 'center' } },
        },
      },
      ...(mark === undefined ? [] : [line(at, floor), words(mark.label, at, width)]),
    ],
  };
}

/** The dashed line at the value of note. */
function line(at: number, floor: number): Mark {
  const place = { x: { value: at }, y: { value: 16 }, y2: { value: floor } };
  return { type: 'rule', aria: false, encode: { enter: { ...place, stroke: { value: 'var(--ink)' }, strokeDash: { value: [4, 3] } } } };
}

/** What it is, written to the side where there is more room. */
function words(text: string, at: number, width: number): Mark {
  const left = at > width / 2;
  const place = { x: { value: at }, dx: { value: left ? -5 : 5 }, y: { value: 8 }, align: { value: left ? 'right' : 'left' } } as const;
  return { type: 'text', aria: false, encode: { enter: { ...LABEL, ...place, text: { value: text } } } };
}
