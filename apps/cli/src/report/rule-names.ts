import { EDITIONS } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import { categoryName, familyName } from '../screen/words.js';

/** What a rule of the ladder counts, in words: "the same Game Play Error", "any Game Play Error". */
export function ruleName(edition: Edition, rule: string): string {
  const known = edition.ladder.find(({ id }) => id === rule);
  if (!known) return rule;
  return `${known.scope === 'category' ? 'the same' : 'any'} ${familyName(edition, known.family)}`;
}

/** The same for a rule of whichever edition has it. */
export function ruleAnywhere(rule: string): string {
  const edition = [...EDITIONS.values()].find(({ ladder }) => ladder.some(({ id }) => id === rule));
  return edition ? ruleName(edition, rule) : rule;
}

/** The name of a category of whichever edition has it. */
export function categoryAnywhere(category: string): string {
  const edition = [...EDITIONS.values()].find(({ categories }) => categories.some(({ id }) => id === category));
  return edition ? categoryName(edition, category) : category;
}
