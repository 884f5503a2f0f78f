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
  if (variants.every(({ changed }) => changed.length === 0)) return;
  screen.heading('For whom it would have changed');
  screen.paragraph('By pseudonym: the same person has the same one in every tournament.', { style: 'dim' });
  for (const each of variants) {
    if (each.changed.length === 0) continue;
    screen.paragraph(`${variantName(each)}: ${count(each.persons, 'person')}`, { style: 'bold', hang: 2 });
    for (const [person, theirs] of mostConcerned(each.changed).slice(0, NAMED)) {
      const where = [...new Set(theirs.map(({ tournament }) => tournament))].join(', ');
      screen.paragraph(`${person} ${changeWords(theirs)}, in ${where}`, { indent: 2, hang: 2 });
    }
    if (each.persons > NAMED) screen.paragraph(`and ${each.persons - NAMED} more: --json has them all`, { indent: 2, style: 'dim' });
  }
}

function mostConcerned(changed: readonly Changed[]): [string, Changed[]][] {
  const byPerson = new Map<string, Changed[]>();
  for (const each of changed) {
    const known = byPerson.get(each.person);
    if (known) known.push(each);
    else byPerson.set(each.person, [each]);
  }
  const size = (theirs: readonly Changed[]) => theirs.reduce((sum, { falls, appears, asked }) => sum + falls + appears + asked, 0);
  return [...byPerson].sort(([, one], [, other]) => size(other) - size(one));
}

/** "2 more, 1 asked" */
function changeWords(theirs: readonly Changed[]): string {
  const words = [
    ['falls', 'fewer'],
    ['appears', 'more'],
    ['asked', 'asked'],
  ] as const;
  return words
    .map(([change, word]) => ({ number: theirs.reduce((sum, each) => sum + each[change], 0), word }))
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
