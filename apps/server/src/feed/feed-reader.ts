import type { Socket } from 'node:net';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { Written } from './written.js';

const LONGEST_PAGE = 200;
/** A reader that takes nothing for so long is dropped. */
const STALLED_MS = 30_000;
const KEEP_ALIVE = Buffer.from(': keep-alive\n\n');

/** What a feed needs to know of its tournament. */
export interface FeedSource {
  events(from: number, maxCount: number): Promise<LedgerEvent[]>;
  ledger(): Promise<Ledger>;
}

/**
 * One open feed. It reads the ledger from its own position until it has caught up, then takes events as they come; whenever it cannot keep
 * up it goes back to reading, so that nothing is lost and nothing is kept waiting in memory.
 */
export class FeedReader {
  #live = false;
  #reading = false;
  #ended = false;
  #checking = false;
  #stalled: NodeJS.Timeout | undefined;
  /** How many events are read at once: about as many as the reader takes before it has to be waited for, since the rest is read again. */
  #page = 8;

  constructor(
    private readonly socket: Socket,
    private readonly source: FeedSource,
    /** The last position that this feed was given. */
    private position: number,
    private readonly mayReadWithheld: boolean,
    /** Whether the reader may still read, after an event that could have changed that. */
    private readonly stillMay: (ledger: Ledger) => boolean,
    private readonly official: string,
  ) {}

  /** Reads on from where the feed is; to be called once at the start. */
  behind(): void {
    this.#live = false;
    if (!this.#reading && this.#takes()) void this.#read();
  }

  /** Events that have just been recorded, of which the first may be known already. */
  take(news: Written): void {
    const lacks = (news.events.at(-1)?.position ?? -1) - this.position;
    if (!this.#live || this.#ended || lacks <= 0) return;
    if (lacks > news.events.length) this.behind();
    else if (news.concerns.has(this.official)) this.#giveEach(news.events.slice(-lacks));
    else this.#give(news, lacks);
  }

  /** A sign of life where nothing happens. */
  keepAlive(): void {
    this.#write(KEEP_ALIVE);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.socket.destroySoon();
  }

  /** Forgets the connection, which is gone. */
  gone(): void {
    this.#ended = true;
    clearTimeout(this.#stalled);
  }

  async #read(): Promise<void> {
    this.#reading = true;
    try {
      while (this.#takes()) {
        const before = this.position;
        const events = await this.source.events(before + 1, this.#page);
        this.#giveEach(events);
        this.#page = this.#takes() ? Math.min(2 * this.#page, LONGEST_PAGE) : Math.max(1, this.position - before);
        // Live first, then one more look: what is recorded in between comes by one way or the other.
        if (events.length === 0 && this.#live) return;
        if (events.length === 0) this.#live = true;
      }
    } catch {
      // The store is away: the client resumes after its last event when it is back.
      this.socket.destroy();
    } finally {
      this.#reading = false;
    }
  }

  /** Not once it has ended, nor while the reader takes nothing, nor while it is looked up whether the reader still may. */
  #takes(): boolean {
    return !this.#ended && !this.#checking && this.#stalled === undefined;
  }

  /** One by one, as long as the reader takes them. */
  #giveEach(events: readonly LedgerEvent[]): void {
    for (const event of events) {
      if (!this.#takes() || event.position !== this.position + 1) return;
      const one = new Written([event]);
      this.#give(one, 1);
      if (one.concerns.has(this.official)) void this.#goOnIfGranted();
    }
  }

  #give(news: Written, count: number): void {
    this.position += count;
    this.#write(this.mayReadWithheld ? news.whole(count) : news.floor(count));
  }

  /** Nothing more is given until it is known whether the reader still may. */
  async #goOnIfGranted(): Promise<void> {
    this.#live = false;
    this.#checking = true;
    try {
      if (!this.stillMay(await this.source.ledger())) this.end();
    } catch {
      this.socket.destroy();
    }
    this.#checking = false;
    this.behind();
  }

  #write(bytes: Buffer): void {
    if (!this.#ended && !this.socket.write(bytes) && this.#stalled === undefined) this.#wait();
  }

  #wait(): void {
    this.#live = false;
    this.#stalled = setTimeout(() => this.socket.destroy(), STALLED_MS);
    this.socket.once('drain', () => {
      clearTimeout(this.#stalled);
      this.#stalled = undefined;
      this.behind();
    });
  }
}
