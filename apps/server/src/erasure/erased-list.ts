import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LIST = 'erased.list';
const BEGUN = 'erasing.list';
const BACKUPS = 'backups.list';

/**
 * The pseudonyms of all who were erased, beside the data and beside each backup that was taken: restoring an older backup brings back texts
 * that are to be forgotten again. A pseudonym says no more than the ledger does.
 */
export class ErasedList {
  constructor(private readonly folder: string) {}

  /** Everyone who was ever erased here. */
  all(): string[] {
    return linesOf(join(this.folder, LIST));
  }

  /** Notes a pseudonym here. */
  add(person: string): void {
    addTo(join(this.folder, LIST), person);
  }

  /**
   * Notes a pseudonym beside every backup that is still where it was written.
   *
   * @returns the backups beside which nothing could be written: on a medium that is read-only, or of another user.
   */
  addBesideBackups(person: string): string[] {
    const backups = linesOf(join(this.folder, BACKUPS)).filter((file) => existsSync(file));
    return backups.filter((file) => {
      try {
        addTo(besideBackup(file), person);
        return false;
      } catch {
        return true;
      }
    });
  }

  /** Those whose erasure was begun, and may or may not have been recorded. */
  begun(): string[] {
    return linesOf(join(this.folder, BEGUN));
  }

  /** Notes that an erasure is about to be recorded, so that a crash between the record and the forgetting is made good. */
  begin(person: string): void {
    append(join(this.folder, BEGUN), person);
  }

  /** Of every erasure that was begun it is known by now what became of it. */
  settleBegun(): void {
    rmSync(join(this.folder, BEGUN), { force: true });
  }

  /** Notes a backup before it is written, so that no later erasure misses it, and puts beside it who was erased before. */
  noteBackup(file: string): void {
    append(join(this.folder, BACKUPS), file);
    for (const person of this.all()) append(besideBackup(file), person);
  }
}

/** The list that lies beside a backup. */
export function besideBackup(file: string): string {
  return `${file}.erased`;
}

/** Puts the list that lies beside a backup into a restored folder. @returns how many are to be forgotten again. */
export function restoreErasedList(file: string, folder: string): number {
  const persons = linesOf(besideBackup(file));
  const list = new ErasedList(folder);
  for (const person of persons) list.add(person);
  return persons.length;
}

function addTo(list: string, person: string): void {
  if (!linesOf(list).includes(person)) append(list, person);
}

function linesOf(file: string): string[] {
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}

/** Durable when it returns: the line, and the file's place in its folder. */
function append(file: string, line: string): void {
  appendFileSync(file, `${line}\n`, { mode: 0o600 });
  sync(file);
  sync(dirname(file));
}

function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
