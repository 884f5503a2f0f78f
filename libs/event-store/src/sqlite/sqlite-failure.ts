import { StoreUnavailable } from '../store-errors.js';

/** Primary result codes of SQLite: https://sqlite.org/rescode.html */
const BUSY = 5;
const IOERR = 10;
const FULL = 13;

/** Whether SQLite could not have a lock that another connection holds. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
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

/** Why SQLite failed, as a clause. */
export function reasonOf(failure: unknown): string {
  if (resultCode(failure) === FULL) return 'the disk is full';
  if (isClosed(failure)) return 'it is closed';
  return failure instanceof Error ? failure.message : String(failure);
}

/** `node:sqlite` answers so on a connection that was closed, and on its statements. */
function isClosed(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ERR_INVALID_STATE';
}

/** The lowest byte of an extended result code is the primary one. */
function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
