import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../store-errors.js';
import { unwrapPersonKey, wrapPersonKey } from '../vault/person-keys.js';
import type { PersonKey } from '../vault/person-keys.js';
import { pauseAfter, waitFor } from './backoff.js';
import { Conflict } from './event-appender.js';
import type { EventAppender } from './event-appender.js';
import { isStreamDeleted, isStreamNotFound, unavailable } from './kurrent-failure.js';
import { PERSONS } from './names.js';
import { bytesOf, collect, OF_LEADER } from './reading.js';
import { draftOf, entryIn, inAppends, KEY_MADE } from './sealed-entry.js';
import type { SealedEntry, VaultEvent } from './sealed-entry.js';

const PAGE = 256;

/** So far behind the key, in events, a text is read together with it. */
const NEAR = 16;

const MOST_KEYS = 20_000;
const TRIES_TO_DELETE = 5;

/**
 * One stream a person: the wrapped key first, then the texts. Forgetting deletes the stream for good, after which the server refuses to write to it
 * or read it. The bytes stay in the server's files until it scavenges.
 */
export class PersonStreams {
  readonly #client: EventStoreDBClient;
  readonly #appender: EventAppender;
  readonly #wrappingKey: Uint8Array;
  readonly #closing: AbortSignal;
  readonly #keys = new Map<string, PersonKey>();

  constructor(client: EventStoreDBClient, appender: EventAppender, wrappingKey: Uint8Array, closing: AbortSignal) {
    this.#client = client;
    this.#appender = appender;
    this.#wrappingKey = wrappingKey;
    this.#closing = closing;
  }

  /**
   * Makes a person's stream, with a key that is new and the first texts under it.
   *
   * @returns their revisions; `'there'` if there is a stream already, `'forgotten'` if it was deleted.
   */
  async found(key: PersonKey, entries: readonly SealedEntry[]): Promise<number[] | 'there' | 'forgotten'> {
    const [first = [], ...others] = inAppends(entries);
    const wrapped = wrapPersonKey(key, this.#wrappingKey);
    try {
      const drafts = [{ id: randomUUID(), type: KEY_MADE, data: wrapped }, ...first.map(draftOf)];
      const founded = await this.#appender.append(PERSONS + key.person, -1, drafts);
      if (founded instanceof Conflict) return 'there';
    } catch (error) {
      if (isStreamDeleted(error)) return 'forgotten';
      throw unavailable('keep texts', error);
    }
    this.#remember(key);
    const more = await this.add(key.person, others.flat());
    return more === undefined ? 'forgotten' : [...first.map((_, index) => index + 1), ...more];
  }

  /** The person's key if it is held in memory. */
  keyAtHand(person: string): PersonKey | undefined {
    return this.#keys.get(person);
  }

  /** The person's key; undefined for one who has none or was forgotten. */
  async keyOf(person: string): Promise<PersonKey | undefined> {
    const known = this.#keys.get(person);
    if (known) return known;
    const [first] = (await this.#read(person, 0, 1)) ?? [];
    return first && this.#keyIn(person, first);
  }

  #keyIn(person: string, event: VaultEvent): PersonKey {
    try {
      return this.#remember(unwrapPersonKey(person, bytesOf(event), this.#wrappingKey));
    } catch (error) {
      throw new StoreUnavailable(`The vault's key for ${person} is damaged.`, { cause: error });
    }
  }

  /** Appends texts to a person's stream. @returns their revisions; undefined if the person was forgotten meanwhile. */
  async add(person: string, entries: readonly SealedEntry[]): Promise<number[] | undefined> {
    const revisions: number[] = [];
    try {
      for (const some of inAppends(entries)) {
        const last = await this.#appender.appendAnywhere(PERSONS + person, some.map(draftOf));
        revisions.push(...some.map((_, index) => last - some.length + 1 + index));
      }
      return revisions;
    } catch (error) {
      if (isStreamDeleted(error)) return undefined;
      throw unavailable('keep texts', error);
    }
  }

  /** The texts at these revisions; none of a person who was forgotten. The key is read with them where it is not at hand and lies near. */
  async entriesAt(person: string, revisions: readonly number[]): Promise<SealedEntry[]> {
    const found: SealedEntry[] = [];
    const wanted = [...new Set(revisions)].toSorted((a, b) => a - b);
    if (!this.#keys.has(person) && (wanted[0] ?? PAGE) < NEAR) wanted.unshift(0);
    while (wanted.length > 0) {
      const from = wanted[0] ?? 0;
      const count = Math.min(PAGE, (wanted.at(-1) ?? from) - from + 1);
      const page = new Map(((await this.#read(person, from, count)) ?? []).map((event) => [Number(event.revision), event]));
      // Of a stream whose beginning was cut off the server gives what comes after the cut.
      const readTo = Math.max(from + count - 1, ...page.keys());
      for (let revision = wanted[0]; revision !== undefined && revision <= readTo; revision = wanted[0]) {
        wanted.shift();
        const event = page.get(revision);
        const entry = event && entryIn(event);
        if (entry) found.push(entry);
        else if (event?.type === KEY_MADE) this.#keyIn(person, event);
      }
    }
    return found;
  }

  /** Everything in the person's stream; undefined if it was deleted. */
  async everything(person: string): Promise<VaultEvent[] | undefined> {
    const found: VaultEvent[] = [];
    for (let from = 0; ;) {
      const page = await this.#read(person, from, PAGE);
      if (!page) return undefined;
      found.push(...page);
      const last = page.at(-1);
      if (!last || page.length < PAGE) return found;
      from = Number(last.revision) + 1;
    }
  }

  /** Deletes a person's stream for good, also one that does not exist, so that none can be made. @throws StoreUnavailable: delete again. */
  async delete(person: string): Promise<void> {
    this.forgetKey(person);
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#client.tombstoneStream(PERSONS + person, OF_LEADER);
        return;
      } catch (error) {
        if (isStreamDeleted(error)) return;
        if (tries === TRIES_TO_DELETE || this.#closing.aborted) throw unavailable(`forget ${person}`, error);
        await waitFor(pauseAfter(tries), this.#closing);
      }
    }
  }

  /** Lets go of a key that was held in memory. */
  forgetKey(person: string): void {
    this.#keys.delete(person);
  }

  #remember(key: PersonKey): PersonKey {
    this.#keys.set(key.person, key);
    for (const oldest of this.#keys.keys()) {
      if (this.#keys.size <= MOST_KEYS) break;
      this.#keys.delete(oldest);
    }
    return key;
  }

  /** Undefined for a stream that was deleted. */
  async #read(person: string, from: number, maxCount: number) {
    try {
      const read = await collect(this.#client.readStream(PERSONS + person, { fromRevision: BigInt(from), maxCount, ...OF_LEADER }));
      return read.flatMap(({ event }) => event ?? []);
    } catch (error) {
      if (isStreamNotFound(error)) return [];
      if (isStreamDeleted(error)) return undefined;
      throw unavailable('read the vault', error);
    }
  }
}
