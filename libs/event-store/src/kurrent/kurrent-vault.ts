import { StoreUnavailable } from '../store-errors.js';
import { OpenedTexts } from '../vault/opened-texts.js';
import { decryptText } from '../vault/person-keys.js';
import type { KeptText, MovableVault, OpenedText } from '../vault/vault.js';
import type { PersonStreams } from './person-streams.js';
import { entryIn, TEXT_KEPT, TEXT_KEPT_AGAIN } from './sealed-entry.js';
import type { SealedEntry } from './sealed-entry.js';
import { sideBySide } from './side-by-side.js';
import type { TextCuts } from './text-cuts.js';
import type { TextKeeper } from './text-keeper.js';
import type { Whereabouts } from './text-places.js';
import type { Gone, VaultIndex } from './vault-index.js';

/** Calls to the server that are under way at the same time, for one who opens or forgets. */
const AT_A_TIME = 32;

/** Texts, or persons, that are read at a time when the whole vault is moved. */
const PAGE = 256;

/** About 32 MiB at two bytes a character. */
const CHARACTERS_REMEMBERED = 16 * 1024 * 1024;

/** The vault in streams of the same store: one a person, and one that tells where each text lies. */
export class KurrentVault implements MovableVault {
  readonly afterForgetting = 'requested';
  readonly #index: VaultIndex;
  readonly #persons: PersonStreams;
  readonly #keeper: TextKeeper;
  readonly #cuts: TextCuts;
  #opened = new OpenedTexts(CHARACTERS_REMEMBERED);

  constructor(index: VaultIndex, persons: PersonStreams, keeper: TextKeeper, cuts: TextCuts) {
    this.#index = index;
    this.#persons = persons;
    this.#keeper = keeper;
    this.#cuts = cuts;
  }

  /** Lets go of what is held in memory. Whom else a text concerns is not known here, so that of a person's all texts are let go of. */
  letGoOf(gone: Gone): void {
    if ('text' in gone) return this.#opened.drop(gone.text);
    this.#persons.forgetKey(gone.person);
    this.#opened = new OpenedTexts(CHARACTERS_REMEMBERED);
  }

