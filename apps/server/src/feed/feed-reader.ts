import type { ServerResponse } from 'node:http';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { Written } from './written.js';

const LONGEST_PAGE = 200;
const KEEP_ALIVE_MS = 15_000;
/** A reader that takes nothing for so long is dropped. */
const STALLED_MS = 30_000;

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
  readonly #keepAlive: NodeJS.Timeout;

  constructor(
    private readonly response: ServerResponse,
    private readonly source: FeedSource,
    /** The last position that this feed was given. */
    private position: number,
    private readonly mayReadWithheld: boolean,
    /** Whether the reader may still read, after an event that could have changed that. */
    private readonly stillMay: (ledger: Ledger) => boolean,
    private readonly official: string,
  ) {
    this.#keepAlive = setInterval(() => this.#write(': keep-alive\n\n'), KEEP_ALIVE_MS);
    this.#keepAlive.unref();
  }

  /** Reads on from where the feed is; to be called once at the start. */
  behind(): void {
    this.#live = false;
    if (!this.#reading && this.#takes()) void this.#read();
  }

  /** An event that has just been recorded. */
  take(one: Written): void {
    if (!this.#live || this.#ended) return;
    const { position } = one.event;
    if (position <= this.position) return;
    if (position > this.position + 1) return this.behind();
    this.#give(one);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#stalled);
    this.response.end();
  }

  /** Forgets the connection, which is gone. */
  gone(): void {
    this.#ended = true;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#stalled);
  }

  async #read(): Promise<void> {
    this.#reading = true;
    try {
      while (this.#takes()) {
        const before = this.position;
        const events = await this.source.events(before + 1, this.#page);
        for (const event of events) if (this.#takes() && event.position === this.position + 1) this.#give(new Written(event));
        this.#page = this.#takes() ? Math.min(2 * this.#page, LONGEST_PAGE) : Math.max(1, this.position - before);
        // Live first, then one more look: what is recorded in between comes by one way or the other.
        if (events.length === 0 && this.#live) return;
        if (events.length === 0) this.#live = true;
      }
    } catch {
      // The store is away: the client resumes after its last event when it is back.
      this.response.destroy();
    } finally {
      this.#reading = false;
    }
  }

  /** Not once it has ended, nor while the reader takes nothing, nor while it is looked up whether the reader still may. */
  #takes(): boolean {
    return !this.#ended && !this.#checking && this.#stalled === undefined;
  }

  #give(written: Written): void {
    const { event } = written;
    this.position = event.position;
    this.#write(this.mayReadWithheld ? written.whole : written.floor);
    if (changesGrants(event, this.official)) void this.#goOnIfGranted();
  }

  /** Nothing more is given until it is known whether the reader still may. */
  async #goOnIfGranted(): Promise<void> {
    this.#live = false;
    this.#checking = true;
    try {
      if (!this.stillMay(await this.source.ledger())) this.end();
    } catch {
      this.response.destroy();
    }
    this.#checking = false;
    this.behind();
  }

  #write(text: string): void {
    if (this.#ended || this.response.write(text) || this.#stalled !== undefined) return;
    this.#live = false;
    this.#stalled = setTimeout(() => this.response.destroy(), STALLED_MS);
    this.response.once('drain', () => {
      clearTimeout(this.#stalled);
      this.#stalled = undefined;
      this.behind();
    });
  }
}

function changesGrants({ type, data }: LedgerEvent, official: string): boolean {
  if (type === 'PersonErased') return data.kind === 'official' && data.id === official;
  return (type === 'OfficialRevoked' || type === 'OfficialRolesChanged' || type === 'PairingIssued') && data.official === official;
}
