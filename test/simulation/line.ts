import { StoreUnavailable, WrongExpectedRevision } from '@ladder/event-store';
import type { Appended, EventStore, KeptText, NewEvent, StoredEvent } from '@ladder/event-store';
import type { Random } from './random.js';
import type { Steps } from './steps.js';

/** How likely it is that something is lost on the line. */
export interface Weather {
  loss: number;
}

/**
 * A node's line to the store: requests and answers take their time, overtake each other and get lost; the feed comes in pieces, mixed across
 * streams and never within one, now and then twice; and when the node dies, the line is dead.
 */
export class Line implements EventStore {
  #dead = false;

  constructor(
    private readonly node: string,
    private readonly kind: 'a saga' | 'an API node',
    private readonly store: EventStore,
    private readonly steps: Steps,
    private readonly random: Random,
    private readonly weather: Weather,
    private readonly happened: (what: string) => void,
  ) {}

  get maxAppendBytes(): number {
    return this.store.maxAppendBytes;
  }

  /** The node dies. */
  cut(): void {
    this.#dead = true;
    this.steps.cut(this.node);
  }

  async append(stream: string, expectedRevision: number, events: readonly NewEvent[], texts?: readonly KeptText[]): Promise<Appended> {
    return this.#ask(() => this.store.append(stream, expectedRevision, events, texts));
  }

  readStream(stream: string, fromRevision: number, maxCount: number): Promise<StoredEvent[]> {
    return this.#ask(() => this.store.readStream(stream, fromRevision, maxCount));
  }

  readAll(...read: Parameters<EventStore['readAll']>): Promise<StoredEvent[]> {
    return this.#ask(() => this.store.readAll(...read));
  }

  lastRevision(stream: string): Promise<number> {
    return this.#ask(() => this.store.lastRevision(stream));
  }

  lastPosition(): Promise<bigint> {
    return this.#ask(() => this.store.lastPosition());
  }

  streams(prefix: string, after: string, limit: number): Promise<string[]> {
    return this.#ask(() => this.store.streams(prefix, after, limit));
  }

  async *follow(after: bigint, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    let earlier: readonly StoredEvent[] = [];
    for await (const batch of this.store.follow(after, signal)) {
      for (let from = 0; from < batch.length;) {
        const piece = batch.slice(from, from + 1 + this.random.below(8));
        from += piece.length;
        await this.#hop(false);
        this.#maybeLost();
        yield this.#mixed(piece);
        if (earlier.length > 0 && this.random.chance(0.1)) yield earlier;
        earlier = piece;
      }
    }
  }

  wake(group: string, signal: AbortSignal): AsyncIterable<string> {
    return this.store.wake(group, signal);
  }

  close(): Promise<void> {
    return this.store.close();
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    await this.#hop(true);
    this.#maybeLost();
    const [outcome] = await Promise.allSettled([work()]);
    if (outcome.status === 'rejected' && outcome.reason instanceof WrongExpectedRevision) this.happened(`${this.kind} came too late`);
    await this.#hop(false);
    this.#maybeLost();
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** A request of a node that has died since may arrive; nothing comes back to it. */
  #hop(isRequest: boolean): Promise<void> {
    return this.#dead ? new Promise(() => undefined) : this.steps.travel(this.node, isRequest);
  }

  #maybeLost(): void {
    if (!this.random.chance(this.weather.loss)) return;
    this.happened('something was lost on the line');
    throw new StoreUnavailable('The line is broken.');
  }

  /** The same events in another order, that of each stream kept. */
  #mixed(events: readonly StoredEvent[]): StoredEvent[] {
    const left = [...events];
    const mixed: StoredEvent[] = [];
    while (left.length > 0) {
      const { stream } = left[this.random.below(left.length)] as StoredEvent;
      const index = left.findIndex((each) => each.stream === stream);
      mixed.push(...left.splice(index, 1));
    }
    return mixed;
  }
}
