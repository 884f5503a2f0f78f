import type { Screen } from './screen/screen.js';

/** What a command has around it; a spec gives it one of its own. */
export interface Surroundings {
  readonly screen: Screen;
  readonly env: NodeJS.ProcessEnv;
  /** Is aborted when the person at the terminal, or the system, asks the program to end. */
  readonly stopping: AbortSignal;
}

/** Resolves when the program is asked to end. */
export function untilStopping({ stopping }: Surroundings): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) resolve();
    else stopping.addEventListener('abort', () => resolve(), { once: true });
  });
}
