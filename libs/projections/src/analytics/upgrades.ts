import type { AnalyticsProjection } from './definition.js';

export const upgrades: AnalyticsProjection = {
  name: 'upgrades',
  counts:
    'Of each rule of the ladder: the Game Losses that stand and that Warnings earned by it; one that was earned by two rules is counted under both.',
  keys: ['rule'],
  groups: ['level', 'round', 'day'],
  figures: { game_losses: 'count(*)' },
  from: `(SELECT rule, facts_penalties.*
    FROM facts_earned JOIN facts_penalties USING (tournament, penalty) WHERE stands)`,
};
