/** Chance that falls the same way in every demo: the generator mulberry32, begun from a fixed seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to `sides` - 1. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * sides);
  }

  /** One of them, each as likely as the others. */
  pick<T>(things: readonly [T, ...T[]]): T {
    return things[this.roll(things.length)] ?? things[0];
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
