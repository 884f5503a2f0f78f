import { canonicalJson } from './canonical.js';
import { EVENT_TYPES, SCHEMA } from './events.js';
import type { Draft, EventType, LedgerEvent } from './events.js';
import type { Ledger } from './ledger.js';

/** Asked for every event that is read. */
const KNOWN_TYPES: ReadonlySet<EventType> = new Set(EVENT_TYPES);

/** What the events of one decision have in common. `ids`: one fresh id an event, the same when the decision is sent again. */
export interface Stamp {
  readonly by: string;
  readonly now: string;
  readonly key: string | null;
  readonly fingerprint: string | null;
  readonly ids: readonly string[];
}

/**
 * Puts drafts into their envelopes, at the positions that follow the ledger's end. `recordedAt` is never before the event ahead: no order
 * depends on a clock, and none contradicts it.
 */
export function stamp(ledger: Ledger, drafts: readonly Draft[], { by, now, key, fingerprint, ids }: Stamp): LedgerEvent[] {
  const recordedAt = now > ledger.recordedAt ? now : ledger.recordedAt;
  return drafts.map(({ type, data, cause = null }, index) => {
    const id = ids[index];
    if (id === undefined) throw new Error(`${drafts.length} events need as many ids`);
    return {
      position: ledger.revision + 1 + index,
      type,
      id,
      data,
      metadata: { schema: SCHEMA, by, cause, key, fingerprint, recordedAt },
    } as LedgerEvent;
  });
}

/** The stored bytes of an event: RFC 8785 JSON of its envelope, which are also the leaf of the audit log. */
export function encode(event: LedgerEvent): string {
  return canonicalJson(event);
}

/**
 * Reads stored bytes.
 *
 * @throws if the type or its schema version is unknown: it is refused, never guessed.
 */
export function decode(body: string): LedgerEvent {
  const event = JSON.parse(body) as LedgerEvent;
  if (!KNOWN_TYPES.has(event.type))
    throw new UnknownEvent(`position ${event.position} holds a ${event.type}, which this version does not know`);
  const { schema } = event.metadata;
  if (schema !== SCHEMA)
    throw new UnknownEvent(`position ${event.position} holds a ${event.type} of schema ${schema}; this version knows ${SCHEMA}`);
  return event;
}

/** An event written by a newer version. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
}
