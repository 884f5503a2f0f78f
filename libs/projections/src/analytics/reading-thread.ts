import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * What runs in the thread of {@link Analytics}: it answers each list of queries by their rows, all as of one moment. It imports nothing of ours,
 * so that it runs as it is here and as it is built.
 */

interface Asked {
  readonly id: number;
  readonly queries: readonly { readonly sql: string; readonly values: readonly SQLInputValue[] }[];
}

/** Milliseconds to wait for a lock, which only a rebuild that takes over holds, and not for long. */
const LOCK_TIMEOUT = 5_000;

const db = new DatabaseSync(workerData as string, { readOnly: true, timeout: LOCK_TIMEOUT });

parentPort?.on('message', ({ id, queries }: Asked) => {
  try {
    db.exec('BEGIN');
    const rows = queries.map(({ sql, values }) => db.prepare(sql).all(...values).map((row) => ({ ...row }))); // prettier-ignore
    parentPort?.postMessage({ id, rows });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  } finally {
    if (db.isTransaction) db.exec('COMMIT');
  }
});
