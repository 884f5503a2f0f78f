import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FolderInUse, FolderUnusable } from './folder-errors.js';
import { isBusy, reasonOf } from './sqlite-failure.js';

/** Makes this process the folder's only writer until it lets go. */
export interface WriterLock {
  release(): void;
}

/**
 * Takes the folder for this process. The lock is an exclusive transaction on a file beside the data, which the operating system ends with the
 * process, however that dies; a file with a process id in it would outlive a crash.
 *
 * @throws FolderInUse when another holder is alive, FolderUnusable when the folder cannot be written.
 */
export function takeWriterLock(folder: string): WriterLock {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(folder, 'writer.lock'), { timeout: 0 });
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    throw isBusy(error) ? new FolderInUse(folder) : new FolderUnusable(folder, reasonOf(error), error);
  }
  const held = file;
  return { release: () => held.close() };
}
