import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds that each of `count` appends of 4 KiB takes with its `fdatasync`, one by one: what the disk asks for durability. */
export function syncTimes(folder: string, count: number): number[] {
  const file = openSync(join(folder, 'synced.bin'), 'a');
  const block = Buffer.alloc(4096, 1);
  try {
    return Array.from({ length: count }, () => {
      const begin = performance.now();
      writeSync(file, block);
      fdatasyncSync(file);
      return performance.now() - begin;
    });
  } finally {
    closeSync(file);
  }
}
