import type { EventStore } from '@ladder/event-store';
import { decode } from '@ladder/ledger';
import { tournamentIn } from '@ladder/ledgers';
import type { FeedReader } from './feed-reader.js';
import { Written } from './written.js';

/** Between tries to follow the log again, in milliseconds. */
const PAUSE_MS = 500;

/** Follows the log once for all open feeds, and hands each tournament's events to its readers. */
export class FeedHub {
  readonly #readers = new Map<string, Set<FeedReader>>();
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly report: (error: unknown) => void,
  ) {}

  start(): void {
    this.#running = this.#follow();
  }

  /** Ends every feed. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const readers of this.#readers.values()) for (const reader of readers) reader.end();
    await this.#running;
  }

  /** How many feeds are open. */
  get size(): number {
    let count = 0;
    for (const readers of this.#readers.values()) count += readers.size;
    return count;
  }

  add(tournament: string, reader: FeedReader): void {
    if (this.#stop.signal.aborted) return reader.end();
    const readers = this.#readers.get(tournament) ?? new Set();
    this.#readers.set(tournament, readers.add(reader));
  }

  remove(tournament: string, reader: FeedReader): void {
    const readers = this.#readers.get(tournament);
    readers?.delete(reader);
    if (readers?.size === 0) this.#readers.delete(tournament);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    let seen: bigint | undefined;
    while (!signal.aborted) {
      try {
        seen ??= await this.store.lastPosition();
        for await (const batch of this.store.follow(seen, signal)) {
          for (const { stream, body } of batch) this.#hand(stream, body);
          seen = batch.at(-1)?.position ?? seen;
        }
      } catch (error) {
        this.report(error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  #hand(stream: string, body: string): void {
    const readers = this.#readers.get(tournamentIn(stream) ?? '');
    if (!readers) return;
    const one = new Written(decode(body));
    for (const reader of readers) reader.take(one);
  }
}
