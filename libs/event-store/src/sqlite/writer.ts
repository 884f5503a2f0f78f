import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreUnavailable } from '../store-errors.js';
import { Checkpoints } from './checkpoints.js';
import { isDiskFailure, unavailable } from './sqlite-failure.js';

/** 16 MiB of pages: larger steps write a page that changed often only once, and make a file that is longer to read after a crash. */
const PAGES_PER_CHECKPOINT = 4096;

/** How long the log is costs 10 µs to ask: as much as some appends. */
const COMMITS_PER_LOOK = 16;

/**
 * The connection that writes. It commits, has the write-ahead log moved into the database file, and stops for good when the disk has failed.
 *
 * Checkpoints are run by us and not left to SQLite because an automatic one keeps its errors to itself, and a failed fsync must be seen.
 */
export class Writer {
  readonly #db: DatabaseSync;
  readonly #checkpoints: Checkpoints;
  readonly #onFatal: (error: StoreUnavailable) => void;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollBack: StatementSync;
  readonly #log: StatementSync;
  #fatal: StoreUnavailable | undefined;
  #commits = 0;
  /** Pages in the log at the last checkpoint; none when all of them were moved, because it then starts anew. */
  #pagesAtCheckpoint = 0;
  /** Settles with the checkpoint that is being run, and never fails. */
  #running: Promise<void> | undefined;
  #isMovingRest = false;
  #closed = false;

  constructor(db: DatabaseSync, file: string, onFatal: (error: StoreUnavailable) => void) {
    this.#db = db;
    this.#checkpoints = new Checkpoints(file);
    this.#onFatal = onFatal;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollBack = db.prepare('ROLLBACK');
    this.#log = db.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /**
   * Does `work` in one transaction and returns when it is on disk. Whatever it throws, nothing of it is recorded.
   *
   * @param doing what is attempted, as it follows "could not".
   * @throws StoreUnavailable with the failure as its cause.
   */
  transaction<T>(doing: string, work: () => T): T {
    return this.#attempt(doing, () => {
      this.#begin.run();
      try {
        const result = work();
        this.#commit.run();
        this.#commits += 1;
        if (this.#commits % COMMITS_PER_LOOK === 0) setImmediate(() => this.#lookAtLog());
        return result;
      } catch (failure) {
        this.#undo();
        throw failure;
      }
    });
  }

  /**
   * Settles when the rest of the log has been moved; undefined while nobody is asked to wait for that. The log starts anew only when all of it has
   * been moved, so who commits without a pause waits here: it would otherwise grow for ever.
   */
  get pause(): Promise<void> | undefined {
    return this.#isMovingRest ? this.#running : undefined;
  }

  /** Moves the whole log into the database file and empties it. Answers false while another connection still reads from the log. */
  async emptyLog(): Promise<boolean> {
    while (this.#running) await this.#running;
    return this.#attempt('empty its log', () => this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0);
  }

  /** Empties the log and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    try {
      await this.emptyLog();
    } catch {
      // All that was acknowledged is in the log, and the next start reads it from there.
    }
    await this.#checkpoints.end();
    this.#db.close();
  }

  #lookAtLog(): void {
    if (this.#closed || this.#fatal || this.#running) return;
    this.#running = this.#checkpointWhenDue().finally(() => {
      this.#isMovingRest = false;
      this.#running = undefined;
    });
  }

  async #checkpointWhenDue(): Promise<void> {
    try {
      const { pages } = this.#logNow();
      this.#pagesAtCheckpoint = Math.min(this.#pagesAtCheckpoint, pages);
      if (pages - this.#pagesAtCheckpoint < PAGES_PER_CHECKPOINT) return;
      this.#pagesAtCheckpoint = pages;
      await this.#checkpoints.run();
      if (this.#logNow().isMoved) return;
      // What was committed meanwhile is little, so the pause is short.
      this.#isMovingRest = true;
      await this.#checkpoints.run();
    } catch (failure) {
      // Anything else, like a full disk, leaves a longer log, which is tried again as it grows.
      if (isDiskFailure(failure)) this.#stopForGood(failure);
    }
  }

  #logNow(): { pages: number; isMoved: boolean } {
    const row = this.#log.get();
    return { pages: Number(row?.['log']), isMoved: row?.['log'] === row?.['checkpointed'] };
  }

  #attempt<T>(doing: string, work: () => T): T {
    if (this.#fatal) throw this.#fatal;
    try {
      return work();
    } catch (failure) {
      if (isDiskFailure(failure)) this.#stopForGood(failure);
      throw unavailable(doing, failure);
    }
  }

  /** Some failures, like a full disk, have undone the transaction already. */
  #undo(): void {
    if (!this.#db.isOpen || !this.#db.isTransaction) return;
    try {
      this.#rollBack.run();
    } catch (failure) {
      this.#stopForGood(failure);
    }
  }

  #stopForGood(failure: unknown): void {
    this.#fatal ??= new StoreUnavailable('The disk has failed, so nothing more is written until the process starts anew.', {
      cause: failure,
    });
    this.#onFatal(this.#fatal);
  }
}
