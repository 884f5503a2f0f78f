import { RecentlyUsed } from './recently-used.js';

const WRONG_CODES = 50;
const WINDOW_MS = 10 * 60 * 1_000;
const TOURNAMENTS = 10_000;

/** A guess may be checked; until `wasRight` is called it counts as wrong. Or it may not, for so many seconds (1 to 600). */
export type Admission =
  { readonly admitted: true; readonly wasRight: () => void } | { readonly admitted: false; readonly retryAfterSeconds: number };

interface Guess {
  at: number;
}

/**
 * Limits the guessing of pairing codes: at most 50 wrong ones of a tournament in any 10 minutes. By tournament, not by address: a whole
 * hall sits behind one address. While the limit holds, right codes are refused too, or the answers would tell them from wrong ones.
 *
 * In the 10 minutes that a code of 40 bits lives, that is one chance in 20,000 million to hit it.
 */
export class Attempts {
  readonly #guesses = new RecentlyUsed<Guess[]>(TOURNAMENTS);

  /**
   * Asks whether a code of this tournament may be checked, and counts it as wrong at once: many that arrive together, before the first of
   * them is found wrong, must not slip through. Ask for existing tournaments only; made-up ones would push real counts out of memory.
   */
  admit(tournament: string, now: Date): Admission {
    const time = now.getTime();
    const recent = (this.#guesses.get(tournament) ?? []).filter((guess) => {
      // If the clock was set back, a guess "from the future" would count for longer than it should.
      guess.at = Math.min(guess.at, time);
      return time - guess.at < WINDOW_MS;
    });
    this.#guesses.set(tournament, recent);

    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= WRONG_CODES) {
      return { admitted: false, retryAfterSeconds: Math.ceil((oldest.at + WINDOW_MS - time) / 1_000) };
    }
    const guess = { at: time };
    recent.push(guess);
    return { admitted: true, wasRight: () => this.#takeBack(tournament, guess) };
  }

  #takeBack(tournament: string, guess: Guess): void {
    const recent = this.#guesses.get(tournament);
    const place = recent?.indexOf(guess) ?? -1;
    if (place >= 0) recent?.splice(place, 1);
  }
}
