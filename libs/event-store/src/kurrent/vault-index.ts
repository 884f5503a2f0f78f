import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { MasterKey } from '../vault/master-key.js';
import { AddressUnusable } from './settings.js';
import { Conflict } from './event-appender.js';
import type { EventAppender } from './event-appender.js';
import { isStreamNotFound, unavailable } from './kurrent-failure.js';
import { VAULT_INDEX } from './names.js';
import { bytesOf, collect, OF_LEADER } from './reading.js';

const PAGE = 500;

/** So many texts are named in one event at most, which keeps it far below any limit. */
const TEXTS_IN_ONE = 2_000;

/** Where a sealed text lies: in the stream of which person, and where there. */
export interface Whereabouts {
  readonly person: string;
  readonly revision: number;
}

type Noted =
  | { readonly kept: readonly (readonly [ref: string, person: string, revision: number])[] }
  | { readonly forgotten: string }
  | { readonly check: string };

/**
 * Where each text lies and who was forgotten, in one stream that all processes read: they learn from it what the others kept and forgot. It names
 * refs and pseudonyms only, and begins with what tells the vault's master key from any other.
 */
export class VaultIndex {
  readonly #client: EventStoreDBClient;
  readonly #appender: EventAppender;
  readonly #texts = new Map<string, Whereabouts>();
  readonly #persons = new Map<string, string>();
  readonly #forgotten = new Set<string>();
  readonly #onForgotten: (person: string) => void;
  #next = 0n;
  #upcoming: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();

  /** @param onForgotten is told of everyone whom any process forgot, as it is read. */
  constructor(client: EventStoreDBClient, appender: EventAppender, onForgotten: (person: string) => void) {
    this.#client = client;
    this.#appender = appender;
    this.#onForgotten = onForgotten;
  }

  /**
   * Begins the index, or makes sure that it was begun with the same master key.
   *
   * @throws AddressUnusable for a store of another master key; StoreUnavailable.
   */
  async begin({ check }: MasterKey): Promise<void> {
    const mine = Buffer.from(check).toString('base64');
    const begun = await this.#appender.append(VAULT_INDEX, -1, [draftOf({ check: mine })]);
    if (!(begun instanceof Conflict)) return;
    const [first] = await this.#read(0n, 1);
    const noted = first && notedIn(first);
    if (!noted || !('check' in noted) || noted.check !== mine)
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

  whereIs(ref: string): Whereabouts | undefined {
    return this.#texts.get(ref);
  }

  /** Whether a text lies in the person's stream. One whom texts only concern besides others may have a stream without being known here. */
  knows(person: string): boolean {
    return this.#persons.has(person);
  }

  isForgotten(person: string): boolean {
    return this.#forgotten.has(person);
  }

  /** Every text that was noted, in the order in which they were. */
  refs(): string[] {
    return [...this.#texts.keys()];
  }

  everyoneForgotten(): string[] {
    return [...this.#forgotten];
  }

  async noteKept(kept: readonly { ref: string; at: Whereabouts }[]): Promise<void> {
    for (let from = 0; from < kept.length; from += TEXTS_IN_ONE) {
      const some = kept.slice(from, from + TEXTS_IN_ONE).map(({ ref, at }) => [ref, at.person, at.revision] as const);
      await this.#appender.appendAnywhere(VAULT_INDEX, [draftOf({ kept: some })]);
    }
  }

  async noteForgotten(person: string): Promise<void> {
    await this.#appender.appendAnywhere(VAULT_INDEX, [draftOf({ forgotten: person })]);
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
    if ('kept' in noted) {
      for (const [ref, person, revision] of noted.kept) {
        // One string for all texts of a person.
        const same = this.#persons.get(person) ?? person;
        this.#persons.set(same, same);
        if (!this.#texts.has(ref)) this.#texts.set(ref, { person: same, revision });
      }
    } else if ('forgotten' in noted) {
      this.#forgotten.add(noted.forgotten);
      this.#onForgotten(noted.forgotten);
    }
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

function draftOf(noted: Noted) {
  return { id: randomUUID(), type: 'Noted', data: Buffer.from(JSON.stringify(noted)) };
}

function notedIn(event: { data: unknown; streamId: string }): Noted {
  return JSON.parse(Buffer.from(bytesOf(event)).toString('utf8')) as Noted;
}
