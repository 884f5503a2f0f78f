import { writeFile } from 'node:fs/promises';
import { FEWEST_PERSONS } from '@ladder/projections';
import { figure } from '../charts/figure.js';
import { html } from '../charts/html.js';
import { counted, inWords, listed } from '../charts/numbers.js';
import { page } from '../charts/page.js';
import { newFile } from '../export/new-file.js';
import { table } from '../charts/table.js';
import type { Sweep, SweptVariant } from './sweep.js';
import { briefNames, variantName } from './variants.js';

const AUDIENCE =
  'For those who make or teach the rules. It names nobody: a person has the same pseudonym in every tournament, and only who holds the key of the data folder can tell whose it is.';
const ABOUT =
  'Game Losses of the ladder that stand now and would not (fewer), and those that would stand and do not (more). Rulings and corrections are taken as they were.';

/** Writes a sweep as one file that a browser shows without a network. */
export async function writeSweep(file: string, swept: Sweep): Promise<void> {
  const text = await sweepPage(swept);
  await newFile(file, (unfinished) => writeFile(unfinished, text));
}

async function sweepPage({ tournaments, events, variants }: Sweep): Promise<string> {
  const labels = briefNames(variants);
  const rows = variants.map((each, index) => ({ label: labels[index] ?? '', left: each.falls, right: each.appears }));
  const sections = [
    await figure({
      id: 'changes',
      topic: 'Game Losses',
      finding: findingOf(variants),
      about: ABOUT,
      chart: { form: 'diverging', rowName: 'Ladder', unit: 'Game Losses', left: 'fewer', right: 'more', rows },
      more: table({ head: HEAD, rows: variants.map(numbersOf) }, 'Each ladder in numbers'),
    }),
    await figure({
      id: 'persons',
      topic: 'For whom',
      finding: concernedFinding(variants),
      about: `Each person for whom something would have changed, in all tournaments together; nobody where they are fewer than ${FEWEST_PERSONS}, and nobody who was erased. Asked: Game Losses that the head judge would decide on.`,
      chart: null,
      more: html`${variants
        .filter(({ changed }) => changed.length > 0)
        .map(
          (each) =>
            html`<details>
              <summary>${variantName(each)}: ${counted(each.persons, 'person')}</summary>
              ${table({ head: PERSON_HEAD, rows: each.changed.map((one) => [one.person, one.falls, one.appears, one.asked]) }, variantName(each))}
            </details>`,
        )}`,
    }),
  ];
  const before = [...new Set(variants.map((each) => each.before))].sort((one, other) => one - other);
  return page({
    title: 'The same rulings under other rules',
    lead: `What ${counted(variants.length, 'other ladder')} would have made of ${counted(tournaments, 'tournament')}`,
    audience: AUDIENCE,
    figures: [
      { name: 'Tournaments', value: inWords(tournaments) },
      { name: 'Events', value: inWords(events) },
      { name: 'Game Losses of the ladder now', value: listed(before.map(inWords)) },
    ],
    sections,
    foot: unlikeWords(variants) || 'Nothing was recorded: a what-if only reads.',
  });
}

const HEAD = ['Ladder', 'Now', 'Then', 'Fewer', 'More', 'Asked', 'Persons'];
const PERSON_HEAD = ['Person', 'Fewer', 'More', 'Asked'];

function numbersOf(each: SweptVariant): (string | number)[] {
  return [variantName(each), each.before, each.after, each.falls, each.appears, each.asked, each.persons];
}

function findingOf(variants: readonly SweptVariant[]): string {
  const change = ({ before, after }: SweptVariant) => after - before;
  const [most] = [...variants].sort((one, other) => Math.abs(change(other)) - Math.abs(change(one)));
  if (!most || change(most) === 0) return 'The number of Game Losses would stay as it is';
  const way = change(most) > 0 ? 'more' : 'fewer';
  return `${variantName(most)}: ${counted(Math.abs(change(most)), `${way} Game Loss`, `${way} Game Losses`)}`;
}

function concernedFinding(variants: readonly SweptVariant[]): string {
  const most = Math.max(...variants.map(({ persons }) => persons));
  if (most === 0) return 'It would have changed for nobody';
  return `It would have changed for ${variants.length > 1 ? 'up to ' : ''}${counted(most, 'person')}`;
}

function unlikeWords(variants: readonly SweptVariant[]): string {
  return variants
    .filter(({ unlike }) => unlike.length > 0)
    .map(
      (each) =>
        `${variantName(each)} leaves out ${counted(each.unlike.length, 'tournament')} that rule on categories which it does not have.`,
    )
    .join(' ');
}
