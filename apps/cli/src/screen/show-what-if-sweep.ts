import { FEWEST_PERSONS } from '@ladder/projections';
import type { Changed, Sweep, SweptVariant } from '../what-if/sweep.js';
import { variantName } from '../what-if/variants.js';
import type { Screen } from './screen.js';
import { count } from './words.js';

/** So many of those whom it would have changed for are named, by pseudonym; `--json` has them all. */
const NAMED = 3;
const COLUMNS = ['now', 'then', 'fewer', 'more', 'asked', 'persons'] as const;
/** So the table of six numbers fits a screen of 40 columns. */
const WIDE = 5;

/** What other ladders would have made of many tournaments: a table, a chart, and for whom. */
export function showSweep(screen: Screen, { tournaments, events, variants }: Sweep): void {
  screen.heading('The same rulings under other rules');
  screen.paragraph(`${count(tournaments, 'tournament')}, ${count(events, 'event')}. Nothing is written.`, { style: 'dim' });
  screen.paragraph(
    'Game Losses earned by Warnings: those in the record now, and those that there would be then, fewer and more. ' +
      'Asked: further ones that the head judge would be asked about.',
    { style: 'dim' },
  );
  screen.line();
  screen.line(screen.paint('dim', cells(COLUMNS)));
  for (const each of variants) {
    screen.paragraph(variantName(each), { style: 'bold', hang: 2 });
    const { before, after, falls, appears, asked, persons } = each;
    screen.line(cells([before, after, falls, appears, asked, persons].map(String)));
  }
  showBars(screen, variants);
  showConcerned(screen, variants);
  showUnlike(screen, variants);
}

function cells(texts: readonly string[]): string {
  return texts.map((text, column) => ` ${text.padStart(Math.max(WIDE, (COLUMNS[column] ?? '').length))}`).join('');
}

/** As many Game Losses as there would be, beside those that there are. */
function showBars(screen: Screen, variants: readonly SweptVariant[]): void {
  screen.heading('Game Losses then');
  screen.line();
  const most = Math.max(1, ...variants.flatMap(({ before, after }) => [before, after]));
  const digits = String(most).length;
  const room = screen.width - digits - 12;
  for (const each of variants) {
    const { before, after } = each;
    screen.paragraph(variantName(each), { hang: 2 });
    const bar = '█'.repeat(after === 0 ? 0 : Math.max(1, Math.round((after / most) * room)));
    const change = after === before ? 'as now' : `${after > before ? '+' : '−'}${Math.abs(after - before)}`;
    const style = after > before ? 'red' : after < before ? 'green' : 'dim';
    screen.line(`  ${screen.paint(style, bar)}${bar === '' ? '' : ' '}${after} ${screen.paint(style, change)}`);
  }
}

function showConcerned(screen: Screen, variants: readonly SweptVariant[]): void {
  const concerning = variants.filter(({ persons }) => persons > 0);
  if (concerning.length === 0) return;
  screen.heading('For whom it would have changed');
  screen.paragraph('By pseudonym, the same in every tournament. The judges of one get names: what-if <tournament>, for one ladder.', {
    style: 'dim',
  });
  for (const each of concerning) {
    screen.paragraph(`${variantName(each)}: ${count(each.persons, 'person')}`, { style: 'bold', hang: 2 });
    for (const one of each.changed.slice(0, NAMED)) screen.paragraph(`${one.person} ${changeWords(one)}`, { indent: 2, hang: 2 });
    const more = each.changed.length - NAMED;
    if (more > 0) screen.paragraph(`and ${more} more: --json has them all`, { indent: 2, style: 'dim' });
    if (each.suppressed > 0) screen.paragraph(untold(each), { indent: 2, hang: 2, style: 'dim' });
  }
}

function untold({ persons, changed, suppressed }: SweptVariant): string {
  if (changed.length > 0) return `${suppressed} erased: not told`;
  const few = `fewer than ${FEWEST_PERSONS}`;
  return `${persons < FEWEST_PERSONS ? few : `${few} who are not erased`}: not told one by one`;
}

/** "2 more, 1 asked" */
function changeWords({ falls, appears, asked }: Changed): string {
  const words = [
    { number: falls, word: 'fewer' },
    { number: appears, word: 'more' },
    { number: asked, word: 'asked' },
  ];
  return words
    .filter(({ number }) => number > 0)
    .map(({ number, word }) => `${number} ${word}`)
    .join(', ');
}

/** What is in none of the numbers. */
function showUnlike(screen: Screen, variants: readonly SweptVariant[]): void {
  for (const each of variants) {
    if (each.unlike.length === 0) continue;
    const categories = [...new Set(each.unlike.flatMap(({ unknownCategories }) => unknownCategories))].join(', ');
    screen.line();
    screen.paragraph(
      `${variantName(each)} leaves out ${count(each.unlike.length, 'tournament')}, where ${categories} was ruled on: the edition has no such category.`,
      { style: 'yellow' },
    );
  }
}
