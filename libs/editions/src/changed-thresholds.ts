import type { Edition, LadderRule, Threshold } from './edition.js';
import { LEVELS } from './level.js';
import { validateEdition } from './validate-edition.js';
import type { EditionVerdict } from './validate-edition.js';

/**
 * An edition with other thresholds, at every level, also where a rule did not hold: to ask what would be, never to rule on.
 *
 * @param counts from how many Warnings on a rule earns a Game Loss, by the id of the rule.
 */
export function changedThresholds(edition: Edition, counts: ReadonlyMap<string, number>): EditionVerdict {
  const rules = edition.ladder.map(({ id }) => id);
  const strange = [...counts.keys()].filter((id) => !rules.includes(id));
  if (strange.length > 0) {
    return { ok: false, complaints: strange.map((id) => `${edition.id}: there is no ladder rule ${id}; there are ${rules.join(', ')}.`) };
  }
  return validateEdition({ ...edition, ladder: edition.ladder.map((rule) => changed(rule, counts.get(rule.id))) });
}

function changed(rule: LadderRule, count: number | undefined): LadderRule {
  if (count === undefined) return rule;
  const cites = Object.values(rule.thresholds).flatMap((each: Threshold) => each.cites);
  const at = LEVELS.map((level) => [level, { count, cites: rule.thresholds[level]?.cites ?? cites.slice(0, 1) }] as const);
  return { ...rule, thresholds: Object.fromEntries(at) };
}
