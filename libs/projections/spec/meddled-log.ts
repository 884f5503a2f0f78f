import { StoreUnavailable } from '@ladder/event-store';
import type { EventStore, StoredEvent } from '@ladder/event-store';

type Followed = Pick<EventStore, 'follow' | 'readAll' | 'readStream' | 'lastPosition'>;

/**
 * A log as another store may keep it: positions have holes, following gives events again that it gave before, and nothing answers while it is
 * down. It remembers from where it was read.
 */
export class MeddledLog implements Followed {
  readonly readFrom: bigint[] = [];
  followers = 0;
  #down = new AbortController();
  #isDown = false;

  constructor(private readonly store: EventStore) {}

  goDown(): void {
    this.#isDown = true;
    this.#down.abort();
  }

  comeUp(): void {
    this.#isDown = false;
    this.#down = new AbortController();
  }

  async *follow(after: bigint, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    this.#answers();
    this.readFrom.push(after);
    this.followers += 1;
    const again: StoredEvent[] = [];
    try {
      for await (const batch of this.store.follow(after / HOLE, AbortSignal.any([signal, this.#down.signal]))) {
        const events = batch.map(moved);
        yield [...again.splice(0), ...events];
        again.push(...events.slice(-3));
      }
      if (!signal.aborted) this.#answers();
    } finally {
      this.followers -= 1;
    }
  }

  async readAll(after: bigint, maxCount: number, passingOver?: ReadonlySet<string>): Promise<StoredEvent[]> {
    this.#answers();
    this.readFrom.push(after);
    return (await this.store.readAll(after / HOLE, maxCount, passingOver)).map(moved);
  }

  async readStream(stream: string, fromRevision: number, maxCount: number): Promise<StoredEvent[]> {
    this.#answers();
    return (await this.store.readStream(stream, fromRevision, maxCount)).map(moved);
  }

  async lastPosition(): Promise<bigint> {
    this.#answers();
    return (await this.store.lastPosition()) * HOLE;
  }

  #answers(): void {
    if (this.#isDown) throw new StoreUnavailable('The log is down.');
  }
}

const HOLE = 1000n;

function moved(event: StoredEvent): StoredEvent {
  return { ...event, position: event.position * HOLE };
}
