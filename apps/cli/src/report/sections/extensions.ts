import type { Figure } from '../../charts/figure.js';
import { counted } from '../../charts/numbers.js';
import type { Fill } from '../../charts/palette.js';
import { peaks, roundsIn, roundsInWords } from '../rounds.js';

/** A time extension that a table was given. */
export interface Extension {
  readonly round: number;
  readonly minutes: number;
  readonly cause: 'ruling' | 'deck-check' | 'leave' | 'call' | 'other';
}

const CAUSES = [
  { cause: 'ruling', name: 'A ruling', fill: 1 },
  { cause: 'deck-check', name: 'A deck check', fill: 2 },
  { cause: 'leave', name: 'Leave', fill: 4 },
  { cause: 'call', name: 'A judge call', fill: 5 },
  { cause: 'other', name: 'Something else', fill: 6 },
] as const satisfies readonly { cause: string; name: string; fill: Fill }[];

const ABOUT = 'Minutes that tables were given on top of the round, by what they were given for.';

/** How much time the rounds were given on top. */
export function extensions(given: readonly Extension[]): Figure {
  const rounds = roundsIn(given.map(({ round }) => round));
  const seen = CAUSES.filter(({ cause }) => given.some((each) => each.cause === cause && each.minutes > 0));
  const rows = rounds.map((round) => ({
    label: `Round ${round}`,
    values: seen.map(({ cause }) => minutesOf(given.filter((each) => each.round === round && each.cause === cause))),
  }));
  const all = minutesOf(given);
  const most = peaks(rounds.map((round) => minutesOf(given.filter((each) => each.round === round))));
  const when = rounds.length > 1 ? roundsInWords(most.map((index) => rounds[index] ?? 0)) : null;
  return {
    id: 'extensions',
    topic: 'Extra time',
    finding:
      all === 0
        ? 'No table was given extra time'
        : `${counted(all, 'minute')} of extra time in ${counted(given.length, 'extension')}${when === null ? '' : `, most in ${when}`}`,
    about: ABOUT,
    chart:
      all === 0 ? null : { form: 'bars', rowName: 'Round', unit: 'minutes', series: seen.map(({ name, fill }) => ({ name, fill })), rows },
  };
}

function minutesOf(given: readonly Extension[]): number {
  return given.reduce((sum, { minutes }) => sum + minutes, 0);
}
