import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { MAX_APPEND_BYTES } from '../append-rules.js';
import type { Appended, EventStore, NewEvent, StoredEvent } from '../port.js';
import type { KeptText } from '../vault/vault.js';
import { Commits } from '../commits.js';
import { EventAppender } from './event-appender.js';
import { SqliteEventReader } from './event-reader.js';
import { GroupCommit } from './group-commit.js';
import { readNow } from './reading.js';
import { RecentEvents } from './recent-events.js';
import { WakeGroups } from './wake-groups.js';
import type { Writer } from './writer.js';

const FOLLOW_BATCH = 256;

/** The event store in one SQLite file, written by one process. Positions count from 1 without gaps, in commit order. */
export class SqliteEventStore extends SqliteEventReader implements EventStore {
  readonly maxAppendBytes = MAX_APPEND_BYTES;
  readonly #commits = new Commits();
  readonly #recent = new RecentEvents();
  readonly #appender: EventAppender;
  readonly #groupCommit: GroupCommit;
  readonly #wakeGroups: WakeGroups;
  readonly #letGo: () => Promise<void>;
  #closing: Promise<void> | undefined;

  /**
   * @param keep puts texts into the vault inside the transaction of their events.
   * @param letGo closes what was opened for the store.
   */
  constructor(db: DatabaseSync, writer: Writer, keep: (texts: readonly KeptText[]) => void, letGo: () => Promise<void>) {
    super(db);
    this.#appender = new EventAppender(db, keep);
    this.#groupCommit = new GroupCommit(
      writer,
      (append, areIdsLookedFor) => this.#appender.record(append, areIdsLookedFor),
      () => this.#takeCommitted(),
      () => this.#appender.rollBack(),
    );
    this.#wakeGroups = new WakeGroups(db, this.#commits);
    this.#letGo = letGo;
  }

  append(stream: string, expectedRevision: number, events: readonly NewEvent[], texts: readonly KeptText[] = []): Promise<Appended> {
    return this.#groupCommit.append({ stream, expectedRevision, events, texts });
  }

  /** A reader at the end of a stream that this process has written to is answered without looking into the file. */
  override readStream(stream: string, fromRevision: number, maxCount: number): Promise<StoredEvent[]> {
    const end = this.#closing ? undefined : this.#appender.knownRevision(stream);
    if (end !== undefined && fromRevision > end) return Promise.resolve([]);
    return super.readStream(stream, fromRevision, maxCount);
  }

  async *follow(after: bigint, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    let seen = after;
    while (!signal.aborted) {
      const batch = this.#after(seen);
      const last = batch.at(-1);
      if (last === undefined) {
        await this.#commits.next(signal);
        continue;
      }
      seen = last.position;
      yield batch;
      // A reader that is never slow would otherwise keep the event loop to itself until it has caught up.
      await turn();
    }
  }

  wake(group: string, signal: AbortSignal): AsyncIterable<string> {
    return this.#wakeGroups.join(group, signal);
  }

  /** The next batch for one who follows, at once. */
  #after(seen: bigint): StoredEvent[] {
    const recent = this.#closing ? undefined : this.#recent.after(seen, FOLLOW_BATCH);
    return recent ?? readNow(() => this.pageAfter(seen, FOLLOW_BATCH));
  }

  /** Those who follow are woken a turn later, so that those who wait for their append are answered first. Who begins to wait later has seen this. */
  #takeCommitted(): void {
    this.#recent.keep(this.#appender.takeCommitted());
    if (this.#commits.isAwaited) setImmediate(() => this.#commits.announce());
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#groupCommit.close();
    await this.#letGo();
    this.#commits.announce();
  }
}
