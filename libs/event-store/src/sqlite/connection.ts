import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The first release without the WAL-reset bug, in which a checkpoint and a commit at the same moment could corrupt the file. */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** Milliseconds to wait for a lock: only a reader in another process can hold one, and not for long. */
const LOCK_TIMEOUT = 100;

const SYNCHRONOUS_FULL = 2;

/** The file that holds events and vault. */
export function databaseFile(folder: string): string {
  return join(folder, 'events.db');
}

/** Opens a database file, creating it when it is missing. Nothing is written yet. */
export function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: LOCK_TIMEOUT });
  checkVersion(db);
  return db;
}

/** Opens a database file that must exist, for reading only. */
export function connectReadOnly(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: LOCK_TIMEOUT, readOnly: true });
  checkVersion(db);
  return db;
}

/** 8 MiB: a commit that splits a page looks through all of the cache, and what is not in it is in the cache of the operating system. */
const CACHE_KIBIBYTES = 8192;

/**
 * Makes the connection one on which a commit is on disk when it returns, and looks that it really is: a setting that silently is not FULL loses
 * acknowledged commits at a power failure.
 */
export function makeDurable(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -${CACHE_KIBIBYTES};
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA trusted_schema = OFF;
  `);
  if (setting(db, 'journal_mode') !== 'wal') throw new Error('the file system cannot hold a write-ahead log');
  if (setting(db, 'synchronous') !== SYNCHRONOUS_FULL) throw new Error('commits would not be synchronous');
  if (setting(db, 'secure_delete') !== 1) throw new Error('deleted rows would not be overwritten');
}

function checkVersion(db: DatabaseSync): void {
  const version = String(db.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  const parts = version.split('.').map(Number);
  const differing = OLDEST_SQLITE.findIndex((part, index) => part !== parts[index]);
  if (differing >= 0 && (parts[differing] ?? 0) < (OLDEST_SQLITE[differing] ?? 0)) {
    db.close();
    throw new Error(`SQLite ${OLDEST_SQLITE.join('.')} or newer is needed, and this is ${version}`);
  }
}

function setting(db: DatabaseSync, name: string): unknown {
  return db.prepare(`PRAGMA ${name}`).get()?.[name];
}
