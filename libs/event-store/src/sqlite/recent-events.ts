import type { StoredEvent } from '../port.js';

/** Bounds what is held: whoever is further behind reads from the file. */
const MOST_EVENTS = 2_048;
const MOST_CHARACTERS = 4 * 1024 * 1024;

/**
 * The events that were committed last, without a hole, so that those who follow the log closely need not read from the file what this process
 * has just written. Everyone is given the same objects.
 */
export class RecentEvents {
  #events: StoredEvent[] = [];
  #characters = 0;

  /** Takes what was committed, right behind what was taken before. */
  keep(committed: readonly StoredEvent[]): void {
    for (const event of committed) {
      this.#events.push(event);
      this.#characters += event.body.length;
    }
    // Half of it goes at once, so that the array is not moved for each event.
    while (this.#events.length > MOST_EVENTS || this.#characters > MOST_CHARACTERS) {
      const gone = this.#events.splice(0, Math.ceil(this.#events.length / 2));
      this.#characters -= gone.reduce((sum, { body }) => sum + body.length, 0);
    }
  }

  /** At most `maxCount` events after a position, none at the end of the log; undefined when the file has to be read. */
  after(position: bigint, maxCount: number): StoredEvent[] | undefined {
    const first = this.#events[0]?.position;
    if (first === undefined || position < first - 1n) return undefined;
    const from = Number(position - first) + 1;
    return this.#events.slice(from, from + maxCount);
  }
}
