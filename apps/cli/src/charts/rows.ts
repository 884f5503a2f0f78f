import type { BandScale, TextEncodeEntry, TextMark } from 'vega';
import { SIZE } from './labels.js';
import type { Labels } from './labels.js';
import { LABEL } from './svg.js';

const LINE = SIZE + 3;
const GAP = 10;

/** Rows under each other, each with its label beside or above what is drawn in it. */
export interface Rows {
  readonly height: number;
  /** From a row's number to its upper edge. */
  readonly scale: Omit<BandScale, 'name'>;
  /** From a row's upper edge to what is drawn in it. */
  readonly offset: number;
  readonly labels: readonly {
    readonly row: number;
    readonly x: number;
    readonly offset: number;
    readonly text: string;
    readonly align: string;
  }[];
}

/**
 * @param thick how high that is which is drawn in a row.
 * @param head the room above the first row.
 */
export function rowsOf({ beside, width, lines, most }: Labels, thick: number, head = 0): Rows {
  const above = beside ? 0 : most * LINE + 2;
  const inner = beside ? Math.max(thick, most * LINE) : above + thick;
  const row = inner + GAP;
  const offset = GAP / 2 + (beside ? (inner - thick) / 2 : above);
  const labels = lines.flatMap((each, index) =>
    each.map((text, line) => ({
      row: index,
      x: beside ? width - 10 : 0,
      // Beside a row, its lines stand around the middle; above it, the last one stands right over it.
      offset: GAP / 2 + (beside ? inner / 2 + (line - (each.length - 1) / 2) * LINE : above - 2 - (each.length - line - 0.5) * LINE),
      text,
      align: beside ? 'right' : 'left',
    })),
  );
  return {
    height: head + lines.length * row,
    scale: { type: 'band', domain: lines.map((_, index) => index), range: [head, head + lines.length * row] },
    offset,
    labels,
  };
}

/** The labels of {@link Rows}, from the data set of that name. */
export function rowLabels(data: string): TextMark {
  return {
    type: 'text',
    aria: false,
    from: { data },
    encode: {
      enter: {
        ...LABEL,
        x: { field: 'x' },
        y: { scale: 'down', field: 'row', offset: { field: 'offset' } },
        text: { field: 'text' },
        align: { field: 'align' },
      },
    },
  };
}

/** The text of each datum in its row, at the middle of what is drawn there; `look` says where along the row, and what else of it is its own. */
export function rowTexts(data: string, { offset }: Rows, thick: number, look: TextEncodeEntry): TextMark {
  return {
    type: 'text',
    aria: false,
    from: { data },
    encode: {
      enter: { ...LABEL, y: { scale: 'down', field: 'row', offset: offset + thick / 2 }, text: { field: 'text' }, ...look },
    },
  };
}
