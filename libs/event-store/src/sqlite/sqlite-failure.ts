import { StoreUnavailable } from '../store-errors.js';

/** Primary result codes of SQLite: https://sqlite.org/rescode.html */
const BUSY = 5;
const IOERR = 10;
const FULL = 13;
const CONSTRAINT = 19;

/** Whether SQLite could not have a lock that another connection holds. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** Whether a row was refused: by a unique key, a foreign key, a check or a trigger. */
export function isConstraint(error: unknown): boolean {
  return resultCode(error) === CONSTRAINT;
}

/**
 * Whether reading, writing or syncing a file failed. After a failed fsync the operating system may drop the very pages that were not written and
 * call the next fsync a success, so nothing may be tried again on the same files: the process has to end and recover from what is on disk.
 */
export function isDiskFailure(error: unknown): boolean {
  return resultCode(error) === IOERR;
}

/** What a caller is told when SQLite failed; the failure itself stays as the cause. */
export function unavailable(doing: string, failure: unknown): StoreUnavailable {
  if (failure instanceof StoreUnavailable) return failure;
  return new StoreUnavailable(`The event store could not ${doing}: ${reasonOf(failure)}.`, { cause: failure });
}

/** Why SQLite or the file system failed, as a clause. */
export function reasonOf(failure: unknown): string {
  const { message, code } = factsOf(failure);
  if (resultCode(failure) === FULL || code === 'ENOSPC') return 'the disk is full';
  // `node:sqlite` answers so on a connection that was closed, and on its statements.
  if (code === 'ERR_INVALID_STATE') return 'it is closed';
  return String(message ?? failure);
}

/** Whether the file system refused to make a file because it exists. */
export function isExisting(failure: unknown): boolean {
  return factsOf(failure).code === 'EEXIST';
}

/** The lowest byte of an extended result code is the primary one. */
function resultCode(failure: unknown): number | undefined {
  const { errcode } = factsOf(failure);
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

/** What Node tells of a failure. It is not asked whether it is an `Error`: one that comes from another realm is none there. */
function factsOf(failure: unknown): { message?: unknown; code?: unknown; errcode?: unknown } {
  return typeof failure === 'object' && failure !== null ? failure : {};
}
