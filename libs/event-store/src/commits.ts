/** Wakes those who wait at the end of the log when something was committed, so that nobody has to poll. */
export class Commits {
  readonly #waiting = new Set<() => void>();

  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Everyone who waits looks again. */
  announce(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /**
   * Resolves at the next commit, or when the signal aborts. Who has just found the log at its end must ask in the same turn, before anything else
   * can be committed.
   */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
