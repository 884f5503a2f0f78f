import { bars } from './bars.js';
import type { Chart } from './chart.js';
import { distribution } from './distribution.js';
import { diverging } from './diverging.js';
import { heat } from './heat.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { sumOf } from './numbers.js';
import { fillOf } from './patterns.js';
import type { Rendition } from './labels.js';
import { rungs } from './rungs.js';
import { shortened } from './shortened.js';
import { svg } from './svg.js';
import type { Drawing } from './svg.js';
import { table, tableOf } from './table.js';

/** A section of a page: what was found, the chart that shows it, and the numbers behind. */
export interface Figure {
  /** Its anchor in the page: a slug. */
  readonly id: string;
  /** What it is about, in a word or three: "Time to rule". */
  readonly topic: string;
  /** What is to be seen, as a sentence: "Half of all rulings took 2 minutes or less". */
  readonly finding: string;
  /** What is counted. */
  readonly about: string;
  /** Null where there is nothing to draw: the finding says so. */
  readonly chart: Chart | null;
  /** What else belongs there. */
  readonly more?: Html;
}

/** Draws a figure for phone and desk, with its table. */
export async function figure({ id, topic, finding, about, chart, more = html`` }: Figure): Promise<Html> {
  const told = chart === null || isEmpty(chart) ? null : chart;
  return html`<section class="figure" id="${id}" aria-labelledby="${id}-finding">
    <div class="whole">
      <p class="topic">${topic}</p>
      <h2 id="${id}-finding">${finding}</h2>
      <p class="about">${about}</p>
      ${told === null ? html`` : await drawn(id, finding, about, told)}
    </div>
    ${told === null ? html`` : numbers(finding, told)} ${more}
  </section>`;
}

async function drawn(id: string, title: string, description: string, chart: Chart): Promise<Html> {
  const shown = shortened(chart);
  const phone = await svg(drawing(shown, 'phone'), 'phone', { id: `${id}-phone`, title, description });
  const desk = await svg(drawing(shown, 'desk'), 'desk', { id: `${id}-desk`, title, description });
  return html`${legend(chart)} ${phone} ${desk} ${leftOut(chart, shown)}`;
}

function numbers(finding: string, chart: Chart): Html {
  return html`<details>
    <summary>The numbers</summary>
    ${table(tableOf(chart), finding)}
  </details>`;
}

function drawing(chart: Chart, rendition: Rendition): Drawing {
  switch (chart.form) {
    case 'bars':
      return bars(chart, rendition);
    case 'heat':
      return heat(chart, rendition);
    case 'distribution':
      return distribution(chart, rendition);
    case 'rungs':
      return rungs(chart, rendition);
    case 'diverging':
      return diverging(chart, rendition);
  }
}

/** Whether there is nothing to draw: no row, or no number that is told. */
function isEmpty(chart: Chart): boolean {
  if (chart.form === 'distribution') return chart.bins.length === 0;
  if (chart.form === 'heat' || chart.form === 'bars') return chart.rows.every(({ values }) => sumOf(values) === 0);
  return chart.rows.length === 0;
}

/** What is not drawn, where the table holds more than the chart. */
function leftOut(chart: Chart, shown: Chart): Html {
  if (chart.form === 'distribution' || shown.form === 'distribution' || chart.rows.length === shown.rows.length) return html``;
  return html`<p class="about below">Drawn are ${shown.rows.length} rows; the numbers hold all ${chart.rows.length}.</p>`;
}

/** What the fills of a chart mean, where there is more than one. */
function legend(chart: Chart): Html {
  if (chart.form !== 'bars' || chart.series.length < 2) return html``;
  const each = chart.series.map(
    ({ name, fill }) =>
      html`<li>
        <svg class="swatch" width="18" height="14" aria-hidden="true"><rect width="18" height="14" fill="${fillOf(fill)}" /></svg>${name}
      </li>`,
  );
  return html`<ul class="legend">
    ${each}
  </ul>`;
}
