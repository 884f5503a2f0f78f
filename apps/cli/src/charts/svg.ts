import type { Spec } from 'vega';
import { Html, html } from './html.js';
import { SIZE, WIDTH } from './labels.js';
import type { Rendition } from './labels.js';

/** A chart laid out for one rendition: its height, what it is made from, and how it is drawn. */
export interface Drawing extends Pick<Spec, 'data' | 'scales' | 'marks'> {
  readonly height: number;
}

/**
 * Draws a chart as an `<svg>` element that stands in a page. Colours are custom properties of that page, so that it looks as the page does.
 *
 * @param id unlike that of any other drawing in the page.
 */
export async function svg(
  { height, ...drawn }: Drawing,
  rendition: Rendition,
  { id, title, description }: { id: string; title: string; description: string },
): Promise<Html> {
  // Only who draws pays for it: the other commands start without.
  const { View, parse, Error: errorsOnly } = await import('vega');
  const width = WIDTH[rendition];
  const spec: Spec = { width, height, padding: 0, autosize: 'none', ...drawn };
  const view = new View(parse(spec), { renderer: 'none', logLevel: errorsOnly });
  const text = await view.toSVG();
  view.finalize();
  const marks = new Html(text.replace(/^<svg[^>]*>|<\/svg>$/g, ''));
  return html`<svg
    class="chart ${rendition}"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-labelledby="${id}-title ${id}-desc"
  >
    <title id="${id}-title">${title}</title>
    <desc id="${id}-desc">${description}</desc>
    ${marks}
  </svg>`;
}

/** How a text of a drawing looks, as properties of its encoding. */
export const LABEL = { fill: { value: 'var(--ink)' }, fontSize: { value: SIZE }, baseline: { value: 'middle' } } as const;
export const REMARK = { ...LABEL, fill: { value: 'var(--muted)' }, fontSize: { value: SIZE - 1 } } as const;
