import { reaches } from './measure/figure.ts';
import type { Aim, Figure } from './measure/figure.ts';

const HEADS = ['figure', 'ours', 'against', 'ratio', 'aim', 'reached', 'runs'];

/** The figures as a table to read in a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = [HEADS, ...figures.map(cellsOf)];
  const widths = HEADS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const drawn = lines.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  );
  return drawn.map((cells) => cells.join('  ')).join('\n');
}

function cellsOf(figure: Figure): string[] {
  const reached = reaches(figure);
  return [
    figure.figure,
    written(figure.ours),
    figure.against === null ? '–' : written(figure.against),
    figure.ratio === null ? '–' : figure.ratio.toFixed(2),
    figure.aim === null ? 'report' : aimed(figure.aim),
    reached === null ? '–' : reached ? 'yes' : 'no',
    String(figure.runs),
  ];
}

function aimed(aim: Aim): string {
  return 'atLeast' in aim ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`;
}

/** Three digits that count, whatever the size. */
function written(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
}
