import { StoreUnavailable } from '../store-errors.js';
import { OpenedTexts } from '../vault/opened-texts.js';
import { decryptText, encryptText, newPersonKey } from '../vault/person-keys.js';
import type { PersonKey } from '../vault/person-keys.js';
import type { KeptText, MovableVault, OpenedText } from '../vault/vault.js';
import type { PersonStreams, SealedEntry } from './person-streams.js';
import { sideBySide } from './side-by-side.js';
import type { VaultIndex, Whereabouts } from './vault-index.js';

/** Calls to the server that are under way at the same time, for one who keeps or opens. */
const AT_A_TIME = 32;

/** Texts, or persons, that are read at a time when the whole vault is moved. */
const PAGE = 256;

/** About 32 MiB at two bytes a character. */
const CHARACTERS_REMEMBERED = 16 * 1024 * 1024;

/** A person with a key, which is new if it is in no stream yet. */
interface Holder {
  readonly key: PersonKey;
  readonly isNew: boolean;
}

/** The vault in streams of the same store: one a person, and one that tells where each text lies. */
export class KurrentVault implements MovableVault {
  readonly afterForgetting = 'requested';
  readonly #index: VaultIndex;
  readonly #persons: PersonStreams;
  /** Those who were found to have a stream, although the index did not say so. */
  readonly #founded = new Set<string>();
  #opened = new OpenedTexts(CHARACTERS_REMEMBERED);

  constructor(index: VaultIndex, persons: PersonStreams) {
    this.#index = index;
    this.#persons = persons;
  }

  /** Lets go of what is held in memory of a person. Whom else a text concerns is not known here, so that all texts are let go of. */
  letGoOf(person: string): void {
    this.#persons.forgetKey(person);
    this.#opened = new OpenedTexts(CHARACTERS_REMEMBERED);
  }

