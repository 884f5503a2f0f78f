/** A map of bounded size: when it is full, the entry that was not used for the longest time makes room. */
export class RecentlyUsed<Value> {
  readonly #entries = new Map<string, Value>();

  constructor(readonly capacity: number) {}

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    // A Map keeps the order of insertion: what is used goes to the end, so that the longest unused is always the first.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.capacity) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
