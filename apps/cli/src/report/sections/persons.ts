import type { Figure } from '../../charts/figure.js';
import { html } from '../../charts/html.js';
import type { Html } from '../../charts/html.js';
import { counted, inWords } from '../../charts/numbers.js';
import { table } from '../../charts/table.js';
import { binsOf } from './bins.js';

/** So many persons are told one by one. */
const HIGHEST = 10;
/** So many digits of a pseudonym tell it from all others, and fit on a phone. */
const SHOWN = 12;

/** What one person, by a pseudonym, has come to over all tournaments. */
export interface PersonCounts {
  readonly person: string;
  readonly tournaments: number;
  readonly infractions: number;
  readonly warnings: number;
  readonly earned: number;
}

/** How the infractions are spread over the persons, and who has most Warnings, by pseudonyms. */
export function persons(each: readonly PersonCounts[], fewest: number, about: string): Figure {
  const bins = binsOf(
    each.map(({ infractions }) => infractions),
    1,
    fewest,
  );
  return {
    id: 'persons',
    topic: 'Infractions a person',
    finding: finding(each, fewest),
    about,
    chart: bins.length === 0 ? null : { form: 'distribution', binName: 'Infractions of one person', unit: 'persons', bins },
    ...(bins.length > 0 && { more: highest(each) }),
  };
}

function finding(each: readonly PersonCounts[], fewest: number): string {
  if (each.length < fewest) return 'There are too few persons to be told';
  const once = each.filter(({ infractions }) => infractions === 1).length;
  const earned = each.filter((one) => one.earned > 0).length;
  const tellable = (some: number): boolean => some >= fewest && each.length - some >= fewest;
  const parts = [
    tellable(once)
      ? `${inWords(once)} of ${counted(each.length, 'person')} have one infraction only`
      : counted(each.length, 'person has infractions', 'persons have infractions'),
    ...(tellable(earned) ? [`${inWords(earned)} earned a Game Loss by Warnings`] : []),
  ];
  return parts.join('; ');
}

function highest(each: readonly PersonCounts[]): Html {
  const rows = each
    .toSorted((one, other) => other.earned - one.earned || other.warnings - one.warnings || (one.person < other.person ? -1 : 1))
    .slice(0, HIGHEST)
    .map(({ person, tournaments, infractions, warnings, earned }) => [person.slice(0, SHOWN), tournaments, infractions, warnings, earned]);
  const head = ['Pseudonym begins', 'Tournaments', 'Infractions', 'Warnings', 'Game Losses earned'];
  return html`<h3>Highest up the ladder, by pseudonyms</h3>
    ${table({ head, rows }, 'The persons with most Game Losses earned, then most Warnings')}`;
}
