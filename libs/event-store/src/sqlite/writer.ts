import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreUnavailable } from '../store-errors.js';
import { isDiskFailure, unavailable } from './sqlite-failure.js';

/** 16 MiB of pages: larger steps write a page that changed often only once, and make the pause of each step longer. */
const PAGES_PER_CHECKPOINT = 4096;

/**
 * The connection that writes. It commits, moves the write-ahead log into the database file, and stops for good when the disk has failed.
 *
 * Checkpoints are run here and not left to SQLite because an automatic one keeps its errors to itself, and a failed fsync must be seen.
 */
export class Writer {
  readonly #db: DatabaseSync;
  readonly #onFatal: (error: StoreUnavailable) => void;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollBack: StatementSync;
  readonly #logSize: StatementSync;
  #fatal: StoreUnavailable | undefined;
  /** Pages in the log at the last checkpoint; the log starts anew some time after it. */
  #pagesAtCheckpoint = 0;

  constructor(db: DatabaseSync, onFatal: (error: StoreUnavailable) => void) {
    this.#db = db;
    this.#onFatal = onFatal;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollBack = db.prepare('ROLLBACK');
    this.#logSize = db.prepare('PRAGMA wal_checkpoint(NOOP)');
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
        return result;
      } catch (failure) {
        this.#undo();
        throw failure;
      }
    });
  }

  /** Moves the log into the database file once it has grown enough. Readers and the next commit need not wait for it. */
  checkpointWhenDue(): void {
    const pages = Number(this.#logSize.get()?.['log']);
    if (pages < this.#pagesAtCheckpoint) this.#pagesAtCheckpoint = 0;
    if (pages - this.#pagesAtCheckpoint < PAGES_PER_CHECKPOINT) return;
    this.#pagesAtCheckpoint = pages;
    this.#attempt('move its log into the database', () => this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)'));
  }

  /** Moves the whole log into the database file and empties it. Returns false while another connection still reads from the log. */
  emptyLog(): boolean {
    return this.#attempt('empty its log', () => this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0);
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
