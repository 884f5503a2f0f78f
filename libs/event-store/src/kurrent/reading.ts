import type { AllStreamRecordedEvent, RecordedEvent, StreamingRead } from '@eventstore/db-client';
import type { StoredEvent } from '../port.js';
import { StoreUnavailable } from '../store-errors.js';
import { EVENTS } from './names.js';

/** A read that says nothing for so long, in milliseconds, is given up: the client sets no deadline for reads. */
const PATIENCE = 10_000;

/** Asks the node that appends are recorded by, so that what was appended is seen. */
export const OF_LEADER = { requiresLeader: true } as const;

/**
 * Everything a bounded read gives. It is always read to its end: a loop that is left early can leave the call open, and with it the process.
 *
 * @throws StoreUnavailable when nothing comes any more, and whatever the client throws.
 */
export function collect<E>(read: StreamingRead<E>): Promise<E[]> {
  return new Promise((resolve, reject) => {
    const found: E[] = [];
    const giveUp = (): void => {
      read.cancel().catch(() => undefined);
      reject(new StoreUnavailable('The event store does not answer.'));
    };
    let timer = setTimeout(giveUp, PATIENCE);
    read.on('data', (event: E) => {
      found.push(event);
      clearTimeout(timer);
      timer = setTimeout(giveUp, PATIENCE);
    });
    read.on('end', () => {
      clearTimeout(timer);
      resolve(found);
    });
    read.on('error', (error: Error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

/** Whether an event is one of the store's, and not of the server, the vault or others. */
export function isOurs({ streamId }: { streamId: string }): boolean {
  return streamId.startsWith(EVENTS);
}

/** The place in the whole store. Events that are not of a transaction of several appends, which we never use, have one number for it. */
export function positionOf(event: RecordedEvent | AllStreamRecordedEvent): bigint {
  const position = event.position?.commit;
  if (position === undefined || position > 2n ** 63n) {
    throw new StoreUnavailable('The event store does not tell the positions of events: it needs EventStoreDB 22.10 or later.');
  }
  return position;
}

export function storedEvent(event: RecordedEvent | AllStreamRecordedEvent): StoredEvent {
  return {
    stream: event.streamId.slice(EVENTS.length),
    revision: Number(event.revision),
    position: positionOf(event),
    id: event.id,
    type: event.type,
    body: Buffer.from(bytesOf(event)).toString('utf8'),
  };
}

/** What an event carries. Ours are written as bytes, since the client would parse JSON and print it anew. */
export function bytesOf({ data, streamId }: { data: unknown; streamId: string }): Uint8Array {
  if (!(data instanceof Uint8Array)) throw new StoreUnavailable(`An event in ${streamId} was not written by this program.`);
  return data;
}
