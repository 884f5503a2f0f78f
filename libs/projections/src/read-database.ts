import { FolderUnusable } from '@ladder/event-store';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage, reasonOf } from './sqlite-failure.js';
import { inTransaction } from './transaction.js';

/** Told what went wrong: with what, and why. */
export type Report = (what: string, error: unknown) => void;

/** The version of the tables below; a file of another one is built anew. */
const SCHEMA_VERSION = 1;

/** "PrRd", so that a file of another program is not taken for ours. */
const APPLICATION_ID = 0x50725264;

/** Milliseconds to wait for a lock: only somebody who looks into the file from outside can hold one. */
const LOCK_TIMEOUT = 100;

/**
 * What a checkpoint remembers of the last event taken tells later whether the log is still the one that was followed. `tables` lists what
 * belongs to a projection in JSON, so that a later version finds what an earlier one made.
 */
const TABLES = `
  CREATE TABLE checkpoints (
    projection TEXT NOT NULL,
    place TEXT NOT NULL CHECK (place IN ('live', 'building')),
    version INTEGER NOT NULL,
    tables TEXT NOT NULL,
    position INTEGER NOT NULL DEFAULT 0,
    stream TEXT,
    revision INTEGER,
    id TEXT,
    PRIMARY KEY (projection, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE quarantined (
    projection TEXT NOT NULL,
    place TEXT NOT NULL,
    position INTEGER NOT NULL,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    type TEXT NOT NULL,
    error TEXT NOT NULL,
    PRIMARY KEY (projection, place, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE saga_progress (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    position INTEGER NOT NULL
  ) STRICT;
`;

/** The file that holds the read models. It can be deleted at any time: the log holds everything. */
export function readDatabaseFile(folder: string): string {
  return join(folder, 'read.db');
}

/**
 * Opens the file of the read models, which is made when it is missing. One that is damaged, of another version or of another program is
 * removed and made anew, and that is reported.
 *
 * @throws FolderUnusable when the file cannot be opened or made.
 */
export function openReadDatabase(folder: string, report: Report): DatabaseSync {
  try {
    const file = readDatabaseFile(folder);
    const found = existsSync(file) ? openFound(file) : undefined;
    if (found instanceof DatabaseSync) return found;
    if (found !== undefined) report('read.db', new Error(`It ${found}: it is removed and built anew from the log.`));
    removeReadDatabase(folder);
    return create(file);
  } catch (error) {
    throw new FolderUnusable(folder, `its read.db cannot be opened (${reasonOf(error)})`, error);
  }
}

/** Removes the file, together with what SQLite keeps beside it. */
export function removeReadDatabase(folder: string): void {
  for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(readDatabaseFile(folder) + rest, { force: true });
}

/** Opens a file that exists, or tells in a clause why it is of no use. */
function openFound(file: string): DatabaseSync | string {
  const db = new DatabaseSync(file, { timeout: LOCK_TIMEOUT });
  try {
    const useless = uselessness(db);
    if (useless === undefined) {
      tune(db);
      return db;
    }
    db.close();
    return useless;
  } catch (error) {
    db.close();
    if (isDamage(error)) return `is damaged (${reasonOf(error)})`;
    throw error;
  }
}

function uselessness(db: DatabaseSync): string | undefined {
  if (number(db, 'SELECT application_id FROM pragma_application_id') !== APPLICATION_ID) return 'belongs to another program';
  if (number(db, 'SELECT user_version FROM pragma_user_version') !== SCHEMA_VERSION) return 'is of another version';
  // This reads the read models, which are small, and not the log.
  const finding = String(Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]);
  return finding === 'ok' ? undefined : `is damaged (${finding})`;
}

function create(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: LOCK_TIMEOUT });
  try {
    tune(db);
    inTransaction(db, () => {
      db.exec(TABLES);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
    });
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * A commit costs no fsync: a power failure may take the last commits, but it takes rows and checkpoint together, and the log still has the
 * events. `OFF` would save the few syncs that are left, and could leave a file whose rows are wrong without anybody noticing.
 *
 * What a row no longer says is overwritten: the pseudonym of who was erased goes from the file, too.
 */
function tune(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -16000;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA trusted_schema = OFF;
    PRAGMA secure_delete = FAST;
  `);
}

function number(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}
