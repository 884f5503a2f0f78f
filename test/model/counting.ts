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

/** A rule that a Warning crosses, by the category or family that it is about, and all that it counted up to and with it. */
interface Crossing {
  readonly scope: string;
  readonly counted: readonly Warning[];
}

/** The rules that a Warning crosses (R14–R18, R21). */
export function crossings(book: Book, warning: PenaltyGiven): Crossing[] {
  if (!counts(warning) || neverUpgrades(warning.category)) return [];
  const upToIt = standingWarnings(book, warning.player);
  upToIt.splice(upToIt.indexOf(warning) + 1);
  const { category } = warning;
  const family = familyOf(category);
  const rules = [
    { scope: category, threshold: categoryThreshold(category), counted: upToIt.filter((each) => each.category === category) },
    {
      scope: family,
      threshold: familyThreshold(family, book.setup.level),
      counted: upToIt.filter((each) => familyOf(each.category) === family),
    },
  ];
  return rules.filter(({ threshold, counted }) => threshold !== null && counted.length >= threshold);
}

/** The scopes that a Warning crosses with nothing counted that may be a duplicate (R28). */
export function cleanScopes(book: Book, warning: PenaltyGiven): string[] {
  return crossings(book, warning)
    .filter(({ counted }) => counted.every((each) => !isInDoubt(book, each)))
    .map(({ scope }) => scope);
}

/** Every tally of a player that is not zero, by category and family. */
export function talliesOf(book: Book, player: string): Record<string, number> {
  const tallies: Record<string, number> = {};
  for (const { category } of standingWarnings(book, player)) {
    for (const scope of [category, familyOf(category)]) tallies[scope] = (tallies[scope] ?? 0) + 1;
  }
  return tallies;
}
