import type { AnalyticsProjection } from './definition.js';

export const corrections: AnalyticsProjection = {
  name: 'corrections',
  counts:
    'Of each kind of correction: how often a ruling was voided, moved to another player, moved to another category, replaced, or overturned on appeal.',
  keys: ['kind'],
  groups: ['level', 'round', 'day'],
  figures: { corrections: "count(DISTINCT tournament || ' ' || position)" },
  from: 'facts_corrections',
};
