import type { Chart, Row } from './chart.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { WITHHELD, capital, inWords, sumInWords, sumOf } from './numbers.js';

/** The numbers of a chart as they stand in the table behind it: the first cell of a row says what the row is. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export function tableOf(chart: Chart): Table {
  switch (chart.form) {
    case 'bars':
      return withSums(
        chart.rowName,
        chart.series.map(({ name }) => name),
        chart.rows,
      );
    case 'heat':
      return withSums(`${chart.rowName}, by ${chart.columnName.toLowerCase()}`, chart.columns, chart.rows);
    case 'distribution':
      return { head: [chart.binName, capital(chart.unit)], rows: chart.bins.map(({ label, value }) => [label, value]) };
    case 'rungs':
      return {
        head: [chart.rowName, chart.ladderName, capital(chart.unit), `${chart.top} at`],
        rows: chart.rows.map(({ label, ladder, climbed, top }) => [label, ladder, climbed, top]),
      };
    case 'diverging':
      return { head: [chart.rowName, chart.left, chart.right], rows: chart.rows.map(({ label, left, right }) => [label, left, right]) };
  }
}

/** A table of a row a row, and the sums of both where there are several columns. */
function withSums(rowName: string, columns: readonly string[], rows: readonly Row[]): Table {
  if (columns.length < 2) return { head: [rowName, ...columns], rows: rows.map(({ label, values }) => [label, ...values]) };
  return {
    head: [rowName, ...columns, 'All'],
    rows: rows.map(({ label, values }) => [label, ...values, values.includes(null) ? sumInWords(values) : sumOf(values)]),
  };
}

/** A table that can be pushed sideways where it is wider than the screen. `caption` says what it holds. */
export function table({ head, rows }: Table, caption: string): Html {
  const heads = head.map(
    (text, column) => html`<th scope="col" ${isOfNumbers(rows, column) ? html` class="number"` : html``}>${text}</th>`,
  );
  const lines = rows.map(([first, ...cells]) => {
    const each = cells.map((cell) =>
      typeof cell === 'number' ? html`<td class="number">${inWords(cell)}</td>` : html`<td dir="auto">${cell ?? WITHHELD}</td>`,
    );
    return html`<tr>
      <th scope="row" dir="auto">${first ?? ''}</th>
      ${each}
    </tr>`;
  });
  return html`<div class="scroll" role="region" tabindex="0" aria-label="Table: ${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}

function isOfNumbers(rows: Table['rows'], column: number): boolean {
  return column > 0 && rows.map((row) => row[column]).every((cell) => typeof cell !== 'string' || /^[\d,]+\+$/.test(cell));
}