  /**
   * Keeps texts, durably. A text that concerns a forgotten person is not kept; a ref that is kept already stays as it is.
   *
   * @returns whether all were new here: one that was there before may be old enough to be swept at any moment.
   * @throws StoreUnavailable.
   */
  async keep(texts: readonly KeptText[]): Promise<boolean> {
    if (texts.length === 0) return true;
    await this.#index.catchUp();
    const missing = this.#missing(texts);
    // What was swept before is kept so that a sweep that is still at it lets it be.
    const [fresh, swept] = [false, true].map((isSwept) => missing.filter(({ ref }) => this.#index.texts.isSwept(ref) === isSwept));
    await this.#keep(fresh ?? [], TEXT_KEPT);
    await this.#keep(swept ?? [], TEXT_KEPT_AGAIN);
    return fresh?.length === texts.length;
  }

  /** Keeps again what was swept while the event that refers to it was on its way. Call it when the event is recorded. */
  async keepAgain(texts: readonly KeptText[]): Promise<void> {
    await this.#index.catchUp();
    await this.#keep(this.#missing(texts), TEXT_KEPT_AGAIN);
  }

  async open(refs: readonly string[]): Promise<Map<string, OpenedText>> {
    await this.#index.catchUp();
    const found = new Map<string, OpenedText>();
    let wanted = this.#placesOf(new Set(refs));
    for (;;) {
      await this.#openAt(wanted, found);
      const missing = [...wanted.keys()].filter((ref) => !found.has(ref));
      if (missing.length === 0) return found;
      // A text may have been copied within its stream since, and the place where it lay cut off.
      await this.#index.catchUp();
      const now = this.#placesOf(missing);
      const moved = [...now].filter(([ref, { revision }]) => wanted.get(ref)?.revision !== revision);
      if (moved.length === 0) return found;
      wanted = new Map(moved);
    }
  }

  async forget(person: string, texts: readonly string[] = []): Promise<number> {
    await this.#index.catchUp();
    const refs = new Set<string>();
    if (!this.#index.isForgotten(person)) {
      for (const entry of (await this.#persons.everything(person)) ?? []) {
        const concerned = entryIn(entry);
        if (concerned && this.#isOpen(concerned)) refs.add(concerned.ref);
      }
      await this.#persons.delete(person);
      await this.#index.noteForgotten(person);
      this.letGoOf({ person });
    }
    for (const ref of await this.#strike(texts)) refs.add(ref);
    await this.#index.catchUp();
    return refs.size;
  }

  async forgotten(persons: readonly string[]): Promise<Set<string>> {
    await this.#index.catchUp();
    return new Set(persons.filter((person) => this.#index.isForgotten(person)));
  }

  async *contents(): AsyncGenerator<readonly KeptText[]> {
    await this.#index.catchUp();
    const refs = this.#index.texts.refs();
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

  async put(texts: readonly KeptText[]): Promise<void> {
    await this.keep(texts);
  }

  /** What is not there and may be kept. */
  #missing(texts: readonly KeptText[]): KeptText[] {
    const { texts: places } = this.#index;
    return texts.filter(
      ({ ref, persons }) =>
        places.whereIs(ref) === undefined && !places.isStruck(ref) && !persons.some((person) => this.#index.isForgotten(person)),
    );
  }

  async #keep(texts: readonly KeptText[], type: typeof TEXT_KEPT | typeof TEXT_KEPT_AGAIN): Promise<void> {
    if (texts.length === 0) return;
    const opened = this.#opened;
    for (const { ref, text, salt } of await this.#keeper.keep(texts, type)) opened.remember(ref, { text, salt });
  }

  #placesOf(refs: Iterable<string>): Map<string, Whereabouts> {
    return new Map(
      [...refs].flatMap((ref): [string, Whereabouts][] => {
        const at = this.#index.texts.whereIs(ref);
        return at && !this.#index.isForgotten(at.person) ? [[ref, at]] : [];
      }),
    );
  }

  async #openAt(places: ReadonlyMap<string, Whereabouts>, found: Map<string, OpenedText>): Promise<void> {
    const opened = this.#opened;
    const sealed = [...places].filter(([ref]) => {
      const remembered = opened.get(ref);
      if (remembered) found.set(ref, remembered);
      return !remembered;
    });
    const byPerson = Map.groupBy(sealed, ([, { person }]) => person);
    await sideBySide([...byPerson], AT_A_TIME, async ([person, theirs]) => {
      const revisions = theirs.map(([, { revision }]) => revision);
      for (const entry of await this.#persons.entriesAt(person, revisions)) {
        const text = await this.#decrypt(entry);
        if (!text) continue;
        found.set(entry.ref, text);
        // Into the memory that was there when this began: one that was dropped since takes it along.
        opened.remember(entry.ref, text);
      }
    });
  }

  /**
   * Takes texts out, whomever they were written about. First nobody opens them any more; then the bytes go.
   *
   * @returns the refs of those that are gone now.
   */
  async #strike(refs: readonly string[]): Promise<string[]> {
    const places = refs.flatMap((ref) => {
      const at = this.#index.texts.whereWas(ref);
      return at && !this.#index.isForgotten(at.person) ? [{ ref, person: at.person }] : [];
    });
    if (places.length === 0) return [];
    const fresh = places.map(({ ref }) => ref).filter((ref) => !this.#index.texts.isStruck(ref));
    await this.#index.noteStruck(fresh);
    for (const text of fresh) this.letGoOf({ text });
    const taken = await sideBySide([...Map.groupBy(places, ({ person }) => person)], AT_A_TIME, ([person, theirs]) => {
      const meant = new Set(theirs.map(({ ref }) => ref));
      return this.#cuts.take(person, ({ ref }) => meant.has(ref), (moved) => this.#index.noteMoved(person, moved)); // prettier-ignore
    });
    return taken.flat().flatMap((entry) => (this.#isOpen(entry) ? [entry.ref] : []));
  }

  #isOpen({ persons }: SealedEntry): boolean {
    return !persons.some((person) => this.#index.isForgotten(person));
  }

  async #personsOf(refs: readonly string[]): Promise<Map<string, readonly string[]>> {
    const byPerson = Map.groupBy(this.#placesOf(refs), ([, { person }]) => person);
    const entries = await sideBySide([...byPerson], AT_A_TIME, ([person, there]) =>
      this.#persons.entriesAt(
        person,
        there.map(([, { revision }]) => revision),
      ),
    );
    return new Map(entries.flat().map(({ ref, persons }) => [ref, persons]));
  }

  /** Nothing for a text that concerns somebody who was forgotten. */
  async #decrypt(entry: SealedEntry): Promise<OpenedText | undefined> {
    if (!this.#isOpen(entry)) return undefined;
    const keys = await sideBySide(entry.persons, AT_A_TIME, (person) => this.#persons.keyOf(person));
    if (!keys.every((key) => key !== undefined)) return undefined;
    try {
      return decryptText(entry.ref, entry.sealed, keys);
    } catch (error) {
      throw new StoreUnavailable(`The vault's entry ${entry.ref} is damaged.`, { cause: error });
    }
  }
}
