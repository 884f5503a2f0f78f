import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file's content is on disk. */
export function syncFile(file: string): void {
  sync(file, 'r+');
}

/** Waits until the names in a folder are on disk. Windows keeps them by itself and has no call for it. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r');
}

function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
