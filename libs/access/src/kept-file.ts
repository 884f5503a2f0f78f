import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SettingError } from './setting-error.js';

/** The text of a file in the data folder, or null if there is none. Throws `SettingError` (LADDER_DATA) if it cannot be read. */
export function readKept(folder: string, name: string): string | null {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new SettingError('LADDER_DATA', `LADDER_DATA: ${join(folder, name)} cannot be read (${codeOf(error)}).`);
  }
}

/**
 * Keeps a text in the data folder for good: written once (mode 0600, fsynced), never changed. Of several processes that start at once
 * one wins, and all of them get what the winner wrote; `made` is true for the winner only.
 * Throws `SettingError` (LADDER_DATA) if the folder cannot be written.
 */
export function keepOnce(folder: string, name: string, make: () => string): { text: string; made: boolean } {
  const kept = readKept(folder, name);
  if (kept !== null) return { text: kept, made: false };

  const text = make();
  const draft = join(folder, `${name}.${randomUUID()}.draft`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
      // A link, not a rename: just as atomic, but it refuses to replace the key that another process has begun to use.
      linkSync(draft, join(folder, name));
    } finally {
      rmSync(draft, { force: true });
    }
    syncFolder(folder);
    return { text, made: true };
  } catch (error) {
    const winner = codeOf(error) === 'EEXIST' ? readKept(folder, name) : null;
    if (winner !== null) return { text: winner, made: false };
    throw new SettingError('LADDER_DATA', `LADDER_DATA: ${join(folder, name)} cannot be written (${codeOf(error)}).`);
  }
}

/** Makes a new file name durable. Windows has no such call, and needs none on NTFS. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The system's code of a failed file operation; anything else is a bug and goes on its way. */
function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
