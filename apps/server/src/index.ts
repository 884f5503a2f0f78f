import 'reflect-metadata';

export { ErasedList, restoreErasedList } from './erasure/erased-list.js';
export { Erasures } from './erasure/erasures.js';
export { FAILPOINTS, LOG_LEVELS, readSettings } from './settings.js';
export type { Failpoint, LogLevel, Role, Settings } from './settings.js';
export { SERVER_FILE, startServer } from './start.js';
export type { Running } from './start.js';
