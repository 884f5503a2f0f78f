import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../store-errors.js';
import { OpenedTexts } from '../vault/opened-texts.js';
import { encryptText, newPersonKey, wrapPersonKey } from '../vault/person-keys.js';
import type { PersonKey } from '../vault/person-keys.js';
import type { KeptText, MovableVault } from '../vault/vault.js';
import { reading } from './reading.js';
import { WRAPPED_KEY_BYTES } from './schema.js';
import { SqliteTextReader } from './text-reader.js';
import type { Writer } from './writer.js';

/** About 32 MiB at two bytes a character: the names of some hundred events. */
const CHARACTERS_REMEMBERED = 16 * 1024 * 1024;

/** Texts, or persons, that are read at a time when the whole vault is moved. */
const PAGE = 256;

/** How long `forget` waits for readers in other processes: 50 times 200 ms. */
const WIPE_ATTEMPTS = 50;
const WIPE_PAUSE = 200;

/** The key of one who was forgotten: nobody's key is wrapped to this. */
const WIPED_KEY = Buffer.alloc(WRAPPED_KEY_BYTES);

/** A person with a key; no `id` before the first text is kept. */
interface Holder {
  id: number | undefined;
  key: PersonKey;
}

/** The vault in the same file as the events. */
export class SqliteVault extends SqliteTextReader implements MovableVault {
  readonly afterForgetting = 'erased';
  readonly #writer: Writer;
  readonly #wrappingKey: Uint8Array;
  readonly #opened: OpenedTexts;
  readonly #person: StatementSync;
  readonly #addPerson: StatementSync;
  readonly #wipeKey: StatementSync;
  readonly #forgotten: StatementSync;
  readonly #textsAfter: StatementSync;
  readonly #forgottenAfter: StatementSync;
  readonly #addText: StatementSync;
  readonly #addTextPerson: StatementSync;
  readonly #textsAbout: StatementSync;
  readonly #textsNamed: StatementSync;
  readonly #deleteTextPersons: StatementSync;
  readonly #deleteText: StatementSync;

