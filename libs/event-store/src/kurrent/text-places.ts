/** Where a sealed text lies: in the stream of which person, and where there. */
export interface Whereabouts {
  readonly person: string;
  readonly revision: number;
}

export type Place = readonly [ref: string, person: string, revision: number];

/** Where each text lies, as far as the notes of the vault's index tell that were taken so far, in their order. */
export class TextPlaces {
  readonly #open = new Map<string, Whereabouts>();
  /** What nobody opens any more, with where it lay, so that its bytes can be taken out. */
  readonly #struck = new Map<string, Whereabouts | undefined>();
  readonly #swept = new Map<string, Whereabouts | undefined>();
  /** Copies of texts of which it is not told yet that they are kept: who keeps notes it after writing, and the copy may have been noted meanwhile. */
  readonly #ahead = new Map<string, Whereabouts>();
  readonly #persons = new Map<string, string>();

  /** Where a text that may be opened lies. */
  whereIs(ref: string): Whereabouts | undefined {
    return this.#open.get(ref);
  }

  /** Where a text lies, or lay before it was struck. */
  whereWas(ref: string): Whereabouts | undefined {
    return this.#open.get(ref) ?? this.#struck.get(ref);
  }

  isStruck(ref: string): boolean {
    return this.#struck.has(ref);
  }

  isSwept(ref: string): boolean {
    return this.#swept.has(ref);
  }

  /** Whether a text was ever kept in the person's stream. */
  knows(person: string): boolean {
    return this.#persons.has(person);
  }

  /** Every text that may be opened, in the order in which they came. */
  refs(): string[] {
    return [...this.#open.keys()];
  }

  /** A text was kept. The first place counts; one that was struck stays so, and one that was swept is there again. */
  keep([ref, person, revision]: Place): void {
    // One string for all texts of a person.
    const same = this.#persons.get(person) ?? person;
    this.#persons.set(same, same);
    if (this.#struck.has(ref) || this.#open.has(ref)) return;
    this.#swept.delete(ref);
    const ahead = this.#ahead.get(ref);
    this.#ahead.delete(ref);
    this.#open.set(ref, { person: same, revision: ahead?.person === same ? Math.max(revision, ahead.revision) : revision });
  }

  /** A text was copied within its stream. The last place counts, in whatever order nodes tell of it. */
  move([ref, person, revision]: Place): void {
    const among =
      [this.#open, this.#struck, this.#swept].find((each) => each.has(ref)) ??
      this.#ahead.set(ref, this.#ahead.get(ref) ?? { person, revision });
    const at = among.get(ref);
    if (at?.person === person && at.revision < revision) among.set(ref, { person: at.person, revision });
  }

  /** A text was forgotten for good. */
  strike(ref: string): void {
    if (!this.#struck.has(ref)) this.#struck.set(ref, this.#open.get(ref) ?? this.#swept.get(ref));
    this.#open.delete(ref);
    this.#swept.delete(ref);
  }

  /** Nothing refers to a text. */
  sweep(ref: string): void {
    if (this.#struck.has(ref) || this.#swept.has(ref)) return;
    this.#swept.set(ref, this.#open.get(ref));
    this.#open.delete(ref);
  }

  /** Something refers to it after all. */
  spare(ref: string): void {
    const at = this.#swept.get(ref);
    this.#swept.delete(ref);
    if (at) this.#open.set(ref, at);
  }
}
