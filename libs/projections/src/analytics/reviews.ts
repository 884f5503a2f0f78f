import type { AnalyticsProjection } from './definition.js';

export const reviews: AnalyticsProjection = {
  name: 'reviews',
  counts:
    'Of each question to the head judge and each answer: how many were confirmed, dismissed, withdrawn because their ground went, or are open still.',
  keys: ['question', 'answer'],
  groups: ['level', 'round', 'day'],
  figures: { reviews: "count(DISTINCT tournament || ' ' || review)" },
  from: 'facts_reviews',
};