  constructor(db: DatabaseSync, writer: Writer, wrappingKey: Uint8Array) {
    const opened = new OpenedTexts(CHARACTERS_REMEMBERED);
    super(db, wrappingKey, opened);
    this.#writer = writer;
    this.#wrappingKey = wrappingKey;
    this.#opened = opened;
    this.#person = db.prepare('SELECT id, wrapped_key FROM persons WHERE name = ?');
    this.#addPerson = db.prepare('INSERT INTO persons (name, wrapped_key) VALUES (?, ?)');
    this.#wipeKey = db.prepare('UPDATE persons SET wrapped_key = ? WHERE id = ?');
    this.#forgotten = db.prepare(
      'SELECT persons.name FROM json_each(?) AS asked JOIN persons ON persons.name = asked.value WHERE persons.wrapped_key = ?',
    );
    this.#textsAfter = db.prepare(
      `SELECT kept_texts.id, kept_texts.ref, json_group_array(persons.name) AS persons
       FROM (SELECT id, ref FROM kept_texts WHERE id > ? ORDER BY id LIMIT ${PAGE}) AS kept_texts
       JOIN text_persons ON text_persons.text = kept_texts.id JOIN persons ON persons.id = text_persons.person
       GROUP BY kept_texts.id ORDER BY kept_texts.id`,
    );
    this.#forgottenAfter = db.prepare(`SELECT id, name FROM persons WHERE id > ? AND wrapped_key = ? ORDER BY id LIMIT ${PAGE}`);
    this.#addText = db.prepare('INSERT INTO kept_texts (ref, sealed) VALUES (?, ?) ON CONFLICT (ref) DO NOTHING');
    this.#addTextPerson = db.prepare('INSERT INTO text_persons (text, person) VALUES (?, ?)');
    this.#textsAbout = db.prepare(
      'SELECT kept_texts.id, kept_texts.ref FROM text_persons JOIN kept_texts ON kept_texts.id = text_persons.text WHERE text_persons.person = ?',
    );
    this.#textsNamed = db.prepare('SELECT id, ref FROM kept_texts WHERE ref IN (SELECT value FROM json_each(?))');
    this.#deleteTextPersons = db.prepare('DELETE FROM text_persons WHERE text = ?');
    this.#deleteText = db.prepare('DELETE FROM kept_texts WHERE id = ?');
  }

  /**
   * Keeps texts inside a transaction that the caller holds. A text that concerns a forgotten person is not kept; a ref that is kept already stays
   * as it is.
   *
   * @throws StoreUnavailable, before anything is written, when a person's key is damaged.
   */
  keep(texts: readonly KeptText[]): void {
    if (texts.length === 0) return;
    const persons = [...new Set(texts.flatMap((kept) => kept.persons))];
    const holders = new Map(persons.map((person) => [person, this.#holder(person)]));
    for (const kept of texts) this.#keepOne(kept, holders);
  }

  async forget(person: string, texts: readonly string[] = []): Promise<number> {
    const refs = this.#writer.transaction('forget a person', () => [...this.#deleteAllAbout(person), ...this.#deleteTexts(texts)]);
    for (const ref of refs) this.#opened.drop(ref);
    await this.#wipeLog();
    return refs.length;
  }

  async forgotten(persons: readonly string[]): Promise<Set<string>> {
    const rows = await reading(() => this.#forgotten.all(JSON.stringify(persons), WIPED_KEY));
    return new Set(rows.map((row) => row['name'] as string));
  }

  async *contents(): AsyncGenerator<readonly KeptText[]> {
    for (let last = 0; ;) {
      const rows = await reading(() => this.#textsAfter.all(last) as unknown as { id: number; ref: string; persons: string }[]);
      if (rows.length === 0) return;
      const opened = await this.open(rows.map(({ ref }) => ref));
      yield rows.flatMap(({ ref, persons }) => {
        const text = opened.get(ref);
        return text ? [{ ref, persons: JSON.parse(persons) as string[], ...text }] : [];
      });
      last = rows.at(-1)?.id ?? last;
    }
  }

  async *everyoneForgotten(): AsyncGenerator<readonly string[]> {
    for (let last = 0; ;) {
      const rows = await reading(() => this.#forgottenAfter.all(last, WIPED_KEY) as unknown as { id: number; name: string }[]);
      if (rows.length === 0) return;
      yield rows.map(({ name }) => name);
      last = rows.at(-1)?.id ?? last;
    }
  }

  async put(texts: readonly KeptText[]): Promise<void> {
    await this.#writer.pause;
    await reading(() => this.#writer.transaction('keep texts', () => this.keep(texts)));
  }

  /** Nothing for a person who was forgotten. */
  #holder(person: string): Holder | undefined {
    const row = this.#person.get(person);
    if (!row) return { id: undefined, key: newPersonKey(person) };
    const wrapped = row['wrapped_key'] as Uint8Array;
    return WIPED_KEY.equals(wrapped) ? undefined : { id: row['id'] as number, key: this.unwrap(person, wrapped) };
  }

  #keepOne(kept: KeptText, holders: ReadonlyMap<string, Holder | undefined>): void {
    const concerned = [...new Set(kept.persons)].map((person) => holders.get(person));
    if (!concerned.every((holder) => holder !== undefined)) return;
    const sealed = encryptText(
      kept,
      concerned.map(({ key }) => key),
    );
    const added = this.#addText.run(kept.ref, sealed);
    if (added.changes === 0) return;
    for (const holder of concerned) {
      holder.id ??= this.#add(holder.key);
      this.#addTextPerson.run(added.lastInsertRowid, holder.id);
    }
  }

  #add(key: PersonKey): number {
    return Number(this.#addPerson.run(key.person, wrapPersonKey(key, this.#wrappingKey)).lastInsertRowid);
  }

  /** Returns the refs of what was deleted. */
  #deleteAllAbout(person: string): string[] {
    const id = this.#person.get(person)?.['id'] as number | undefined;
    if (id === undefined) {
      this.#addPerson.run(person, WIPED_KEY);
      return [];
    }
    const texts = this.#delete(this.#textsAbout.all(id));
    this.#wipeKey.run(WIPED_KEY, id);
    return texts;
  }

  #deleteTexts(refs: readonly string[]): string[] {
    return this.#delete(this.#textsNamed.all(JSON.stringify(refs)));
  }

  #delete(rows: readonly unknown[]): string[] {
    const texts = rows as readonly { id: number; ref: string }[];
    for (const text of texts) {
      this.#deleteTextPersons.run(text.id);
      this.#deleteText.run(text.id);
    }
    return texts.map(({ ref }) => ref);
  }

  /** The write-ahead log still holds the pages as they were before, with the wrapped key. */
  async #wipeLog(): Promise<void> {
    for (let attempt = 0; attempt < WIPE_ATTEMPTS; attempt += 1) {
      if (attempt > 0) await pause(WIPE_PAUSE);
      if (await this.#writer.emptyLog()) return;
    }
    throw new StoreUnavailable(
      'The person is forgotten, but the wiped key is still in the log, which another process reads. Forget again later.',
    );
  }
}
