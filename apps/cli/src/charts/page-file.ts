import { existsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Complaint } from '../complaint.js';

/** The file for a page that is still to be made. @throws Complaint where there is one already, or no folder for it. */
export function newPage(out: string): string {
  const file = resolve(out);
  if (existsSync(file)) throw new Complaint(`${file} exists already: name a new file.`);
  if (!existsSync(dirname(file))) throw new Complaint(`There is no folder ${dirname(file)}.`);
  return file;
}

/** Writes a page into a new file, which only its owner reads: who else may is for the owner to say. */
export function writePage(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}
