import type { LedgerEvent } from '../events.js';
import { isWithheldFromFloor } from './timeline.js';

/** An event as the feed shows it: ids only, no free text, no name. */
export interface PublicEvent {
  position: number;
  type: string;
  by: string | null;
  cause: number | null;
  recordedAt: string;
  data: unknown;
}

/** The public form of an event, for those who may read everything and for the others. */
export function publicForm(event: LedgerEvent, mayReadWithheld: boolean): PublicEvent {
  const { position, type, data, metadata } = event;
  const { by, cause, recordedAt } = metadata;
  if (isWithheldFromFloor(event) && !mayReadWithheld) return { position, type: 'Withheld', by: null, cause: null, recordedAt, data: {} };
  return { position, type, by, cause, recordedAt, data: withoutSealed(data) };
}

/** Leaves out sealed texts and the hash of a pairing code: nothing to guess at. */
function withoutSealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => key !== 'codeHash' && !(typeof each === 'object' && each !== null && 'commitment' in each))
      .map(([key, each]) => [key, withoutSealed(each)]),
  );
}
