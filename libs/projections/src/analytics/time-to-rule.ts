import { whole } from './definition.js';
import type { AnalyticsProjection } from './definition.js';

const SECONDS = 'CASE WHEN first THEN seconds END';

export const timeToRule: AnalyticsProjection = {
  name: 'time-to-rule',
  counts:
    'Of the rulings that stand now, at each level: how many have a duration, its mean, its median and its 90th percentile, in seconds, and the time extensions given with them, in minutes.',
  keys: ['level'],
  groups: ['round', 'day'],
  figures: {
    rulings: 'sum(first)',
    timed: 'sum(first AND seconds IS NOT NULL)',
    mean_seconds: whole(`avg(${SECONDS})`),
    median_seconds: whole(`median(${SECONDS})`),
    p90_seconds: whole(`percentile_cont(${SECONDS}, 0.9)`),
    extensions: 'sum(CASE WHEN first THEN extensions ELSE 0 END)',
    extension_minutes: 'sum(CASE WHEN first THEN extension_minutes ELSE 0 END)',
  },
  // A ruling of several players has a row for each, so that all are among the persons, and is counted with the first.
  from: `(SELECT facts_rulings.*, person, row_number() OVER (PARTITION BY tournament, ruling) = 1 AS first
    FROM facts_penalties JOIN facts_rulings USING (tournament, ruling)
    WHERE stands AND category IS NOT NULL)`,
};
