import { seal } from '@ladder/event-store';
import type { KeptText } from '@ladder/event-store';
import type { Draft, Sealed } from '@ladder/ledger';

/** Seals the texts of one command. What the decided events refer to is kept in the vault with them; the rest is thrown away. */
export class Sealing {
  readonly #kept: KeptText[] = [];

  /** Seals a text that concerns these persons (the vault's pseudonyms, one at least). */
  seal(text: string, persons: readonly string[]): Sealed {
    const { kept, sealed } = seal(text, persons);
    this.#kept.push(kept);
    return sealed;
  }

  /** The texts that these events refer to. */
  keptFor(drafts: readonly Draft[]): KeptText[] {
    if (this.#kept.length === 0) return [];
    const referred = new Set<unknown>();
    // Every sealed text in an event is an object with a `ref`; a roster has thousands, so that each event is walked once.
    JSON.stringify(drafts, (name, value: unknown) => {
      if (name === 'ref') referred.add(value);
      return value;
    });
    return this.#kept.filter(({ ref }) => referred.has(ref));
  }
}
