import type { AnalyticsProjection } from './definition.js';

export const appeals: AnalyticsProjection = {
  name: 'appeals',
  counts: 'Of each outcome: the appeals that were upheld, overturned, or are open still.',
  keys: ['outcome'],
  groups: ['level', 'round', 'day'],
  figures: { appeals: 'count(*)' },
  from: 'facts_appeals',
};
