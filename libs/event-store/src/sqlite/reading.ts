import { unavailable } from './sqlite-failure.js';

/**
 * Reads at once.
 *
 * @throws StoreUnavailable when SQLite fails; a `RangeError` is the caller's and stays.
 */
export function readNow<T>(read: () => T): T {
  try {
    return read();
  } catch (failure) {
    throw failure instanceof RangeError ? failure : unavailable('be read', failure);
  }
}

/** Reads at once and answers as a promise. */
export function reading<T>(read: () => T): Promise<T> {
  return new Promise((resolve) => resolve(readNow(read)));
}
