import type { EventReader, EventStore, StoredEvent } from './port.js';
import type { KeptText, MovableVault } from './vault/vault.js';

/** Events read at a time, and appended at most at once. */
const PAGE = 500;

/** What was copied, or was there already from a copying that was cut off. */
export interface Copied {
  readonly events: number;
  readonly texts: number;
  readonly forgotten: number;
}

/** The two stores differ: the one that was copied to holds something of its own, or the other was written to meanwhile. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}

/**
 * Copies a store with its vault to another: who was forgotten first, then the texts, then every event at its revision, in the order of the whole
 * store. What is there already is passed over, so that it goes on where it was cut off. At the end everything is read from both and compared.
 *
 * @param progress is told how many events have been looked at.
 * @throws CopyDiffers, StoreUnavailable.
 */
export async function copyStore(
  from: { store: EventReader; vault: MovableVault },
  to: { store: EventStore; vault: MovableVault },
  progress: (events: number) => void,
): Promise<Copied> {
  for await (const persons of from.vault.everyoneForgotten()) for (const person of persons) await to.vault.forget(person);
  for await (const texts of from.vault.contents()) await to.vault.put(texts);
  await copyEvents(from.store, to.store, progress);
  const events = await compareEvents(from.store, to.store);
  return { events, ...(await compareVaults(from.vault, to.vault)) };
}

async function copyEvents(from: EventReader, to: EventStore, progress: (events: number) => void): Promise<void> {
  const ends = new Map<string, number>();
  let seen = 0;
  for await (const page of pagesOf(from)) {
    for (const run of runsIn(page, to.maxAppendBytes)) {
      const [{ stream }] = run;
      const end = ends.get(stream) ?? (await to.lastRevision(stream));
      const missing = run.filter(({ revision }) => revision > end);
      const [first] = missing;
      if (first) await to.append(stream, first.revision - 1, missing.map(({ id, type, body }) => ({ id, type, body }))); // prettier-ignore
      ends.set(stream, Math.max(end, run.at(-1)?.revision ?? end));
    }
    seen += page.length;
    progress(seen);
  }
}

/** Splits a page where the stream changes, or where an append would be too large. */
function* runsIn(page: readonly StoredEvent[], maxAppendBytes: number): Generator<[StoredEvent, ...StoredEvent[]]> {
  let run: StoredEvent[] = [];
  let bytes = 0;
  for (const event of page) {
    const size = Buffer.byteLength(event.type) + Buffer.byteLength(event.body);
    if (run.length > 0 && (run[0]?.stream !== event.stream || bytes + size > maxAppendBytes)) {
      yield run as [StoredEvent, ...StoredEvent[]];
      run = [];
      bytes = 0;
    }
    run.push(event);
    bytes += size;
  }
  if (run.length > 0) yield run as [StoredEvent, ...StoredEvent[]];
}

async function* pagesOf(store: EventReader): AsyncGenerator<StoredEvent[]> {
  for (let after = 0n; ;) {
    const page = await store.readAll(after, PAGE);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.position;
  }
}

async function* eventsOf(store: EventReader): AsyncGenerator<StoredEvent> {
  for await (const page of pagesOf(store)) yield* page;
}

/** @returns how many events both hold. */
async function compareEvents(from: EventReader, to: EventReader): Promise<number> {
  const copies = eventsOf(to);
  let count = 0;
  for await (const event of eventsOf(from)) {
    const { value: copy } = (await copies.next()) as IteratorResult<StoredEvent, undefined>;
    const same = copy && FIELDS.every((field) => copy[field] === event[field]);
    if (!same) throw new CopyDiffers(`Event ${event.revision} of ${event.stream} is not in its place in the copy, or is another there.`);
    count += 1;
  }
  if (!(await copies.next()).done) throw new CopyDiffers('The copy holds events that the other store does not.');
  return count;
}

const FIELDS = ['stream', 'revision', 'id', 'type', 'body'] as const;

async function compareVaults(from: MovableVault, to: MovableVault): Promise<{ texts: number; forgotten: number }> {
  let texts = 0;
  let forgotten = 0;
  for await (const page of from.contents()) {
    const opened = await to.open(page.map(({ ref }) => ref));
    for (const kept of page)
      if (!isSame(kept, opened.get(kept.ref))) throw new CopyDiffers(`The text ${kept.ref} is not in the copy, or is another there.`);
    texts += page.length;
  }
  for await (const page of from.everyoneForgotten()) {
    const there = await to.forgotten(page);
    for (const person of page) if (!there.has(person)) throw new CopyDiffers(`${person} was forgotten, and is not in the copy.`);
    forgotten += page.length;
  }
  return { texts, forgotten };
}

function isSame({ text, salt }: KeptText, opened: { text: string; salt: string } | undefined): boolean {
  return opened?.text === text && opened.salt === salt;
}
