import { ErrorType, isCommandError, MaxAppendSizeExceededError, WrongExpectedVersionError } from '@eventstore/db-client';
import { StoreUnavailable } from '../store-errors.js';

/**
 * The one error for whatever keeps the server from answering. The client rejects reads with errors of its own and appends to a dead server with
 * gRPC's, and discovery with plain ones.
 *
 * @param doing completes "The event store cannot …".
 */
export function unavailable(doing: string, error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreUnavailable(`The event store cannot ${doing}: ${reason}`, { cause: error });
}

export function isStreamNotFound(error: unknown): boolean {
  return isOfType(error, ErrorType.STREAM_NOT_FOUND);
}

/** Deleted for good. */
export function isStreamDeleted(error: unknown): boolean {
  return isOfType(error, ErrorType.STREAM_DELETED);
}

export function isGroupThere(error: unknown): boolean {
  return isOfType(error, ErrorType.PERSISTENT_SUBSCRIPTION_EXISTS);
}

/** Where the stream ends if the error is a conflict: -1 for no stream. Otherwise undefined. */
export function endInConflict(error: unknown): number | undefined {
  if (!(error instanceof WrongExpectedVersionError)) return undefined;
  return error.actualVersion === 'no_stream' ? -1 : Number(error.actualVersion);
}

/** How many bytes the server takes, if the error is that an append had more. */
export function appendLimitIn(error: unknown): number | undefined {
  return error instanceof MaxAppendSizeExceededError ? error.maxAppendSize : undefined;
}

/** Whether the server has refused for good, so that nothing was done and asking again is of no use. */
export function isRefusal(error: unknown): boolean {
  return REFUSALS.some((type) => isOfType(error, type));
}

const REFUSALS = [ErrorType.ACCESS_DENIED, ErrorType.STREAM_DELETED, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED, ErrorType.INVALID_ARGUMENT];

function isOfType(error: unknown, type: ErrorType): boolean {
  return error instanceof Error && isCommandError(error) && error.type === type;
}
