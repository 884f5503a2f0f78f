import type { AnalyticsProjection } from './definition.js';

/** Infractions as they stand now. An upgraded Warning is no penalty of its own any more, and is still counted as a Warning (R21). */
const FROM = '(SELECT * FROM facts_penalties WHERE category IS NOT NULL AND (stands OR in_tally))';

const ofKind = (kind: string): string => `sum(stands AND NOT absorbed AND kind = '${kind}')`;

const FIGURES = {
  infractions: 'sum(stands AND NOT absorbed)',
  no_penalty: ofKind('none'),
  warnings: 'sum(in_tally)',
  game_losses: ofKind('game-loss'),
  match_losses: ofKind('match-loss'),
  disqualifications: ofKind('disqualification'),
  absorbed: 'sum(stands AND absorbed)',
};

const WHAT =
  'the infractions that stand now, the Warnings in the tallies, and the penalties given for them; absorbed ones are counted apart';

export const categoriesByRound: AnalyticsProjection = {
  name: 'categories-by-round',
  counts: `Of each category in each round: ${WHAT}.`,
  keys: ['category', 'round'],
  groups: ['level'],
  figures: FIGURES,
  from: FROM,
};

export const categoriesByLevel: AnalyticsProjection = {
  name: 'categories-by-level',
  counts: `Of each category at each level: ${WHAT}.`,
  keys: ['category', 'level'],
  groups: [],
  figures: FIGURES,
  from: FROM,
};

export const categoriesByDay: AnalyticsProjection = {
  name: 'categories-by-day',
  counts: `Of each category on each day (UTC): ${WHAT}.`,
  keys: ['category', 'day'],
  groups: ['level'],
  figures: FIGURES,
  from: FROM,
};
