export { Saga } from './saga.js';
export type { Log, Move, Progress } from './saga.js';
export { NO_PROGRESS, WakingLog } from './waking-log.js';
