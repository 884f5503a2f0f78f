import { wrap } from '../screen/wrap.js';
import { readable } from './html.js';

/** A chart is drawn for a phone and for a desk; the style sheet shows the one that fits. Sizes are in pixels of that rendition. */
export type Rendition = 'phone' | 'desk';

export const WIDTH: Record<Rendition, number> = { phone: 320, desk: 720 };
export const SIZE = 13;

/** A sign of the system fonts at {@link SIZE}, on the safe side, and what short texts of wide signs take more. */
const SIGN = 7;
const MORE = 8;
const BESIDE = { phone: 92, desk: 270 };

const SIGNS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u;

/** Where the labels of rows stand, and each of them broken into lines. */
export interface Labels {
  /** Beside their rows, or above them where they are too long for that. */
  readonly beside: boolean;
  /** The width that they take beside the rows, 0 above. */
  readonly width: number;
  readonly lines: readonly (readonly string[])[];
  /** The most lines that a label has. */
  readonly most: number;
}

/** Finds room for the labels of rows. A label takes two lines at most; what does not fit ends in "…", and is whole in the table. */
export function labelled(texts: readonly string[], rendition: Rendition): Labels {
  const widest = widthOf(texts);
  const beside = rendition === 'desk' || widest <= BESIDE.phone;
  const room = beside ? BESIDE[rendition] : WIDTH[rendition];
  const lines = texts.map((text) => broken(text, Math.floor((room - MORE) / SIGN), 2));
  const most = Math.max(1, ...lines.map(({ length }) => length));
  return { beside, width: beside ? widthOf(lines.flat()) + 10 : 0, lines, most };
}

/** How wide the widest of these texts is at {@link SIZE}. */
export function widthOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(signs)) * SIGN + MORE;
}

/** A text in so many lines of so many signs at most. */
export function broken(text: string, room: number, most: number): string[] {
  const lines = wrap(readable(text), room);
  const kept = lines.slice(0, most).map((line) => cut(line, room));
  const last = kept.at(-1) ?? '';
  return lines.length > most ? [...kept.slice(0, -1), cut(`${last}…`, room)] : kept;
}

function cut(line: string, room: number): string {
  if (signs(line) <= room) return line;
  let kept = '';
  for (const { segment } of SIGNS.segment(line.replace(/…$/, ''))) {
    if (signs(kept) + signs(segment) > room - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** How many signs wide a text is; those of East Asia are twice as wide. */
function signs(text: string): number {
  return [...SIGNS.segment(text)].reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0);
}
