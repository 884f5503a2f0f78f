/** A seeded source of chance (mulberry32): the same seed, the same run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1, without 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `count`, without `count`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] as T;
  }

  /** One of these, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    throw new Error('there is nothing to choose from');
  }
}
