import { StoreUnavailable } from '@ladder/event-store';

/** Primary result codes of SQLite: https://sqlite.org/rescode.html */
const CORRUPT = 11;
const TOOBIG = 18;
const CONSTRAINT = 19;
const MISMATCH = 20;
const NOTADB = 26;

/** Whether an event is to blame for a failure: it cannot be read, or the tables refuse what it says. Trying again would change nothing. */
export function isPoison(failure: unknown): boolean {
  if (failure instanceof StoreUnavailable || isClosed(failure)) return false;
  const code = resultCode(failure);
  return code === undefined || code === TOOBIG || code === CONSTRAINT || code === MISMATCH;
}

/** Whether the file is damaged, or is no database at all. */
export function isDamage(failure: unknown): boolean {
  const code = resultCode(failure);
  return code === CORRUPT || code === NOTADB;
}

/** A failure as a clause. It is not asked whether it is an `Error`: one that comes from another realm is none there. */
export function reasonOf(failure: unknown): string {
  return String(factsOf(failure).message ?? failure);
}

/** `node:sqlite` answers so on a connection that was closed, and on its statements. */
function isClosed(failure: unknown): boolean {
  return factsOf(failure).code === 'ERR_INVALID_STATE';
}

/** The lowest byte of an extended result code is the primary one. */
function resultCode(failure: unknown): number | undefined {
  const { errcode } = factsOf(failure);
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

function factsOf(failure: unknown): { message?: unknown; code?: unknown; errcode?: unknown } {
  return typeof failure === 'object' && failure !== null ? failure : {};
}
