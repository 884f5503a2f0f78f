import { EDITIONS, ladderFor } from '@ladder/editions';
import type { Level } from '@ladder/editions';

/** A scope whose Warnings a ladder rule counts: a category or a family, and how many Warnings of it are a Game Loss at a level. */
export interface CountedScope {
  readonly rule: string;
  readonly scope: string;
  readonly threshold: number;
}

/** The categories of an edition with their families; none for an edition that this version does not know. */
export function categoriesUnder(edition: string): { readonly category: string; readonly family: string }[] {
  return EDITIONS.get(edition)?.categories.map(({ id, family }) => ({ category: id, family })) ?? [];
}

/**
 * Every scope that can lead to a Game Loss under an edition at a level, as the ladder counts it (R14–R19). None under an edition that counts
 * per day: there a player's Warnings of a tournament are no tally.
 */
export function scopesUnder(edition: string, level: Level): CountedScope[] {
  const known = EDITIONS.get(edition);
  if (known?.countedPer !== 'tournament') return [];
  const scopes = known.categories.flatMap((category) =>
    ladderFor(known, category, level).map(({ rule, scopeId, threshold }) => ({ rule, scope: scopeId, threshold })),
  );
  return [...new Map(scopes.map((each) => [`${each.rule} ${each.scope}`, each])).values()];
}
