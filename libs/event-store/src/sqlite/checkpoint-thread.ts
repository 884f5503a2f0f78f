import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * What runs in the thread of {@link Checkpoints}: whenever it is asked, it moves the log into the database file, and answers with the failure,
 * if there was one. It imports nothing of ours, so that it runs as it is here and as it is built.
 */

const db = new DatabaseSync(workerData as string);
db.exec('PRAGMA synchronous = FULL');
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', () => {
  try {
    checkpoint.get();
    parentPort?.postMessage({});
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
    parentPort?.postMessage({ failure: { message, code, errcode } });
  }
});
