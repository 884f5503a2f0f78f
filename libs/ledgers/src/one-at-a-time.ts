/** Runs what concerns the same key one after the other, and different keys side by side. */
export class OneAtATime {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `work` when all that was asked before for this key has ended, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const running = before === undefined ? work() : before.then(work, work);
    this.#tails.set(key, running);
    const forget = () => {
      if (this.#tails.get(key) === running) this.#tails.delete(key);
    };
    running.then(forget, forget);
    return running;
  }
}
