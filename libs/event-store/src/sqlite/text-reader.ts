import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { StoreUnavailable } from '../store-errors.js';
import type { OpenedTexts } from '../vault/opened-texts.js';
import { decryptText, unwrapPersonKey } from '../vault/person-keys.js';
import type { PersonKey } from '../vault/person-keys.js';
import type { OpenedText, TextReader } from '../vault/vault.js';
import { readNow } from './reading.js';

/** Decrypting so many texts takes a few milliseconds; then others get their turn. */
const TEXTS_AT_A_TIME = 256;

interface SealedRow {
  ref: string;
  sealed: Uint8Array;
  person: string;
  wrapped_key: Uint8Array;
}

/** Opens kept texts from a connection. */
export class SqliteTextReader implements TextReader {
  readonly #wrappingKey: Uint8Array;
  readonly #opened: OpenedTexts;
  readonly #sealed: StatementSync;

  constructor(db: DatabaseSync, wrappingKey: Uint8Array, opened: OpenedTexts) {
    this.#wrappingKey = wrappingKey;
    this.#opened = opened;
    this.#sealed = db.prepare(`
      SELECT kept_texts.ref, kept_texts.sealed, persons.name AS person, persons.wrapped_key
      FROM json_each(?) AS wanted
      CROSS JOIN kept_texts ON kept_texts.ref = wanted.value
      CROSS JOIN text_persons ON text_persons.text = kept_texts.id
      CROSS JOIN persons ON persons.id = text_persons.person`);
  }

  async open(refs: readonly string[]): Promise<Map<string, OpenedText>> {
    const found = new Map<string, OpenedText>();
    const missing: string[] = [];
    for (const ref of new Set(refs)) {
      const opened = this.#opened.get(ref);
      if (opened) found.set(ref, opened);
      else missing.push(ref);
    }
    for (let from = 0; from < missing.length; from += TEXTS_AT_A_TIME) {
      if (from > 0) await turn();
      // Decrypted and remembered in one turn, so that nothing forgotten in between is remembered again.
      for (const [ref, opened] of this.#decrypt(missing.slice(from, from + TEXTS_AT_A_TIME))) {
        this.#opened.remember(ref, opened);
        found.set(ref, opened);
      }
    }
    return found;
  }

  protected unwrap(person: string, wrappedKey: Uint8Array): PersonKey {
    try {
      return unwrapPersonKey(person, wrappedKey, this.#wrappingKey);
    } catch (error) {
      throw new StoreUnavailable(`The vault's key for ${person} is damaged.`, { cause: error });
    }
  }

  #decrypt(refs: readonly string[]): [string, OpenedText][] {
    const rows = readNow(() => this.#sealed.all(JSON.stringify(refs))) as unknown as SealedRow[];
    return [...Map.groupBy(rows, ({ ref }) => ref)].map(([ref, ofText]) => [ref, this.#decryptOne(ref, ofText)]);
  }

  #decryptOne(ref: string, rows: readonly SealedRow[]): OpenedText {
    const keys = rows.map(({ person, wrapped_key: wrappedKey }) => this.unwrap(person, wrappedKey));
    try {
      return decryptText(ref, rows[0]?.sealed ?? new Uint8Array(), keys);
    } catch (error) {
      throw new StoreUnavailable(`The vault's entry ${ref} is damaged.`, { cause: error });
    }
  }
}
