import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { MasterKey } from '../vault/master-key.js';
import { AddressUnusable } from './settings.js';
import { Conflict } from './event-appender.js';
import type { EventAppender } from './event-appender.js';
import { isStreamNotFound, unavailable } from './kurrent-failure.js';
import { VAULT_INDEX } from './names.js';
import { bytesOf, collect, OF_LEADER } from './reading.js';
import { TextPlaces } from './text-places.js';
import type { Place, Whereabouts } from './text-places.js';

const PAGE = 500;

/** So many texts are named in one event at most, which keeps it far below any limit. */
const TEXTS_IN_ONE = 2_000;

type Noted =
  | { readonly kept: readonly Place[] }
  /** Within the stream of the same person. */
  | { readonly moved: readonly Place[] }
  /** Forgotten for good, and never kept again. */
  | { readonly struck: readonly string[] }
  /** Referred to by nothing; and after all by an event that came late. */
  | { readonly swept: readonly string[] }
  | { readonly spared: readonly string[] }
  | { readonly forgotten: string }
  | { readonly check: string };

/** A person, or a single text, that was forgotten. */
export type Gone = { readonly person: string } | { readonly text: string };

/**
 * Where each text lies and who was forgotten, in one stream that all processes read: they learn from it what the others kept and forgot. It names
 * refs and pseudonyms only, and begins with what tells the vault's master key from any other.
 */
export class VaultIndex {
  readonly #client: EventStoreDBClient;
  readonly #appender: EventAppender;
  /** As it was when the index was last read. */
  readonly texts = new TextPlaces();
  readonly #forgotten = new Set<string>();
  readonly #onGone: (gone: Gone) => void;
  #next = 0n;
  #upcoming: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();

  /** @param onGone is told of everyone and everything that any process forgot, as it is read. */
  constructor(client: EventStoreDBClient, appender: EventAppender, onGone: (gone: Gone) => void) {
    this.#client = client;
    this.#appender = appender;
    this.#onGone = onGone;
  }

  /**
   * Begins the index, or makes sure that it was begun with the same master key.
   *
   * @throws AddressUnusable for a store of another master key; StoreUnavailable.
   */
  async begin(key: MasterKey): Promise<void> {
    const begun = await this.#appender.append(VAULT_INDEX, -1, [draftOf({ check: checkOf(key) })]);
    if (begun instanceof Conflict) await this.recognise(key);
  }

  /** Makes sure that the index was begun with this master key. @throws AddressUnusable for another, or where nothing was begun; StoreUnavailable. */
  async recognise(key: MasterKey): Promise<void> {
    const [first] = await this.#read(0n, 1);
    if (!first) throw new AddressUnusable('Nothing was recorded in this store yet.');
    const noted = notedIn(first);
    if (!('check' in noted) || noted.check !== checkOf(key))
      throw new AddressUnusable('The vault of this store was made with another master key.');
  }

  /** Reads what was noted since, by whomever. Those who ask at the same time share one reading that begins after they asked. */
  catchUp(): Promise<void> {
    this.#upcoming ??= this.#reading.then(() => {
      this.#upcoming = undefined;
      const reading = this.#readOn();
      this.#reading = reading.catch(() => undefined);
      return reading;
    });
    return this.#upcoming;
  }

  isForgotten(person: string): boolean {
    return this.#forgotten.has(person);
  }

  everyoneForgotten(): string[] {
    return [...this.#forgotten];
  }

  async noteKept(kept: readonly { ref: string; at: Whereabouts }[]): Promise<void> {
    const places = kept.map(({ ref, at }): Place => [ref, at.person, at.revision]);
    await this.#noteEach(places, (some) => ({ kept: some }));
  }

  async noteMoved(person: string, moved: readonly { ref: string; revision: number }[]): Promise<void> {
    const places = moved.map(({ ref, revision }): Place => [ref, person, revision]);
    await this.#noteEach(places, (some) => ({ moved: some }));
  }

  async noteStruck(refs: readonly string[]): Promise<void> {
    await this.#noteEach(refs, (some) => ({ struck: some }));
  }

  async noteSwept(refs: readonly string[]): Promise<void> {
    await this.#noteEach(refs, (some) => ({ swept: some }));
  }

  async noteSpared(refs: readonly string[]): Promise<void> {
    await this.#noteEach(refs, (some) => ({ spared: some }));
  }

  async noteForgotten(person: string): Promise<void> {
    await this.#appender.appendAnywhere(VAULT_INDEX, [draftOf({ forgotten: person })]);
  }

  async #noteEach<T>(all: readonly T[], noted: (some: readonly T[]) => Noted): Promise<void> {
    for (let from = 0; from < all.length; from += TEXTS_IN_ONE) {
      await this.#appender.appendAnywhere(VAULT_INDEX, [draftOf(noted(all.slice(from, from + TEXTS_IN_ONE)))]);
    }
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const page = await this.#read(this.#next, PAGE);
      for (const event of page) {
        this.#take(notedIn(event));
        this.#next = event.revision + 1n;
      }
      if (page.length < PAGE) return;
    }
  }

  #take(noted: Noted): void {
    if ('kept' in noted) for (const place of noted.kept) this.texts.keep(place);
    else if ('moved' in noted) for (const place of noted.moved) this.texts.move(place);
    else if ('struck' in noted) for (const ref of noted.struck) this.#strike(ref);
    else if ('swept' in noted) for (const ref of noted.swept) this.texts.sweep(ref);
    else if ('spared' in noted) for (const ref of noted.spared) this.texts.spare(ref);
    else if ('forgotten' in noted) {
      this.#forgotten.add(noted.forgotten);
      this.#onGone({ person: noted.forgotten });
    }
  }

  #strike(ref: string): void {
    this.texts.strike(ref);
    this.#onGone({ text: ref });
  }

  async #read(fromRevision: bigint, maxCount: number) {
    try {
      const read = await collect(this.#client.readStream(VAULT_INDEX, { fromRevision, maxCount, ...OF_LEADER }));
      return read.flatMap(({ event }) => event ?? []);
    } catch (error) {
      if (isStreamNotFound(error)) return [];
      throw unavailable('read the vault', error);
    }
  }
}

function checkOf({ check }: MasterKey): string {
  return Buffer.from(check).toString('base64');
}

function draftOf(noted: Noted) {
  return { id: randomUUID(), type: 'Noted', data: Buffer.from(JSON.stringify(noted)) };
}

function notedIn(event: { data: unknown; streamId: string }): Noted {
  return JSON.parse(Buffer.from(bytesOf(event)).toString('utf8')) as Noted;
}
