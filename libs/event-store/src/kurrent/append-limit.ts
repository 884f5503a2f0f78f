import { randomUUID } from 'node:crypto';
import { MAX_APPEND_BYTES, MAX_EVENT_BYTES } from '../append-rules.js';
import type { EventAppender } from './event-appender.js';
import { appendLimitIn } from './kurrent-failure.js';
import { NEVER_WRITTEN } from './names.js';
import { AddressUnusable } from './settings.js';

/** What a server counts besides what we count: the names of types once more, and what it keeps beside events. */
const RESERVE = 64 * 1024;

/** What a server takes unless told otherwise, and what the vault's own appends need. */
const LEAST = 1024 * 1024;

/** A revision at which nothing can ever be appended to a stream that does not exist. */
const NOWHERE = 2 ** 40;

/**
 * How many bytes the server takes in one append, which it tells nobody but whoever sends too many: the largest append of all is sent to where it
 * is refused in any case, and the reason says whether it was too large.
 *
 * @returns `MAX_APPEND_BYTES`, or less if the server takes less.
 * @throws AddressUnusable when it takes less than a server does unless told otherwise; StoreUnavailable.
 */
export async function maxAppendBytesOf(appender: EventAppender): Promise<number> {
  const data = new Uint8Array(MAX_EVENT_BYTES);
  const largest = Array.from({ length: MAX_APPEND_BYTES / MAX_EVENT_BYTES + 1 }, () => ({ id: randomUUID(), type: 'Probe', data }));
  try {
    await appender.append(NEVER_WRITTEN, NOWHERE, largest);
    return MAX_APPEND_BYTES;
  } catch (error) {
    const limit = appendLimitIn(error);
    if (limit === undefined) throw error;
    if (limit < LEAST) {
      throw new AddressUnusable(
        `The server takes appends up to ${limit} bytes: set its MaxAppendSize to ${LEAST} at least, better to 8388608.`,
      );
    }
    return Math.min(MAX_APPEND_BYTES, limit - RESERVE);
  }
}
