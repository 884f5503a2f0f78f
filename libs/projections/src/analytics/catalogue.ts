import { categoriesByDay, categoriesByLevel, categoriesByRound } from './categories.js';
import { appeals, corrections, reviews } from './corrections.js';
import type { AnalyticsProjection } from './definition.js';
import { judges } from './judges.js';
import { playerCounters } from './player-counters.js';
import { timeToRule } from './time-to-rule.js';
import { distanceToUpgrade, upgrades } from './upgrades.js';

/** Every analytics projection, in the order in which they are told. */
export const ANALYTICS: readonly AnalyticsProjection[] = [
  categoriesByRound,
  categoriesByLevel,
  categoriesByDay,
  upgrades,
  distanceToUpgrade,
  playerCounters,
  judges,
  timeToRule,
  corrections,
  appeals,
  reviews,
];
