import { whole } from './definition.js';
import type { AnalyticsProjection } from './definition.js';

export const judges: AnalyticsProjection = {
  name: 'judges',
  counts:
    'Of each official of a tournament, by a pseudonym of that tournament: the rulings recorded, those of them that stand now, the clock hours (UTC) with a ruling and how many of their minutes there are to each ruling, and the rulings that were corrected, appealed against and overturned.',
  keys: ['judge'],
  groups: [],
  figures: {
    rulings: 'count(DISTINCT ruling)',
    standing: 'count(DISTINCT CASE WHEN stands THEN ruling END)',
    hours: 'count(DISTINCT hour)',
    minutes_per_ruling: whole('60.0 * count(DISTINCT hour) / count(DISTINCT ruling)'),
    corrected: 'count(DISTINCT CASE WHEN corrections > 0 THEN ruling END)',
    appealed: 'count(DISTINCT CASE WHEN appeals > 0 THEN ruling END)',
    overturned: 'count(DISTINCT CASE WHEN overturned > 0 THEN ruling END)',
  },
  from: `(SELECT facts_rulings.*, person, stands
    FROM facts_rulings JOIN facts_penalties USING (tournament, ruling)
    WHERE judge IS NOT NULL AND category IS NOT NULL)`,
  perPerson: true,
};
