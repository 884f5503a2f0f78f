import { bytesOfAppend } from '../append-rules.js';
import type { Appended } from '../port.js';
import { StoreUnavailable } from '../store-errors.js';
import type { Append, AppendRefusal } from './event-appender.js';
import { isConstraint, unavailable } from './sqlite-failure.js';
import type { Writer } from './writer.js';

/** One transaction holds up the event loop no longer than this takes to write. */
const MAX_GROUP_APPENDS = 1000;
const MAX_GROUP_BYTES = 8 * 1024 * 1024;

/** More waiting than this is a disk that does not keep up: refusing tells the clients to slow down. */
const MAX_WAITING_APPENDS = 10_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Records one append, whose event ids are looked for first or not. */
type RecordOne = (append: Append, areIdsLookedFor: boolean) => Appended | AppendRefusal;

type Answer = Appended | AppendRefusal | StoreUnavailable;

interface Waiting {
  append: Append;
  bytes: number;
  resolve: (appended: Appended) => void;
  reject: (error: Error) => void;
}

/**
 * Commits together whatever waits when the event loop turns: one fsync for all of them, and no delay for one alone. Appends are recorded in the
 * order in which they came, and each is refused or recorded on its own.
 */
export class GroupCommit {
  readonly #writer: Writer;
  readonly #record: RecordOne;
  readonly #committed: () => void;
  readonly #rolledBack: () => void;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #closed = false;

  /**
   * @param record records one append inside the group's transaction. A `StoreUnavailable` that it throws, before it has written, is its answer to
   *   this append; anything else that it throws is the failure of the group.
   * @param committed is called after each group, before those who wait for it go on.
   * @param rolledBack is called when nothing of a group was recorded.
   */
  constructor(writer: Writer, record: RecordOne, committed: () => void, rolledBack: () => void) {
    this.#writer = writer;
    this.#record = record;
    this.#committed = committed;
    this.#rolledBack = rolledBack;
  }

  /** Resolves when the append is on disk. @throws AppendTooLarge, TypeError for an append that no store takes; StoreUnavailable. */
  append(append: Append): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const bytes = bytesOfAppend(append.stream, append.expectedRevision, append.events, append.texts);
      if (this.#closed) throw new StoreUnavailable('The event store is closed.');
      if (this.#waiting.length >= MAX_WAITING_APPENDS || this.#waitingBytes + bytes > MAX_WAITING_BYTES) {
        throw new StoreUnavailable('The event store is busy: too many appends wait for the disk. Try again later.');
      }
      this.#waiting.push({ append, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      if (this.#waiting.length === 1) this.#commitAtNextTurn();
    });
  }

  /** Commits what waits and takes no more. */
  close(): void {
    this.#closed = true;
    while (this.#waiting.length > 0) this.#commitGroup();
  }

  #commitAtNextTurn(): void {
    setImmediate(() => {
      if (this.#waiting.length === 0) return;
      const { pause } = this.#writer;
      if (pause) {
        void pause.then(() => this.#commitAtNextTurn());
        return;
      }
      this.#commitGroup();
      if (this.#waiting.length > 0) this.#commitAtNextTurn();
    });
  }

  #commitGroup(): void {
    const group = this.#takeGroup();
    try {
      const answers = this.#recordGroup(group);
      this.#committed();
      group.forEach(({ resolve, reject }, index) => {
        const answer = answers[index];
        if (answer instanceof Error) reject(answer);
        else if (answer) resolve(answer);
      });
    } catch (error) {
      this.#rolledBack();
      for (const { reject } of group) reject(unavailable('record what was appended', error));
    }
  }

  /** An event id that is taken is for the database to find, because it nearly never is: only then all of the group are looked for. */
  #recordGroup(group: readonly Waiting[]): Answer[] {
    try {
      return this.#recordTogether(group, false);
    } catch (error) {
      if (!(error instanceof StoreUnavailable && isConstraint(error.cause))) throw error;
      this.#rolledBack();
      return this.#recordTogether(group, true);
    }
  }

  #recordTogether(group: readonly Waiting[], areIdsLookedFor: boolean): Answer[] {
    return this.#writer.transaction('record what was appended', () => group.map(({ append }) => this.#answer(append, areIdsLookedFor)));
  }

  #answer(append: Append, areIdsLookedFor: boolean): Answer {
    try {
      return this.#record(append, areIdsLookedFor);
    } catch (error) {
      if (error instanceof StoreUnavailable) return error;
      throw error;
    }
  }

  #takeGroup(): Waiting[] {
    let groupBytes = 0;
    let count = 0;
    for (const { bytes } of this.#waiting) {
      if (count === MAX_GROUP_APPENDS || (count > 0 && groupBytes + bytes > MAX_GROUP_BYTES)) break;
      groupBytes += bytes;
      count += 1;
    }
    const group = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#waitingBytes -= groupBytes;
    return group;
  }
}
