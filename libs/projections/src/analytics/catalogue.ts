import { appeals } from './appeals.js';
import { categoriesByDay, categoriesByLevel, categoriesByRound } from './categories.js';
import { corrections } from './corrections.js';
import type { AnalyticsProjection } from './definition.js';
import { distanceToUpgrade } from './distance-to-upgrade.js';
import { judges } from './judges.js';
import { playerCounters } from './player-counters.js';
import { reviews } from './reviews.js';
import { timeToRule } from './time-to-rule.js';
import { upgrades } from './upgrades.js';

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
