import { binaryEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import type { Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { MAX_APPEND_BYTES, MAX_EVENT_BYTES } from '../append-rules.js';
import { pauseAfter, waitFor } from './backoff.js';
import { appendLimitIn, unavailable } from './kurrent-failure.js';
import { NEVER_WRITTEN } from './names.js';
import { OF_LEADER } from './reading.js';
import { AddressUnusable } from './settings.js';

/** What a server counts besides what we count: the names of types once more, and what it keeps beside events. */
const RESERVE = 64 * 1024;

/** What a server takes unless told otherwise, and what the vault's own appends need. */
const LEAST = 1024 * 1024;

/** A revision at which nothing can ever be appended to a stream that does not exist. */
const NOWHERE = 2n ** 40n;

/** Four megabytes may have a slow way to go: in milliseconds. */
const DEADLINE = 30_000;
const TRIES = 3;

/**
 * How many bytes the server takes in one append, which it tells nobody but whoever sends too many: the largest append of all is sent to where it
 * is refused in any case, and the reason says whether it was too large.
 *
 * @returns `MAX_APPEND_BYTES`, or less if the server takes less.
 * @throws AddressUnusable when it takes less than a server does unless told otherwise; StoreUnavailable.
 */
export async function maxAppendBytesOf(client: EventStoreDBClient, credentials: Credentials): Promise<number> {
  const data = new Uint8Array(MAX_EVENT_BYTES);
  const largest = Array.from({ length: MAX_APPEND_BYTES / MAX_EVENT_BYTES + 1 }, () => binaryEvent({ type: 'Probe', data }));
  const options = { expectedRevision: NOWHERE, credentials, deadline: DEADLINE, ...OF_LEADER };
  for (let tries = 1; ; tries += 1) {
    const answer = await client.appendToStream(NEVER_WRITTEN, largest, options).catch((error: unknown) => error);
    if (answer instanceof WrongExpectedVersionError) return MAX_APPEND_BYTES;
    const limit = appendLimitIn(answer);
    if (limit !== undefined) return within(limit);
    if (tries === TRIES) throw unavailable('tell how large an append may be', answer);
    await waitFor(pauseAfter(tries), new AbortController().signal);
  }
}

function within(limit: number): number {
  if (limit >= LEAST) return Math.min(MAX_APPEND_BYTES, limit - RESERVE);
  throw new AddressUnusable(
    `The server takes appends up to ${limit} bytes: set its MaxAppendSize to ${LEAST} at least, better to 8388608.`,
  );
}
