type Act = () => Promise<void>;

/** What happens at a tournament, each thing at its time. What is done may put further things on the agenda. */
export class Agenda {
  readonly #entries: { readonly at: number; readonly act: Act }[] = [];

  /** @param at in milliseconds since 1970; a time that has passed means at once. Of two things at the same time the first noted comes first. */
  note(at: number, act: Act): void {
    const after = this.#entries.findLastIndex((entry) => entry.at <= at);
    this.#entries.splice(after + 1, 0, { at, act });
  }

  /** Does everything in order; `begin` hears the time of each thing before it is done. */
  async run(begin: (at: number) => void): Promise<void> {
    for (let next = this.#entries.shift(); next !== undefined; next = this.#entries.shift()) {
      begin(next.at);
      await next.act();
    }
  }
}
