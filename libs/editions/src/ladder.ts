import { categoryOf } from './catalogue.js';
import type { Category, Edition } from './edition.js';
import type { Level } from './level.js';

/** A ladder rule as it holds for one category at one level. */
export interface LadderStep {
  /** The id of the rule. */
  readonly rule: string;
  readonly scope: 'category' | 'family';
  /** The id of the category or of the family whose Warnings are counted. */
  readonly scopeId: string;
  /** So many standing Warnings of the scope, or more, earn a Game Loss (R21). */
  readonly threshold: number;
  readonly cites: readonly string[];
}

/**
 * The rules by which a Warning of this category can earn a Game Loss, in the edition's order.
 * Empty for a category that never upgrades (R18); its Warnings still count towards the family's total, and so towards the Game Loss of
 * the next Warning of another category.
 */
export function ladderFor(edition: Edition, category: Category, level: Level): LadderStep[] {
  if (category.neverUpgrades !== undefined) return [];
  const steps: LadderStep[] = [];
  for (const { id, family, scope, thresholds } of edition.ladder) {
    const threshold = thresholds[level];
    if (family !== category.family || threshold === undefined) continue;
    steps.push({
      rule: id,
      scope,
      scopeId: scope === 'category' ? category.id : family,
      threshold: threshold.count,
      cites: threshold.cites,
    });
  }
  return steps;
}

/**
 * From how many Warnings of this category or family on a Game Loss is earned, or `null` where no rule holds: at this level, for this
 * scope, or for a category that never upgrades (R18) or that the edition does not know.
 */
export function upgradesAt(
  edition: Edition,
  level: Level,
  scope: { readonly category: string } | { readonly family: string },
): number | null {
  if ('family' in scope) {
    const rule = edition.ladder.find(({ scope: counted, family }) => counted === 'family' && family === scope.family);
    return rule?.thresholds[level]?.count ?? null;
  }
  const category = categoryOf(edition, scope.category);
  const step = category && ladderFor(edition, category, level).find((candidate) => candidate.scope === 'category');
  return step?.threshold ?? null;
}
