import { setImmediate as turn } from 'node:timers/promises';
import type { LedgerEvent } from '@ladder/ledger';
import type { FeedReader } from './feed-reader.js';
import { Written } from './written.js';

/** So many readers are served before others have their turn: about a millisecond's worth. */
const SERVED_AT_ONCE = 64;

/**
 * Those who read one tournament. They are served in rounds, between which and in which everything else goes on; whoever's turn comes is given
 * at once what has been recorded until then, so that a crowd costs the fewer writes the more there is to hand on.
 */
export class Audience {
  readonly readers = new Set<FeedReader>();
  /** What not everybody has been given yet. */
  #news = new Written([]);
  #serving = false;

  hand(events: readonly LedgerEvent[]): void {
    this.#news = new Written([...this.#news.events, ...events]);
    if (!this.#serving) void this.#serve();
  }

  /** A sign of life for everyone. */
  async keepAlive(): Promise<void> {
    await this.#round((reader) => reader.keepAlive());
  }

  async #serve(): Promise<void> {
    this.#serving = true;
    while (this.#news.events.length > 0) {
      const { length } = this.#news.events;
      await this.#round((reader) => reader.take(this.#news));
      this.#news = new Written(this.#news.events.slice(length));
    }
    this.#serving = false;
  }

  async #round(serve: (reader: FeedReader) => void): Promise<void> {
    let served = 0;
    for (const reader of this.readers) {
      serve(reader);
      served += 1;
      if (served % SERVED_AT_ONCE === 0) await turn();
    }
  }
}
