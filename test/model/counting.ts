import { isInDoubt } from './book.js';
import type { Book, PenaltyGiven } from './book.js';
import { categoryThreshold, familyOf, familyThreshold, neverUpgrades } from './catalogue.js';

/** A Warning that counts: it stands, or was upgraded by hand (R21). */
interface Warning extends PenaltyGiven {
  readonly category: string;
}

function counts(penalty: PenaltyGiven): penalty is Warning {
  const { kind, absorbed, status, upgraded, category } = penalty;
  return kind === 'warning' && !absorbed && (status === 'standing' || upgraded) && category !== null;
}

/** R25: a player's standing Warnings in the order that counts: that of the rulings. */
export function standingWarnings(book: Book, player: string): Warning[] {
  return book.penalties
    .filter(counts)
    .filter((each) => each.player === player)
    .sort((one, other) => one.error.ruling.place - other.error.ruling.place);
}

/** What each rule that a Warning crosses has counted for it, up to and with it (R14–R18, R21); empty if it crosses none. */
export function crossings(book: Book, warning: PenaltyGiven): Warning[][] {
  if (!counts(warning) || neverUpgrades(warning.category)) return [];
  const upToIt = standingWarnings(book, warning.player);
  upToIt.splice(upToIt.indexOf(warning) + 1);
  const family = familyOf(warning.category);
  const ofTheCategory = upToIt.filter(({ category }) => category === warning.category);
  const ofTheFamily = upToIt.filter(({ category }) => familyOf(category) === family);
  const total = familyThreshold(family, book.setup.level);
  return [
    ...(ofTheCategory.length >= categoryThreshold(warning.category) ? [ofTheCategory] : []),
    ...(total !== null && ofTheFamily.length >= total ? [ofTheFamily] : []),
  ];
}

/** Whether a Warning crosses a rule for which nothing is counted that may be a duplicate (R28). */
export function crossesCleanly(book: Book, warning: PenaltyGiven): boolean {
  return crossings(book, warning).some((counted) => counted.every((each) => !isInDoubt(book, each)));
}

/** Every tally of a player that is not zero, by category and family. */
export function talliesOf(book: Book, player: string): Record<string, number> {
  const tallies: Record<string, number> = {};
  for (const { category } of standingWarnings(book, player)) {
    for (const scope of [category, familyOf(category)]) tallies[scope] = (tallies[scope] ?? 0) + 1;
  }
  return tallies;
}
