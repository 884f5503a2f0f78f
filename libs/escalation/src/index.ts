export { Saga } from './saga.js';
export type { Progress } from './saga.js';
