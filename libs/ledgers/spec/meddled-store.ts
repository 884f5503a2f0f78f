import type { Appended, EventStore, KeptText, NewEvent, StoredEvent } from '@ladder/event-store';

/** A store between which and its caller a spec can put what a network or another writer would: it comes before or after the real thing. */
export class MeddledStore implements EventStore {
  /** Is called before each append; what it throws, the caller gets instead of the append. */
  beforeAppend: (stream: string) => Promise<void> | void = () => undefined;
  /** Is called after each append was recorded; what it throws, the caller gets instead of the answer. */
  afterAppend: () => Promise<void> | void = () => undefined;
  /** Sees, and may change, what a stream's reader gets. */
  onRead: (events: StoredEvent[]) => Promise<StoredEvent[]> | StoredEvent[] = (events) => events;
  /** How many appends were sent. */
  appends = 0;

  constructor(private readonly store: EventStore) {}

  get maxAppendBytes(): number {
    return this.store.maxAppendBytes;
  }

  async append(stream: string, expectedRevision: number, events: readonly NewEvent[], texts?: readonly KeptText[]): Promise<Appended> {
    this.appends += 1;
    await this.beforeAppend(stream);
    const appended = await this.store.append(stream, expectedRevision, events, texts);
    await this.afterAppend();
    return appended;
  }

  async readStream(stream: string, fromRevision: number, maxCount: number): Promise<StoredEvent[]> {
    return this.onRead(await this.store.readStream(stream, fromRevision, maxCount));
  }

  readAll(...read: Parameters<EventStore['readAll']>): Promise<StoredEvent[]> {
    return this.store.readAll(...read);
  }

  lastRevision(stream: string): Promise<number> {
    return this.store.lastRevision(stream);
  }

  lastPosition(): Promise<bigint> {
    return this.store.lastPosition();
  }

  streams(prefix: string, after: string, limit: number): Promise<string[]> {
    return this.store.streams(prefix, after, limit);
  }

  follow(after: bigint, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]> {
    return this.store.follow(after, signal);
  }

  wake(group: string, signal: AbortSignal): AsyncIterable<string> {
    return this.store.wake(group, signal);
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
