import type { Fill } from './palette.js';

/**
 * A chart as data: what is drawn, and the very numbers that stand in the table behind it. Numbers are counts or measures from 0 on; `unit`
 * says of what, in the plural ("Warnings"). A number that is not told, because it would be of too few persons, is null.
 */
export type Chart = Bars | Heat | Distribution | Rungs | Diverging;

/** One row of a chart with a number for each of its columns. */
export interface Row {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** A bar a row, stacked from the series. */
export interface Bars {
  readonly form: 'bars';
  /** What a row is: "Round". */
  readonly rowName: string;
  readonly unit: string;
  readonly series: readonly { readonly name: string; readonly fill: Fill }[];
  readonly rows: readonly Row[];
}

/** Rows and columns, each cell the darker the more. */
export interface Heat {
  readonly form: 'heat';
  readonly rowName: string;
  readonly columnName: string;
  readonly unit: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** How often each size occurs: a column a bin. */
export interface Distribution {
  readonly form: 'distribution';
  /** What a bin is: "Whole minutes". */
  readonly binName: string;
  readonly unit: string;
  readonly bins: readonly { readonly label: string; readonly value: number }[];
  /** A value of note: where it lies, counted in bins from the left edge, and what it is. */
  readonly mark?: { readonly at: number; readonly label: string };
}

/** How many rungs of a ladder somebody has climbed, and at which rung something happens. */
export interface Rungs {
  readonly form: 'rungs';
  readonly rowName: string;
  /** What a ladder is: "Counted in". */
  readonly ladderName: string;
  readonly unit: string;
  /** What the last rung is: "Game Loss". */
  readonly top: string;
  readonly rows: readonly { readonly label: string; readonly ladder: string; readonly climbed: number; readonly top: number }[];
}

/** What a change takes away (left) and what it adds (right). */
export interface Diverging {
  readonly form: 'diverging';
  readonly rowName: string;
  readonly unit: string;
  readonly left: string;
  readonly right: string;
  readonly rows: readonly { readonly label: string; readonly left: number; readonly right: number }[];
}
