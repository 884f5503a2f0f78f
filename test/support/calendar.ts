import { jest } from '@jest/globals';

const TIMERS = [
  'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout',
] as const; // prettier-ignore

/** Sets the calendar of this process, and of the server in it; timers run as ever. `jest.useRealTimers()` sets it right again. */
export function setCalendar(now: Date): void {
  jest.useFakeTimers({ advanceTimers: true, now, doNotFake: [...TIMERS] });
}
