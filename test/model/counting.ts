import type { Book, Entry } from './book.js';
import { categoryThreshold, familyOf, familyThreshold, neverUpgrades } from './catalogue.js';

/** Whether an infraction counts as a Warning: given as one and not taken back; one that was upgraded by hand goes on counting (R21). */
export function isStandingWarning({ ruling, absorbed, overturned, given }: Entry): boolean {
  return ruling.state === 'made' && !absorbed && !overturned && given.includes('warning') && given.at(-1) !== 'none';
}

/** R25: a player's standing Warnings in the order that counts. */
export function standingWarnings(book: Book, player: string): Entry[] {
  return book.rulings
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.player === player && isStandingWarning(entry))
    .sort((one, other) => one.ruling.place - other.ruling.place);
}

/** The Warnings that an infraction crosses a rule with, rule by rule (R14–R18, R21); no rule: it crosses none. */
export function crossings(book: Book, entry: Entry): Entry[][] {
  if (!isStandingWarning(entry) || neverUpgrades(entry.category)) return [];
  const upToIt = standingWarnings(book, entry.player);
  upToIt.splice(upToIt.indexOf(entry) + 1);
  const family = familyOf(entry.category);
  const ofTheCategory = upToIt.filter(({ category }) => category === entry.category);
  const ofTheFamily = upToIt.filter(({ category }) => familyOf(category) === family);
  const total = familyThreshold(family, book.setup.level);
  return [
    ...(ofTheCategory.length >= categoryThreshold(entry.category) ? [ofTheCategory] : []),
    ...(total !== null && ofTheFamily.length >= total ? [ofTheFamily] : []),
  ];
}

/** Every tally of a player that is not zero, by category and family. */
export function talliesOf(book: Book, player: string): Record<string, number> {
  const tallies: Record<string, number> = {};
  for (const { category } of standingWarnings(book, player)) {
    for (const scope of [category, familyOf(category)]) tallies[scope] = (tallies[scope] ?? 0) + 1;
  }
  return tallies;
}
