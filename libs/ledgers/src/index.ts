export { Ledgers, isRecorded } from './ledgers.js';
export type { Build, Outcome, Recorded, Request, Unexecuted } from './ledgers.js';
export { beginningWith, eventsOf } from './recorded-events.js';
export type { Sealing } from './sealing.js';
export { TOURNAMENT_STREAMS, persons, streamOf, tournamentIn } from './streams.js';
