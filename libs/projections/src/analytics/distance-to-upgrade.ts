import type { AnalyticsProjection } from './definition.js';

/** The standing Warnings of a player in a scope of the ladder, on the day of the last of them. */
const tallies = (scope: string, join: string): string => `
  SELECT tournament, player, person, level, rule, threshold, count(*) AS warnings, max(day) AS day
  FROM facts_penalties
  JOIN facts_tournaments USING (tournament, level)${join}
  JOIN facts_scopes USING (edition, level)
  WHERE in_tally AND scope = ${scope}
  GROUP BY tournament, player, rule, scope`;

export const distanceToUpgrade: AnalyticsProjection = {
  name: 'distance-to-upgrade',
  counts:
    'Of each rule of the ladder: how many tallies of a player in a tournament are so many Warnings away from a Game Loss now, 0 where one is reached; a tally is of the day of its last Warning.',
  keys: ['rule', 'distance'],
  groups: ['level'],
  figures: { tallies: 'count(*)' },
  from: `(SELECT *, max(threshold - warnings, 0) AS distance FROM (
    ${tallies('category', '')}
    UNION ALL
    ${tallies('family', ' JOIN facts_categories USING (edition, category)')}
  ))`,
};
