import { decode, UnknownEvent } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';
import { isCanonical } from './canonical-form.js';
import { at } from './verdict.js';
import type { Problem } from './verdict.js';

/**
 * Reads the envelopes of a ledger: each must be an event that this version knows, in canonical form (RFC 8785: writing it again gives the
 * same bytes), at the position that follows the one before, with an id of its own, and not recorded before the one ahead of it.
 */
export function readEnvelopes(envelopes: readonly string[]): { events: LedgerEvent[]; problems: Problem[] } {
  const events: LedgerEvent[] = [];
  const problems: Problem[] = [];
  const ids = new Set<string>();
  let position = 0;
  let recordedAt = '';
  for (const [index, envelope] of envelopes.entries()) {
    const event = readEnvelope(envelope);
    if (typeof event === 'string') {
      problems.push({ where: at(index), what: event });
      position += 1;
      continue;
    }
    const misplaced = misplacedAt(event, position);
    if (misplaced) problems.push(misplaced);
    if (ids.has(event.id)) problems.push({ where: at(event.position), what: `The id ${event.id} stands earlier in the ledger already.` });
    if (event.metadata.recordedAt < recordedAt)
      problems.push({ where: at(event.position), what: 'It says that it was recorded before the event ahead of it.' });
    events.push(event);
    ids.add(event.id);
    position = Math.max(position, event.position + 1);
    ({ recordedAt } = event.metadata);
  }
  return { events, problems };
}

function misplacedAt({ position: found }: LedgerEvent, position: number): Problem | undefined {
  if (found === position) return undefined;
  if (found > position) return { where: at(position), what: `It is missing: position ${found} stands there.` };
  return { where: at(found), what: `It stands where position ${position} should, so it is doubled or out of order.` };
}

/** The event, or why it is none. */
function readEnvelope(envelope: string): LedgerEvent | string {
  try {
    const event = decode(envelope);
    const { position, id, data, metadata } = event as Unchecked;
    const isShaped = isPosition(position) && typeof id === 'string' && isObject(data) && typeof metadata.recordedAt === 'string';
    if (!isShaped) return 'It is no envelope: its position, id, data or time of recording is missing.';
    return isCanonical(envelope, event) ? event : 'It is not in canonical form: writing the event again gives other bytes.';
  } catch (error) {
    return error instanceof UnknownEvent ? `It cannot be read: ${error.message}.` : 'It is no envelope: not JSON, or not of that shape.';
  }
}

/** What {@link decode} has looked at only in part. */
interface Unchecked {
  readonly position: unknown;
  readonly id: unknown;
  readonly data: unknown;
  readonly metadata: { readonly recordedAt: unknown };
}

function isPosition(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
