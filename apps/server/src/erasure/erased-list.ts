import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LIST = 'erased.list';
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

  /** Notes a pseudonym here and beside every backup that is still where it was written. */
  add(person: string): void {
    for (const list of [join(this.folder, LIST), ...this.#backupLists()]) if (!linesOf(list).includes(person)) append(list, person);
  }

  /** Notes a backup, and puts beside it who was erased before. */
  noteBackup(file: string): void {
    append(join(this.folder, BACKUPS), file);
    for (const person of this.all()) append(besideBackup(file), person);
  }

  #backupLists(): string[] {
    return linesOf(join(this.folder, BACKUPS))
      .filter((file) => existsSync(dirname(file)) && existsSync(file))
      .map(besideBackup);
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

function linesOf(file: string): string[] {
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}

function append(file: string, line: string): void {
  appendFileSync(file, `${line}\n`, { mode: 0o600 });
  const opened = openSync(file, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
