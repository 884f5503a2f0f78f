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

export const appeals: AnalyticsProjection = {
  name: 'appeals',
  counts: 'Of each outcome: the appeals that were upheld, overturned, or are open still.',
  keys: ['outcome'],
  groups: ['level', 'round', 'day'],
  figures: { appeals: 'count(*)' },
  from: 'facts_appeals',
};

export const reviews: AnalyticsProjection = {
  name: 'reviews',
  counts:
    'Of each question to the head judge and each answer: how many were confirmed, dismissed, withdrawn because their ground went, or are open still.',
  keys: ['question', 'answer'],
  groups: ['level', 'round', 'day'],
  figures: { reviews: "count(DISTINCT tournament || ' ' || review)" },
  from: 'facts_reviews',
};
