import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, NewEvent, StoredEvent } from '../port.js';
import type { Vault } from '../vault/vault.js';

/** A store that the contract is tried on. */
export interface StoreUnderTest {
  store: EventStore;
  vault: Vault;
  /** Closes the store and opens it again on the same data. */
  reopen(): Promise<StoreUnderTest>;
  /** Closes the store and leaves nothing behind. */
  close(): Promise<void>;
}

/** A name that no other spec uses. */
export function newName(prefix = 'contract'): string {
  return `${prefix}-${randomUUID()}`;
}

/** An event whose body is canonical JSON of `{ text }`. */
export function newEvent(text = ''): NewEvent {
  return { id: randomUUID(), type: 'Noted', body: JSON.stringify({ text }) };
}

export function newEvents(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, index) => newEvent(String(index)));
}

export function idsOf(events: readonly { id: string }[]): string[] {
  return events.map(({ id }) => id);
}

/** All events after `after`. */
export async function allAfter(store: EventStore, after: bigint): Promise<StoredEvent[]> {
  return (await pagesAfter(store, after, 100)).flat();
}

/** The pages after `after`, up to the empty one at the end, which is not among them. */
export async function pagesAfter(
  store: EventStore,
  after: bigint,
  maxCount: number,
  passingOver?: ReadonlySet<string>,
): Promise<StoredEvent[][]> {
  const pages: StoredEvent[][] = [];
  for (;;) {
    const page = await store.readAll(pages.at(-1)?.at(-1)?.position ?? after, maxCount, passingOver);
    if (page.length === 0) return pages;
    pages.push(page);
  }
}

/**
 * Follows the store until it has seen the last of `ids`, and returns those of `ids` in the order in which it saw each first.
 *
 * @throws Error when an event comes that should have come before one already seen.
 */
export async function followUntil(store: EventStore, after: bigint, ids: readonly string[]): Promise<string[]> {
  const wanted = new Set(ids);
  const seen: string[] = [];
  let highest = after;
  const stop = new AbortController();
  for await (const batch of store.follow(after, AbortSignal.any([stop.signal, AbortSignal.timeout(20_000)]))) {
    for (const { id, position } of batch) {
      if (position <= highest) continue;
      highest = position;
      if (wanted.has(id)) seen.push(id);
      if (id === ids.at(-1)) stop.abort();
    }
  }
  return seen;
}

/** Asks again until the answer satisfies, for what a store may show a little later. Returns the last answer. */
export async function eventually<T>(ask: () => Promise<T>, satisfies: (answer: T) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    if (satisfies(answer) || attempt === 100) return answer;
    await pause(50);
  }
}
