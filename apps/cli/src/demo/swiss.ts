import type { Dice } from './dice.js';

/** A Swiss tournament as far as a judge needs one: who sits where, round after round. Matches are won by the dice. */
export class Swiss {
  readonly #points = new Map<string, number>();
  readonly #met = new Set<string>();

  constructor(private readonly dice: Dice) {}

  /** Pairs players of like points who have not met, best first; with an odd number the last one has no table. */
  round(players: readonly string[]): string[][] {
    const waiting = this.dice.shuffled(players).sort((one, other) => this.#of(other) - this.#of(one));
    const tables: string[][] = [];
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      const fresh = waiting.findIndex((each) => !this.#met.has(pairKey(first, each)));
      const [second] = waiting.splice(Math.max(fresh, 0), 1);
      const winner = second === undefined ? first : this.dice.pick([first, second]);
      this.#points.set(winner, this.#of(winner) + 1);
      if (second === undefined) break;
      this.#met.add(pairKey(first, second));
      tables.push([first, second]);
    }
    return tables;
  }

  #of(player: string): number {
    return this.#points.get(player) ?? 0;
  }
}

function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
