import type { Category, Edition, Outcome } from './edition.js';
import type { Level } from './level.js';

/** Categories are looked up for every Warning that is counted, so each edition's are kept by their id. */
const CATEGORIES = new WeakMap<Edition, ReadonlyMap<string, Category>>();

/** The category with this id, or `undefined` if the edition has none. */
export function categoryOf(edition: Edition, id: string): Category | undefined {
  let categories = CATEGORIES.get(edition);
  if (!categories) {
    categories = new Map(edition.categories.map((category) => [category.id, category]));
    CATEGORIES.set(edition, categories);
  }
  return categories.get(id);
}

/**
 * The guideline for an infraction: the first line of the category that is valid at the level and whose conditions all hold.
 * Conditions that the category does not know have no effect; refusing them is the caller's.
 *
 * @throws Error if the category has no final unconditional line, which `validateEdition` refuses.
 */
export function outcomeOf(edition: Edition, category: Category, conditions: readonly string[], level: Level): Outcome {
  const outcome = category.outcomes.find(
    ({ when, levels }) => (levels === undefined || levels.includes(level)) && when.every((condition) => conditions.includes(condition)),
  );
  if (outcome === undefined) throw new Error(`${edition.id}, ${category.id}: no outcome for [${conditions.join(', ')}] at ${level}.`);
  return outcome;
}

/** How to repair the game at this level, in words a judge can say at the table (R8). */
export function remedyFor(category: Category, level: Level): string {
  return category.remedyAt?.[level] ?? category.remedy;
}
