import type { NewEvent } from './port.js';
import { AppendTooLarge } from './store-errors.js';
import type { KeptText } from './vault/vault.js';

/** 256 KiB: type and body of one event in UTF-8. */
export const MAX_EVENT_BYTES = 256 * 1024;

/**
 * 4 MiB: all events of one append, and likewise all texts that come with it: a roster of 5,000 players with teams and external ids. A server that is
 * set to take less takes less events (`EventStore.maxAppendBytes`).
 */
export const MAX_APPEND_BYTES = 4 * 1024 * 1024;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SALT = /^[0-9a-f]{64}$/;

/**
 * Refuses an append that no store takes.
 *
 * @param maxAppendBytes what the store takes for events.
 * @returns the bytes of the append in UTF-8, texts included.
 * @throws AppendTooLarge above a limit, TypeError for a malformed append.
 */
export function bytesOfAppend(
  stream: string,
  expectedRevision: number,
  events: readonly NewEvent[],
  texts: readonly KeptText[],
  maxAppendBytes = MAX_APPEND_BYTES,
): number {
  checkName('stream name', stream);
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < -1) {
    throw new TypeError(`An expected revision is a whole number from -1 on, not ${expectedRevision}.`);
  }
  if (events.length === 0) throw new TypeError('An append needs an event.');
  if (events.length > 1 && new Set(events.map(({ id }) => id)).size < events.length)
    throw new TypeError('An append uses an event id twice.');
  const eventBytes = total(events, bytesOfEvent);
  if (eventBytes > maxAppendBytes) throw new AppendTooLarge('The append', eventBytes, maxAppendBytes);
  const textBytes = total(texts, bytesOfText);
  if (textBytes > MAX_APPEND_BYTES) throw new AppendTooLarge('What the append keeps in the vault', textBytes, MAX_APPEND_BYTES);
  return eventBytes + textBytes;
}

function bytesOfEvent({ id, type, body }: NewEvent): number {
  if (!UUID.test(id)) throw new TypeError(`An event id is a UUID in lower case, not ${JSON.stringify(id)}.`);
  checkName('event type', type);
  if (!body.isWellFormed()) throw new TypeError(`The body of event ${id} has lone surrogates.`);
  const bytes = Buffer.byteLength(type) + Buffer.byteLength(body);
  if (bytes > MAX_EVENT_BYTES) throw new AppendTooLarge(`Event ${id}`, bytes, MAX_EVENT_BYTES);
  return bytes;
}

function bytesOfText({ ref, persons, text, salt }: KeptText): number {
  if (ref === '') throw new TypeError('A kept text needs a ref.');
  if (persons.length === 0) throw new TypeError(`Kept text ${ref} concerns nobody.`);
  if (!SALT.test(salt)) throw new TypeError(`The salt of kept text ${ref} is not 32 bytes in hex.`);
  if (!text.isWellFormed()) throw new TypeError(`Kept text ${ref} has lone surrogates.`);
  return Buffer.byteLength(text);
}

/** Names that start with `$` belong to the server in EventStoreDB. */
function checkName(what: string, name: string): void {
  if (name === '' || name.startsWith('$') || !name.isWellFormed()) throw new TypeError(`${JSON.stringify(name)} cannot be a ${what}.`);
}

function total<T>(items: readonly T[], bytesOf: (item: T) => number): number {
  let sum = 0;
  for (const item of items) sum += bytesOf(item);
  return sum;
}
