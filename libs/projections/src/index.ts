export type { TournamentIn } from './feed.js';
export { openProjections } from './open-projections.js';
export type { Projections, ProjectionSettings } from './open-projections.js';
export type { Report } from './read-database.js';
export type { Progress } from './runner.js';
export type { ListedTournament, TournamentPage, Tournaments, TournamentStatus } from './tournaments.js';
export type { WarningCounter, WarningCounters } from './warning-counters.js';
