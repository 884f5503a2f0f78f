import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Tables of the projections, by which two read databases are compared. */
const TABLES = ['warning_counters', 'counted_tournaments', 'tournaments'];

/** A hash over every row of every projection in a folder's read database, read from outside. */
export function rowHash(folder: string): string {
  const rows = readOutside(folder, (db) =>
    TABLES.map((table) =>
      db
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    ),
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** Reads or damages a folder's read database as another program would. */
export function readOutside<T>(folder: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'read.db'));
  try {
    return read(db);
  } finally {
    db.close();
  }
}
