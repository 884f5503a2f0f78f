import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { connectReadOnly } from './connection.js';
import { BackupUnusable } from './folder-errors.js';
import { isExisting, reasonOf } from './sqlite-failure.js';
import { syncFile, syncFolder } from './sync-path.js';

/** 4 MiB a step; between steps the copying thread looks whether the process wants to end. */
const PAGES_A_STEP = 1024;

/**
 * Copies a database file as it is at this moment to a new file.
 *
 * A connection of its own holds one snapshot for the whole copy. Without it the copy would start again at each commit and never end under load.
 *
 * @throws BackupUnusable when `target` exists or cannot be written; nothing is left of the attempt.
 */
export async function backUp(source: string, target: string): Promise<void> {
  reserve(target);
  const partial = `${target}.partial`;
  try {
    rmSync(partial, { force: true });
    await copySnapshot(source, partial);
    makeOneFile(partial);
    syncFile(partial);
    renameSync(partial, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(partial, { force: true });
    rmSync(target, { force: true });
    throw new BackupUnusable(target, reasonOf(error), error);
  }
}

/** Makes the file, so that the name is ours: renaming would overwrite what somebody else put there. */
function reserve(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (error) {
    throw new BackupUnusable(target, isExisting(error) ? 'it exists, and a backup never overwrites a file' : reasonOf(error), error);
  }
}

async function copySnapshot(source: string, partial: string): Promise<void> {
  const snapshot = connectReadOnly(source);
  try {
    snapshot.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    await backup(snapshot, partial, { rate: PAGES_A_STEP });
  } finally {
    snapshot.close();
  }
}

/** The copy asks for a write-ahead log, as its source does; a file to be carried about does without. */
function makeOneFile(partial: string): void {
  const db = new DatabaseSync(partial);
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}
