/** So many streams are remembered: some megabytes. */
const REMEMBERED = 20_000;

/** Where a stream ends: its number in the file and the revision of its last event. */
export interface StreamEnd {
  readonly id: number;
  readonly revision: number;
}

/** Where the streams end that this process, the only one that writes, has written to or looked for. */
export class StreamEnds {
  readonly #ends = new Map<string, StreamEnd>();

  of(stream: string): StreamEnd | undefined {
    return this.#ends.get(stream);
  }

  remember(stream: string, end: StreamEnd): void {
    if (this.#ends.size >= REMEMBERED) this.#ends.clear();
    this.#ends.set(stream, end);
  }

  /** What was remembered may not have come to be. */
  forget(): void {
    this.#ends.clear();
  }
}
