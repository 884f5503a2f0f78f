/** Chance that falls the same way from the same seed: the generator mulberry32. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `sides` - 1. */
  roll(sides: number): number {
    return Math.floor(this.fraction() * sides);
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.roll(most - least + 1);
  }

  /** Whether something comes about that does so with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of them, each as likely as the others. */
  pick<T>(things: readonly [T, ...T[]]): T {
    return things[this.roll(things.length)] ?? things[0];
  }

  /** One of them, each as likely as its weight says. */
  weighted<Things extends readonly [unknown, ...unknown[]]>(things: Things, weightOf: (thing: Things[number]) => number): Things[number] {
    const weights = things.map(weightOf);
    let left = this.fraction() * weights.reduce((sum, each) => sum + each, 0);
    return things.find((_, index) => (left -= weights[index] ?? 0) < 0) ?? things[0];
  }

  /** The same things in another order (Fisher and Yates). */
  shuffled<T>(things: readonly T[]): T[] {
    const shuffled = [...things];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.roll(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }
}
