import { inWords, listed } from '../charts/numbers.js';

/** Every round from the first to the last of these, also those in which nothing was. Round 0 is before the first (R39). */
export function roundsIn(rounds: readonly number[]): number[] {
  if (rounds.length === 0) return [];
  const first = Math.min(1, ...rounds);
  return Array.from({ length: Math.max(...rounds) - first + 1 }, (_, index) => first + index);
}

/** Where the most is, as indexes: one place, or two that are equal; none where it is spread wider. */
export function peaks(values: readonly (number | null)[]): number[] {
  const most = Math.max(...values.map((value) => value ?? 0));
  const at = values.flatMap((value, index) => (value === most ? [index] : []));
  return most > 0 && at.length <= 2 ? at : [];
}

/** "round 3", "rounds 3 and 4"; null for none. */
export function roundsInWords(rounds: readonly number[]): string | null {
  if (rounds.length === 0) return null;
  return `${rounds.length === 1 ? 'round' : 'rounds'} ${listed(rounds.map(inWords))}`;
}
