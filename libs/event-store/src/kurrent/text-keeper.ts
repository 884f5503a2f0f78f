import { encryptText, newPersonKey } from '../vault/person-keys.js';
import type { PersonKey } from '../vault/person-keys.js';
import type { KeptText } from '../vault/vault.js';
import type { PersonStreams } from './person-streams.js';
import type { EntryType, SealedEntry } from './sealed-entry.js';
import { sideBySide } from './side-by-side.js';
import type { Whereabouts } from './text-places.js';
import type { VaultIndex } from './vault-index.js';

/** Appends that are under way at the same time. */
const AT_A_TIME = 32;

/** A person with a key, which is new if it is in no stream yet. */
interface Holder {
  readonly key: PersonKey;
  readonly isNew: boolean;
}

/** Brings texts into the streams of the persons whom they concern, and notes where they lie. */
export class TextKeeper {
  readonly #index: VaultIndex;
  readonly #persons: PersonStreams;
  /** Those who were found to have a stream, although the index did not say so. */
  readonly #founded = new Set<string>();

  constructor(index: VaultIndex, persons: PersonStreams) {
    this.#index = index;
    this.#persons = persons;
  }

  /**
   * Most persons are new when they come, and then key and texts are one append. If a stream is there after all, its key is taken and its texts are
   * sealed anew.
   *
   * @returns the texts that are kept now: all but those about somebody who was forgotten meanwhile.
   */
  async keep(texts: readonly KeptText[], type: EntryType): Promise<KeptText[]> {
    const persons = [...new Set(texts.flatMap((kept) => kept.persons))];
    const holders = new Map(await sideBySide(persons, AT_A_TIME, async (person) => [person, await this.#holderOf(person)] as const));
    const added = await sideBySide([...sealedFor(texts, holders, type)], AT_A_TIME, async ([holder, entries]) => ({
      person: holder.key.person,
      entries,
      revisions: holder.isNew ? await this.#persons.found(holder.key, entries) : await this.#persons.add(holder.key.person, entries),
    }));
    const there = new Set(added.filter(({ revisions }) => revisions === 'there').map(({ person }) => person));
    for (const person of there) this.#founded.add(person);
    const again = new Set(texts.filter((kept) => kept.persons.some((person) => there.has(person))).map(({ ref }) => ref));
    const placed = new Map<string, Whereabouts>();
    for (const { person, entries, revisions } of added) {
      for (const [index, { ref, sealed }] of entries.entries()) {
        const revision = Array.isArray(revisions) ? revisions[index] : undefined;
        if (revision !== undefined && sealed.length > 0 && !again.has(ref)) placed.set(ref, { person, revision });
      }
    }
    await this.#index.noteKept([...placed].map(([ref, at]) => ({ ref, at })));
    const kept = texts.filter(({ ref }) => placed.has(ref));
    return again.size === 0 ? kept : [...kept, ...(await this.keep(texts.filter(({ ref }) => again.has(ref)), type))]; // prettier-ignore
  }

  async #holderOf(person: string): Promise<Holder> {
    const mayBeThere = this.#founded.has(person) || this.#index.texts.knows(person);
    const key = mayBeThere ? await this.#persons.keyOf(person) : this.#persons.keyAtHand(person);
    return key ? { key, isNew: false } : { key: newPersonKey(person), isNew: true };
  }
}

/** The texts as they go into the streams of their persons: sealed into that of the first, and named in those of the others. */
function sealedFor(texts: readonly KeptText[], holders: ReadonlyMap<string, Holder>, type: EntryType): Map<Holder, SealedEntry[]> {
  const entries = new Map<Holder, SealedEntry[]>();
  for (const kept of texts) {
    const persons = [...new Set(kept.persons)];
    const concerned = persons.flatMap((person) => holders.get(person) ?? []);
    const sealed = encryptText(
      kept,
      concerned.map(({ key }) => key),
    );
    for (const [index, holder] of concerned.entries()) {
      const theirs = entries.get(holder) ?? [];
      theirs.push({ type, ref: kept.ref, persons, sealed: index === 0 ? sealed : new Uint8Array() });
      entries.set(holder, theirs);
    }
  }
  return entries;
}
