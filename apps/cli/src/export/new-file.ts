import { existsSync } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Complaint } from '../complaint.js';

const OWNERS_ONLY = 0o600;

/** Where a file is that is still to be made. @throws Complaint where there is one already, or no folder for it. */
export function placeOfNew(file: string): string {
  const place = resolve(file);
  if (existsSync(place)) throw new Complaint(`${place} exists already: name a new file.`);
  if (!existsSync(dirname(place))) throw new Complaint(`There is no folder ${dirname(place)}.`);
  return place;
}

/**
 * Writes a new file under a temporary name beside it, and gives it its own when it is whole: whatever happens, there is all of it or none.
 *
 * @param write is given the temporary name.
 * @throws Complaint when the file is there already, or cannot be made.
 */
export async function newFile(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const whole = placeOfNew(file);
  const unfinished = `${whole}.${process.pid}.part`;
  try {
    await (await open(unfinished, 'wx', OWNERS_ONLY)).close();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Complaint(`${whole} cannot be written: ${why.replace(/, open '.*$/s, '')}.`);
  }
  try {
    await write(unfinished);
    // Whoever writes may have put another file in its place.
    await chmod(unfinished, OWNERS_ONLY);
    await rename(unfinished, whole);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
