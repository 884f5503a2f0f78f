import { OPEN_CAST } from '../cast.js';
import type { Dice } from '../dice.js';
import { HABITS } from './error-rates.js';

/** Somebody who plays more than one tournament of a season. All names are invented. */
export interface Regular {
  readonly name: string;
  /** The membership number; one in ten has none. */
  readonly externalId: string | null;
  /** How likely this person comes, among others. */
  readonly keenness: number;
  /** Errors, as a multiple of what is usual. */
  readonly carelessness: number;
  /** The category that this person errs in again and again. */
  readonly habit: string | null;
}

export interface Judge {
  readonly id: string;
  readonly name: string;
  /** How much of what happens this judge sees, as a multiple of what is usual. */
  readonly vigilance: number;
  /** How long this judge takes, likewise. */
  readonly pace: number;
}

const NAMES = OPEN_CAST.map(({ name }) => name.split(' '));
/** Every first name with every surname but its own. */
const MOST = NAMES.length * (NAMES.length - 1);
const FEWEST = 600;
const PERSONS_A_TOURNAMENT = 35;
const JUDGES = 40;

/** Everyone who may come to a tournament of the season, as a player or as a judge. */
export class Community {
  readonly #regulars: readonly Regular[];
  readonly #judges: readonly Judge[];

  constructor(
    tournaments: number,
    private readonly dice: Dice,
  ) {
    const size = Math.min(Math.max(tournaments * PERSONS_A_TOURNAMENT, FEWEST), MOST - JUDGES);
    const names = dice.shuffled(Array.from({ length: size + JUDGES }, (_, index) => nameOf(index)));
    this.#regulars = names.slice(JUDGES).map((name, index) => this.#regular(name, index));
    this.#judges = names.slice(0, JUDGES).map((name, index) => ({
      id: `j-${String(index + 1).padStart(2, '0')}`,
      name,
      vigilance: 0.6 + 0.9 * dice.fraction(),
      pace: 0.7 + 0.8 * dice.fraction(),
    }));
  }

  /** So many players, the keen ones more likely. */
  players(count: number): Regular[] {
    // The highest of these keys are a sample weighted by keenness, without anybody twice (Efraimidis and Spirakis).
    const keyed = this.#regulars.map((regular) => ({ regular, key: this.dice.fraction() ** (1 / regular.keenness) }));
    return keyed
      .sort((one, other) => other.key - one.key)
      .slice(0, count)
      .map(({ regular }) => regular);
  }

  /** So many judges, no one twice. */
  judges(count: number): Judge[] {
    return this.dice.shuffled(this.#judges).slice(0, count);
  }

  #regular(name: string, index: number): Regular {
    const { dice } = this;
    return {
      name,
      externalId: dice.chance(0.9) ? `M-${String(100_000 + index * 7)}` : null,
      keenness: 0.2 + 3 * dice.fraction() ** 3,
      // Most are careful, a few are not.
      carelessness: 0.4 + 6 * dice.fraction() ** 8,
      habit: dice.chance(0.3) ? dice.pick(HABITS) : null,
    };
  }
}

function nameOf(index: number): string {
  const block = Math.floor(index / NAMES.length);
  const first = NAMES[index % NAMES.length]?.[0] ?? '';
  const last = NAMES[(index + 1 + block) % NAMES.length]?.at(-1) ?? '';
  return `${first} ${last}`;
}
