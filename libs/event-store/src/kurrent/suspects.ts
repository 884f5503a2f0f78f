import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { EVENTS, PERSONS } from './names.js';
import { bytesOf } from './reading.js';
import { entryIn, TEXT_KEPT } from './sealed-entry.js';
import type { VaultIndex } from './vault-index.js';

/** What a ref looks like, and any string in canonical JSON that could be one. A text of another ref is never suspect. */
const REF = /^[\w-]+$/;
const STRINGS = /"([\w-]+)"/g;

/** Texts that no event has referred to so far, while the server's records go by in their order. */
export class Suspects {
  readonly #index: VaultIndex;
  /** In whose streams each lies. */
  readonly #persons = new Map<string, Set<string>>();
  readonly #late = new Set<string>();

  constructor(index: VaultIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#persons.size;
  }

  get refs(): string[] {
    return [...this.#persons.keys()];
  }

  /** Those that were noted as swept although an event refers to them. */
  get late(): string[] {
    return [...this.#late];
  }

  /** Takes a record that may be a text, or an event that refers to some. */
  see(record: AllStreamRecordedEvent): void {
    if (record.streamId.startsWith(PERSONS)) this.#suspect(record);
    else this.clear(record);
  }

  /** Takes a record that may be an event: whatever stands in it, in whatever place, is no suspect. */
  clear(record: AllStreamRecordedEvent): void {
    if (this.size === 0 || !record.streamId.startsWith(EVENTS)) return;
    for (const [, text = ''] of Buffer.from(bytesOf(record)).toString('utf8').matchAll(STRINGS)) {
      if (this.#persons.delete(text) && this.#index.texts.isSwept(text)) this.#late.add(text);
    }
  }

  /** The refs of the suspects by the persons in whose streams they lie. */
  byPerson(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const [ref, persons] of this.#persons) {
      for (const person of persons) found.set(person, (found.get(person) ?? new Set()).add(ref));
    }
    return found;
  }

  #suspect(record: AllStreamRecordedEvent): void {
    // What was copied or kept again is of an event, or of a text that was seen before.
    if (record.type !== TEXT_KEPT) return;
    const ref = entryIn(record)?.ref ?? '';
    const person = record.streamId.slice(PERSONS.length);
    if (!REF.test(ref) || this.#index.isForgotten(person) || this.#index.texts.isStruck(ref)) return;
    this.#persons.set(ref, (this.#persons.get(ref) ?? new Set()).add(person));
  }
}
