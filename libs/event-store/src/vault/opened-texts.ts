import type { OpenedText } from './vault.js';

/** What an entry costs beside its characters, roughly. */
const ENTRY_OVERHEAD = 200;

/** Texts that were opened a short while ago, so that a page of names is not decrypted at each request. The longest unused go first. */
export class OpenedTexts {
  readonly #capacity: number;
  readonly #texts = new Map<string, OpenedText>();
  #size = 0;

  /** @param capacity in characters, about; 0 remembers nothing. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(ref: string): OpenedText | undefined {
    const opened = this.#texts.get(ref);
    if (opened) {
      this.#texts.delete(ref);
      this.#texts.set(ref, opened);
    }
    return opened;
  }

  remember(ref: string, opened: OpenedText): void {
    this.drop(ref);
    this.#texts.set(ref, opened);
    this.#size += sizeOf(opened);
    for (const oldest of this.#texts.keys()) {
      if (this.#size <= this.#capacity) break;
      this.drop(oldest);
    }
  }

  drop(ref: string): void {
    const opened = this.#texts.get(ref);
    if (!opened) return;
    this.#texts.delete(ref);
    this.#size -= sizeOf(opened);
  }
}

function sizeOf({ text }: OpenedText): number {
  return text.length + ENTRY_OVERHEAD;
}
