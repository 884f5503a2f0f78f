import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Step } from './recorded-disk.js';

/** What a change comes to that was not synced when the power went. A half is what a page is torn to. */
export type Fate = 'lost' | 'kept' | 'first half' | 'second half';

type Change = Extract<Step, { does: 'write' | 'cut' }>;

interface File {
  /** As it is on the disk. */
  readonly content: Content;
  /** What was done since it was last synced. */
  changes: Change[];
  /** As the process sees it. */
  size: number;
}

/** A disk that keeps what was synced, and of the rest what luck decides: contents with their file, names with their folder. */
export class Disk {
  /** The names as the process sees them. */
  readonly #names = new Map<string, File>();
  readonly #durableNames = new Map<string, File>();
  /** Those that were made meanwhile. */
  readonly #folders = new Set<string>();
  #nameChanges: { readonly name: string; readonly file: File | null }[] = [];

  do(step: Step): void {
    switch (step.does) {
      case 'create':
        if (!this.#names.has(step.file)) this.#name(step.file, { content: new Content(), changes: [], size: 0 });
        return;
      case 'create folder':
        this.#folders.add(step.file);
        this.#name(step.file, NO_FILE);
        return;
      case 'link':
        this.#name(step.as, this.#file(step.file));
        return;
      case 'remove':
        this.#name(step.file, null);
        return;
      case 'append':
        this.do({ does: 'write', file: step.file, offset: this.#names.get(step.file)?.size ?? 0, bytes: step.bytes });
        return;
      case 'write':
      case 'cut': {
        const file = this.#names.get(step.file);
        // Whoever writes to a file without a name writes to nothing that is found again.
        if (!file) return;
        file.changes.push(step);
        file.size = step.does === 'cut' ? step.size : Math.max(file.size, step.offset + step.bytes.length);
        return;
      }
      case 'sync':
        this.#sync(step.file);
        return;
      case 'say':
    }
  }

  /** Writes into a folder what is found in the one that was looked at after the power went. `fates` is gone through again and again. */
  leave(folder: string, fates: readonly Fate[]): void {
    let turn = 0;
    const fate = () => fates[turn++ % fates.length] ?? 'lost';
    const names = new Map(this.#durableNames);
    // A folder's changes come to the disk in order, as far as they come.
    for (const { name, file } of this.#nameChanges) {
      if (fate() === 'lost') break;
      if (file) names.set(name, file);
      else names.delete(name);
    }
    mkdirSync(folder, { recursive: true });
    for (const [name, { content, changes }] of names) {
      const isFound = !this.#folders.has(dirname(name)) || names.has(dirname(name));
      if (this.#folders.has(name) || !isFound) continue;
      const left = content.copy();
      for (const change of changes) left.apply(change, fate());
      writeFileSync(join(folder, basename(name)), left.bytes, { mode: 0o600 });
    }
  }

  #sync(path: string): void {
    const file = this.#names.get(path);
    if (file && !this.#folders.has(path)) {
      for (const change of file.changes) file.content.apply(change, 'kept');
      file.changes = [];
      return;
    }
    const ofFolder = (name: string) => dirname(name) === path;
    for (const { name, file: named } of this.#nameChanges.filter((each) => ofFolder(each.name))) {
      if (named) this.#durableNames.set(name, named);
      else this.#durableNames.delete(name);
    }
    this.#nameChanges = this.#nameChanges.filter((each) => !ofFolder(each.name));
  }

  #file(path: string): File {
    const file = this.#names.get(path);
    if (!file) throw new Error(`${path} is not there`);
    return file;
  }

  #name(name: string, file: File | null): void {
    if (file) this.#names.set(name, file);
    else this.#names.delete(name);
    this.#nameChanges.push({ name, file });
  }
}

/** The bytes of a file, in room that grows ahead of them. */
class Content {
  #room: Buffer;
  #size: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#room = bytes;
    this.#size = bytes.length;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  copy(): Content {
    return new Content(Buffer.from(this.bytes));
  }

  apply(change: Change, fate: Fate): void {
    if (fate === 'lost') return;
    if (change.does === 'cut') {
      this.#reach(change.size);
      this.#room.fill(0, change.size);
      this.#size = change.size;
      return;
    }
    const { length } = change.bytes;
    const from = fate === 'second half' ? Math.ceil(length / 2) : 0;
    const to = fate === 'first half' ? Math.ceil(length / 2) : length;
    this.#reach(change.offset + to);
    change.bytes.copy(this.#room, change.offset + from, from, to);
  }

  #reach(size: number): void {
    if (size > this.#room.length) this.#room = Buffer.concat([this.#room, Buffer.alloc(size * 2 - this.#room.length)]);
    this.#size = Math.max(this.#size, size);
  }
}

/** What a folder's name stands for here: what is in it has names of its own. */
const NO_FILE: File = { content: new Content(), changes: [], size: 0 };
