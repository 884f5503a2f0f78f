import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { FolderUnusable } from '@ladder/event-store';

/** A checkpoint as it was signed. */
export interface SignedCheckpoint {
  readonly origin: string;
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** The signed note: what stands on the venue's wall. */
  readonly note: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly signedAt: string;
}

/** A checkpoint with the tournament that it is of. */
export interface KeptCheckpoint {
  readonly tournament: string;
  readonly checkpoint: SignedCheckpoint;
}

/**
 * Every checkpoint that was ever signed here, apart from the ledgers, so that a new one can be held against the earlier ones. Unlike the
 * read models it cannot be rebuilt.
 */
export class CheckpointBook {
  readonly #db: DatabaseSync;
  readonly #latest: StatementSync;
  #fork: string | null;

  /**
   * @param end the store's last position. A store that held events before this book was begun, or that ends before what was looked after, is
   * a restored backup: what was signed of it before is unknown, or may be contradicted.
   * @param shared whether other nodes write to the store and sign the same log: then a new book means another node, and no backup.
   * @throws FolderUnusable when the file cannot be opened or made.
   */
  constructor(folder: string, end: bigint, shared: boolean) {
    this.#db = new DatabaseSync(join(folder, 'checkpoints.db'));
    try {
      this.#db.exec(TABLES);
      this.#db.prepare('INSERT OR IGNORE INTO place (one, fork, position) VALUES (1, ?, 0)').run(end > 0n && !shared ? newFork() : null);
      this.#latest = this.#db.prepare(`${SELECT} AND origin = ? ORDER BY size DESC LIMIT 1`);
      this.#fork = this.#db.prepare('SELECT fork FROM place').get()?.['fork'] as string | null;
      // What is damaged is told at the start, and not when somebody asks for a proof.
      const finding = String(this.#db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
      if (finding !== 'ok') throw new Error(finding);
    } catch (error) {
      this.#db.close();
      const reason = error instanceof Error ? error.message : String(error);
      throw new FolderUnusable(folder, `its checkpoints.db cannot be opened (${reason})`, error);
    }
    if (this.position <= end) return;
    this.position = 0n;
    this.startFork();
  }

  /** Tells a continuation from the log that it continues; null for a log that was never restored. */
  get fork(): string | null {
    return this.#fork;
  }

  /** Begins another origin: what is signed from now on is another log. */
  startFork(): void {
    const fork = newFork();
    this.#db.prepare('UPDATE place SET fork = ?').run(fork);
    this.#fork = fork;
  }

  /** Up to which store-wide position checkpoints were looked after. */
  get position(): bigint {
    const row = this.#db.prepare('SELECT CAST(position AS TEXT) AS position FROM place').get();
    return BigInt(row?.['position'] as string);
  }

  set position(position: bigint) {
    this.#db.prepare('UPDATE place SET position = ?').run(position);
  }

  latest(tournament: string, origin: string): SignedCheckpoint | undefined {
    return this.#latest.get(tournament, origin) as unknown as SignedCheckpoint | undefined;
  }

  /** All of a tournament, the latest first. */
  all(tournament: string): SignedCheckpoint[] {
    return this.#db.prepare(`${SELECT} ORDER BY signed_at DESC, size DESC`).all(tournament) as unknown as SignedCheckpoint[];
  }

  /** Keeps checkpoints for good, all or none. @param position up to which the log was looked after with them. */
  keep(checkpoints: readonly KeptCheckpoint[], position: bigint = this.position): void {
    const add = this.#db.prepare('INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?)');
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      for (const { tournament, checkpoint } of checkpoints) {
        const { origin, size, root, note, signedAt } = checkpoint;
        add.run(tournament, origin, size, root, note, signedAt);
      }
      this.position = position;
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#db.close();
  }
}

const TABLES = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS checkpoints (
    tournament TEXT NOT NULL, origin TEXT NOT NULL, size INTEGER NOT NULL, root TEXT NOT NULL, note TEXT NOT NULL, signed_at TEXT NOT NULL,
    PRIMARY KEY (tournament, origin, size)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY CHECK (one = 1), fork TEXT, position INTEGER NOT NULL) STRICT;`;

const SELECT = 'SELECT origin, size, root, note, signed_at AS signedAt FROM checkpoints WHERE tournament = ?';

function newFork(): string {
  return randomBytes(4).toString('hex');
}
