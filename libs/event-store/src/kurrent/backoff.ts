import { setTimeout as pause } from 'node:timers/promises';

/** Between tries, in milliseconds: doubled from the first to the longest. */
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 10_000;

/** How long to wait after so many tries that failed: half of it by chance, so that many who were cut off together do not come back together. */
export function pauseAfter(tries: number): number {
  const longest = Math.min(FIRST_PAUSE * 2 ** Math.min(tries, 20), LONGEST_PAUSE);
  return longest / 2 + (Math.random() * longest) / 2;
}

/** Waits so long, or until the signal aborts. */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Asked in a function, since the compiler believes that what was asked before an `await` still holds. */
export function wasAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
