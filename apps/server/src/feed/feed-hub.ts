import type { EventStore } from '@ladder/event-store';
import { decode } from '@ladder/ledger';
import { tournamentIn } from '@ladder/ledgers';
import { Audience } from './audience.js';
import type { FeedReader } from './feed-reader.js';

/** Between tries to follow the log again, in milliseconds. */
const PAUSE_MS = 500;
const KEEP_ALIVE_MS = 15_000;

/** Follows the log once for all open feeds, and hands each tournament's events to those who read it. */
export class FeedHub {
  readonly #audiences = new Map<string, Audience>();
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly report: (error: unknown) => void,
  ) {}

  start(): void {
    this.#running = this.#follow();
    this.#keepAlive = setInterval(() => {
      for (const audience of this.#audiences.values()) void audience.keepAlive();
    }, KEEP_ALIVE_MS);
  }

  /** Ends every feed. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#keepAlive);
    for (const reader of this.#everyone()) reader.end();
    await this.#running;
  }

  /** How many feeds are open. */
  get size(): number {
    return [...this.#everyone()].length;
  }

  add(tournament: string, reader: FeedReader): void {
    if (this.#stop.signal.aborted) return reader.end();
    const audience = this.#audiences.get(tournament) ?? new Audience();
    audience.readers.add(reader);
    this.#audiences.set(tournament, audience);
  }

  remove(tournament: string, reader: FeedReader): void {
    const readers = this.#audiences.get(tournament)?.readers;
    readers?.delete(reader);
    if (readers?.size === 0) this.#audiences.delete(tournament);
  }

  *#everyone(): Generator<FeedReader> {
    for (const { readers } of this.#audiences.values()) yield* readers;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    let seen: bigint | undefined;
    while (!signal.aborted) {
      try {
        seen ??= await this.store.lastPosition();
        for await (const batch of this.store.follow(seen, signal)) {
          for (const [stream, events] of Map.groupBy(batch, ({ stream }) => stream)) {
            this.#audiences.get(tournamentIn(stream) ?? '')?.hand(events.map(({ body }) => decode(body)));
          }
          seen = batch.at(-1)?.position ?? seen;
        }
      } catch (error) {
        this.report(error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }
}
