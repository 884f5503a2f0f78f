import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { FolderUnusable } from './folder-errors.js';
import { reasonOf } from './sqlite-failure.js';
import { syncFolder } from './sync-path.js';

/**
 * Makes a folder that only its owner can look into, unless it is there.
 *
 * @throws FolderUnusable when it cannot be made.
 */
export function makeFolder(folder: string): void {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) syncFolder(dirname(made));
  } catch (error) {
    throw new FolderUnusable(folder, reasonOf(error), error);
  }
}