  /**
   * Keeps texts, durably. A text that concerns a forgotten person is not kept; a ref that is kept already stays as it is.
   *
   * @throws StoreUnavailable.
   */
  async keep(texts: readonly KeptText[]): Promise<void> {
    if (texts.length === 0) return;
    await this.#index.catchUp();
    await this.#keepFresh(
      texts.filter(
        ({ ref, persons }) => this.#index.whereIs(ref) === undefined && !persons.some((person) => this.#index.isForgotten(person)),
      ),
    );
  }

  /** Most persons are new when they come, and then key and texts are one append. If a stream is there after all, its key is taken and its texts are sealed anew. */
  async #keepFresh(texts: readonly KeptText[]): Promise<void> {
    const opened = this.#opened;
    const persons = [...new Set(texts.flatMap((kept) => kept.persons))];
    const holders = new Map(await sideBySide(persons, AT_A_TIME, async (person) => [person, await this.#holderOf(person)] as const));
    const added = await sideBySide([...sealedFor(texts, holders)], AT_A_TIME, async ([holder, entries]) => ({
      holder,
      entries,
      revisions: holder.isNew ? await this.#persons.found(holder.key, entries) : await this.#persons.add(holder.key.person, entries),
    }));
    const there = new Set(added.filter(({ revisions }) => revisions === 'there').map(({ holder }) => holder.key.person));
    for (const person of there) this.#founded.add(person);
    const [again, done] = [true, false].map((isThere) =>
      texts.filter((kept) => kept.persons.some((person) => there.has(person)) === isThere),
    );
    const fine = new Map((done ?? []).map((kept) => [kept.ref, kept]));
    const placed = added.flatMap(({ holder, entries, revisions }) =>
      entries.flatMap(({ ref, sealed }, index) => {
        const revision = Array.isArray(revisions) ? revisions[index] : undefined;
        return revision === undefined || sealed.length === 0 || !fine.has(ref)
          ? []
          : [{ ref, at: { person: holder.key.person, revision } }];
      }),
    );
    await this.#index.noteKept(placed);
    for (const { ref } of placed) {
      const kept = fine.get(ref);
      if (kept) opened.remember(ref, { text: kept.text, salt: kept.salt });
    }
    if (again && again.length > 0) await this.#keepFresh(again);
  }

  async #holderOf(person: string): Promise<Holder> {
    const mayBeThere = this.#founded.has(person) || this.#index.knows(person);
    const key = mayBeThere ? await this.#persons.keyOf(person) : this.#persons.keyAtHand(person);
    return key ? { key, isNew: false } : { key: newPersonKey(person), isNew: true };
  }

  async open(refs: readonly string[]): Promise<Map<string, OpenedText>> {
    await this.#index.catchUp();
    const found = new Map<string, OpenedText>();
    const wanted: { ref: string; at: Whereabouts }[] = [];
    const opened = this.#opened;
    for (const ref of new Set(refs)) {
      const remembered = opened.get(ref);
      const at = this.#index.whereIs(ref);
      if (remembered) found.set(ref, remembered);
      else if (at && !this.#index.isForgotten(at.person)) wanted.push({ ref, at });
    }
    const byPerson = Map.groupBy(wanted, ({ at }) => at.person);
    await sideBySide([...byPerson], AT_A_TIME, async ([person, theirs]) => {
      const entries = await this.#persons.entriesAt(
        person,
        theirs.map(({ at }) => at.revision),
      );
      for (const entry of entries) {
        const text = await this.#decrypt(entry);
        if (!text) continue;
        found.set(entry.ref, text);
        // Into the memory that was there when this began: one that was dropped since takes it along.
        opened.remember(entry.ref, text);
      }
    });
    return found;
  }

  async forget(person: string): Promise<number> {
    await this.#index.catchUp();
    if (this.#index.isForgotten(person)) return 0;
    const refs = new Set<string>();
    for (const { ref, persons } of await this.#persons.entries(person)) {
      if (!persons.some((each) => this.#index.isForgotten(each))) refs.add(ref);
    }
    await this.#persons.delete(person);
    await this.#index.noteForgotten(person);
    this.letGoOf(person);
    await this.#index.catchUp();
    return refs.size;
  }

  async forgotten(persons: readonly string[]): Promise<Set<string>> {
    await this.#index.catchUp();
    return new Set(persons.filter((person) => this.#index.isForgotten(person)));
  }

  async *contents(): AsyncGenerator<readonly KeptText[]> {
    await this.#index.catchUp();
    const refs = this.#index.refs();
    for (let from = 0; from < refs.length; from += PAGE) {
      const page = refs.slice(from, from + PAGE);
      const opened = await this.open(page);
      const persons = await this.#personsOf(page);
      yield page.flatMap((ref) => {
        const text = opened.get(ref);
        const concerned = persons.get(ref);
        return text && concerned ? [{ ref, persons: concerned, ...text }] : [];
      });
    }
  }

  async *everyoneForgotten(): AsyncGenerator<readonly string[]> {
    await this.#index.catchUp();
    const everyone = this.#index.everyoneForgotten();
    for (let from = 0; from < everyone.length; from += PAGE) yield everyone.slice(from, from + PAGE);
  }

  put(texts: readonly KeptText[]): Promise<void> {
    return this.keep(texts);
  }

  async #personsOf(refs: readonly string[]): Promise<Map<string, readonly string[]>> {
    const places = refs.flatMap((ref) => this.#index.whereIs(ref) ?? []);
    const entries = await sideBySide([...Map.groupBy(places, ({ person }) => person)], AT_A_TIME, ([person, there]) =>
      this.#persons.entriesAt(
        person,
        there.map(({ revision }) => revision),
      ),
    );
    return new Map(entries.flat().map(({ ref, persons }) => [ref, persons]));
  }

  /** Nothing for a text that concerns somebody who was forgotten. */
  async #decrypt({ ref, persons, sealed }: SealedEntry): Promise<OpenedText | undefined> {
    if (persons.some((person) => this.#index.isForgotten(person))) return undefined;
    const keys = await sideBySide(persons, AT_A_TIME, (person) => this.#persons.keyOf(person));
    if (!keys.every((key) => key !== undefined)) return undefined;
    try {
      return decryptText(ref, sealed, keys);
    } catch (error) {
      throw new StoreUnavailable(`The vault's entry ${ref} is damaged.`, { cause: error });
    }
  }
}

/** The texts as they go into the streams of their persons: sealed into that of the first, and named in those of the others. */
function sealedFor(texts: readonly KeptText[], holders: ReadonlyMap<string, Holder>): Map<Holder, SealedEntry[]> {
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
      theirs.push({ ref: kept.ref, persons, sealed: index === 0 ? sealed : new Uint8Array() });
      entries.set(holder, theirs);
    }
  }
  return entries;
}
