import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FolderUnusable } from './folder-errors.js';
import { isExisting, reasonOf } from './sqlite-failure.js';
import { syncFolder } from './sync-path.js';

/**
 * Makes a folder that only its owner can look into, and what leads to it, unless it is there. Durable when it returns: of a folder whose name
 * is lost when the power goes, nothing is found again that was synced in it.
 *
 * @throws FolderUnusable when it cannot be made.
 */
export function makeFolder(folder: string): void {
  try {
    // One after the other: `recursive` tries for ever where a file system says of everything that it is not there, as /proc does.
    for (const each of missing(resolve(folder))) {
      makeOne(each);
      syncFolder(dirname(each));
    }
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    throw new FolderUnusable(folder, reasonOf(error), error);
  }
}

/** What is not there yet, the outermost first. */
function missing(folder: string): string[] {
  return existsSync(folder) ? [] : [...missing(dirname(folder)), folder];
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!isExisting(error)) throw error;
  }
}
