import type { Appended, EventStore, KeptText, NewEvent, OpenedText, StoredEvent, Vault } from '@ladder/event-store';
import { EventIdTaken, StoreUnavailable, WrongExpectedRevision } from '@ladder/event-store';
import { bytesOfAppend, MAX_APPEND_BYTES } from '../../libs/event-store/src/append-rules.js';

const FOLLOW_BATCH = 256;

/** What outlives every process: the events of all streams, and the vault. */
export class Disk {
  readonly all: StoredEvent[] = [];
  readonly streams = new Map<string, StoredEvent[]>();
  readonly byId = new Map<string, StoredEvent>();
  readonly texts = new Map<string, KeptText>();
  readonly forgotten = new Set<string>();
}

/** An event store and vault that lie in memory, and do everything in the order in which they are asked. */
export class MemoryStore implements EventStore, Vault {
  readonly afterForgetting = 'erased';
  readonly maxAppendBytes = MAX_APPEND_BYTES;
  readonly #waiting = new Set<() => void>();
  readonly #groups = new Map<string, { seen: number; moved: string[] }>();
  #closed = false;

  constructor(private readonly disk: Disk) {}

  append(stream: string, expectedRevision: number, events: readonly NewEvent[], texts: readonly KeptText[] = []): Promise<Appended> {
    return this.#answer(() => {
      bytesOfAppend(stream, expectedRevision, events, texts);
      const there = this.disk.streams.get(stream) ?? [];
      const same = events.map(({ id }, index) =>
        there[expectedRevision + 1 + index]?.id === id ? there[expectedRevision + 1 + index] : null,
      );
      const last = same.at(-1);
      if (last && !same.includes(null)) return { revision: last.revision, position: last.position };
      if (there.length - 1 !== expectedRevision) throw new WrongExpectedRevision(stream, expectedRevision, there.length - 1);
      const taken = events.find(({ id }) => this.disk.byId.has(id));
      if (taken) throw new EventIdTaken(taken.id);

      for (const text of texts) if (!text.persons.some((person) => this.disk.forgotten.has(person))) this.disk.texts.set(text.ref, text);
      for (const { id, type, body } of events) {
        const event = { stream, revision: there.length, position: BigInt(this.disk.all.length + 1), id, type, body };
        there.push(event);
        this.disk.all.push(event);
        this.disk.byId.set(id, event);
      }
      this.disk.streams.set(stream, there);
      this.#announce();
      return { revision: there.length - 1, position: BigInt(this.disk.all.length) };
    });
  }

  readStream(stream: string, fromRevision: number, maxCount: number): Promise<StoredEvent[]> {
    return this.#answer(() => (this.disk.streams.get(stream) ?? []).slice(fromRevision, fromRevision + atLeastOne(maxCount)));
  }

  readAll(after: bigint, maxCount: number, passingOver: ReadonlySet<string> = new Set()): Promise<StoredEvent[]> {
    return this.#answer(() =>
      this.#pageAfter(after, atLeastOne(maxCount)).filter((event, _, page) => event === page.at(-1) || !passingOver.has(event.type)),
    );
  }

  lastRevision(stream: string): Promise<number> {
    return this.#answer(() => (this.disk.streams.get(stream)?.length ?? 0) - 1);
  }

  lastPosition(): Promise<bigint> {
    return this.#answer(() => BigInt(this.disk.all.length));
  }

  streams(prefix: string, after: string, limit: number): Promise<string[]> {
    return this.#answer(() => {
      const names = [...this.disk.streams.keys()].filter((name) => name.startsWith(prefix) && name > after);
      return names.sort((one, other) => (one < other ? -1 : 1)).slice(0, atLeastOne(limit));
    });
  }

  async *follow(after: bigint, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    let seen = after;
    while (!signal.aborted) {
      this.#checkOpen();
      const batch = this.#pageAfter(seen, FOLLOW_BATCH);
      const last = batch.at(-1);
      if (last) {
        seen = last.position;
        yield batch;
      } else {
        await this.#moves(signal);
      }
    }
  }

  wake(name: string, signal: AbortSignal): AsyncIterable<string> {
    const group = this.#groups.get(name) ?? { seen: this.disk.all.length, moved: [] };
    this.#groups.set(name, group);
    return this.#wake(group, signal);
  }

  async *#wake(group: { seen: number; moved: string[] }, signal: AbortSignal): AsyncGenerator<string> {
    while (!signal.aborted) {
      this.#checkOpen();
      group.moved.push(...new Set(this.disk.all.slice(group.seen).map(({ stream }) => stream)));
      group.seen = this.disk.all.length;
      const name = group.moved.shift();
      if (name === undefined) await this.#moves(signal);
      else yield name;
    }
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#announce();
    return Promise.resolve();
  }

  open(refs: readonly string[]): Promise<Map<string, OpenedText>> {
    return this.#answer(() => {
      const kept = refs.map((ref) => this.disk.texts.get(ref)).filter((text) => text !== undefined);
      return new Map(kept.map(({ ref, text, salt }) => [ref, { text, salt }]));
    });
  }

  forget(person: string, texts: readonly string[] = []): Promise<number> {
    return this.#answer(() => {
      const named = new Set(texts);
      const gone = [...this.disk.texts.values()].filter(({ ref, persons }) => named.has(ref) || persons.includes(person));
      for (const { ref } of gone) this.disk.texts.delete(ref);
      this.disk.forgotten.add(person);
      return gone.length;
    });
  }

  forgotten(persons: readonly string[]): Promise<Set<string>> {
    return this.#answer(() => new Set(persons.filter((person) => this.disk.forgotten.has(person))));
  }

  #answer<T>(work: () => T): Promise<T> {
    return new Promise((resolve) => {
      this.#checkOpen();
      resolve(work());
    });
  }

  #checkOpen(): void {
    if (this.#closed) throw new StoreUnavailable('The store is closed.');
  }

  #pageAfter(after: bigint, maxCount: number): StoredEvent[] {
    return this.disk.all.slice(Number(after), Number(after) + maxCount);
  }

  #announce(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #moves(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

function atLeastOne(count: number): number {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`A page holds one entry or more, not ${count}.`);
  return count;
}
