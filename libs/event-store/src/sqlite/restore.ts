import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { connectReadOnly, databaseFile } from './connection.js';
import { BackupUnusable, FolderUnusable } from './folder-errors.js';
import { makeFolder } from './make-folder.js';
import { kindOfFile, SCHEMA_VERSION } from './schema.js';
import { reasonOf } from './sqlite-failure.js';
import { syncFile, syncFolder } from './sync-path.js';
import { takeWriterLock } from './writer-lock.js';

/**
 * Puts a backup into a folder, from which a store can then be opened. The backup is looked through first, and stays where it is.
 *
 * @throws BackupUnusable when the file is no whole backup of a version that this program knows.
 * @throws FolderInUse while another process writes to the folder, FolderUnusable when the folder holds data or cannot be written.
 */
export function restoreSqlite({ file, folder }: { file: string; folder: string }): void {
  checkBackup(file);
  makeFolder(folder);
  const lock = takeWriterLock(folder);
  try {
    checkHoldsNoData(folder);
    copyInto(folder, file);
  } finally {
    lock.release();
  }
}

function checkBackup(file: string): void {
  if (!existsSync(file)) throw new BackupUnusable(file, 'it does not exist');
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
    throw new BackupUnusable(file, 'it is the live file of a store and not a backup; take a backup of that store');
  }
  let db: DatabaseSync | undefined;
  try {
    db = connectReadOnly(file);
    const complaint = complaintAbout(db);
    if (complaint !== undefined) throw new BackupUnusable(file, complaint);
  } catch (error) {
    throw error instanceof BackupUnusable ? error : new BackupUnusable(file, reasonOf(error), error);
  } finally {
    db?.close();
  }
}

function complaintAbout(db: DatabaseSync): string | undefined {
  const found = kindOfFile(db);
  if (found.kind !== 'store') return 'there is no event store in it';
  if (found.version > SCHEMA_VERSION) return `it was written by a newer release (version ${found.version} of the files)`;
  const damage = db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (damage !== 'ok') return `it is damaged (${String(damage)})`;
  const { events, last } = db.prepare('SELECT count(*) AS events, coalesce(max(position), 0) AS last FROM events').get() ?? {};
  return events === last ? undefined : `events are missing (it counts ${String(last)} and holds ${String(events)})`;
}

/** Also read models count: they would run ahead of the restored events. Keys and settings may lie there. */
function checkHoldsNoData(folder: string): void {
  const data = readdirSync(folder).find((name) => /\.db(-|$)/.test(name));
  if (data !== undefined) throw new FolderUnusable(folder, `it holds data already (${data}); restore into an empty folder`);
}

function copyInto(folder: string, file: string): void {
  const partial = `${databaseFile(folder)}.partial`;
  try {
    copyFileSync(file, partial);
    syncFile(partial);
    renameSync(partial, databaseFile(folder));
    syncFolder(folder);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new FolderUnusable(folder, reasonOf(error), error);
  }
}
