import { html } from './html.js';
import type { Html } from './html.js';
import type { Fill } from './palette.js';

/** What is drawn over the colour of each fill, so that series are told apart without colours: plain, stripes, dots, crosses, lines, bars. */
const DRAWN: Record<Fill, Html> = {
  1: html``,
  2: html`<path d="M-2 2 2-2M-2 10 10-2M6 10 10 6" />`,
  3: html`<circle cx="4" cy="4" r="1.6" />`,
  4: html`<path d="M0 0 8 8M8 0 0 8" />`,
  5: html`<path d="M0 2H8M0 6H8" />`,
  6: html`<path d="M2 0V8M6 0V8" />`,
};

const FILLS: readonly Fill[] = [1, 2, 3, 4, 5, 6];

/** The patterns that {@link fillOf} refers to: they stand in a page once. */
export function patterns(): Html {
  const each = FILLS.map(
    (fill) =>
      html`<pattern id="fill-${fill}" width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" fill="var(--series-${fill})" />
        <g class="drawn">${DRAWN[fill]}</g>
      </pattern>`,
  );
  return html`<svg class="patterns" width="0" height="0" aria-hidden="true">
    <defs>${each}</defs>
  </svg>`;
}

/** The value of a `fill` attribute, with the pattern of the fill: what tells it from others. */
export function fillOf(fill: Fill): string {
  return `url(#fill-${fill})`;
}

/** The value of a `fill` attribute where there is nothing to be told apart. */
export function plain(fill: Fill): string {
  return `var(--series-${fill})`;
}
