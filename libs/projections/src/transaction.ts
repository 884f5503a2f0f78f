import type { DatabaseSync } from 'node:sqlite';

/** Does all of `work` or none of it. */
export function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec('COMMIT');
  } catch (error) {
    // Some failures, a full disk for one, have rolled back already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
