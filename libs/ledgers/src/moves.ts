/** Those who wait for a ledger to move, on this node. */
export class Moves {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** For how many ledgers somebody waits. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves at the ledger's next move, or after `ms` milliseconds. */
  next(tournament: string, ms: number): Promise<void> {
    const waiting = this.#waiting.get(tournament) ?? new Set();
    this.#waiting.set(tournament, waiting);
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(tournament);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      waiting.add(wake);
    });
  }

  /** The ledger has moved: everyone who waits for it looks again. */
  announce(tournament: string): void {
    for (const wake of [...(this.#waiting.get(tournament) ?? [])]) wake();
  }
}
