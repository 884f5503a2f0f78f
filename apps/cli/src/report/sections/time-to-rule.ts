import type { Figure } from '../../charts/figure.js';
import { counted, inWords } from '../../charts/numbers.js';

/** The last bin holds all from so many minutes on. */
const LAST = 10;
const MANY_MINUTES = 5;

const MEDIAN = 'The dashed line is the median: half took less.';

/**
 * How long rulings took.
 *
 * @param seconds of each ruling that says so.
 * @param rulings how many rulings there are, with or without a duration.
 */
export function timeToRule(seconds: readonly number[], rulings: number): Figure {
  const base = { id: 'time-to-rule', topic: 'Time to rule' };
  if (seconds.length === 0)
    return {
      ...base,
      finding: 'No ruling says how long it took',
      about: 'A judge’s device sends the time from the call to the ruling.',
      chart: null,
    };
  const bins = Array.from({ length: LAST + 1 }, (_, minute) => ({
    label: minute === 0 ? '<1' : minute === LAST ? `${LAST}+` : String(minute),
    value: seconds.filter((each) => Math.min(LAST, Math.floor(each / 60)) === minute).length,
  }));
  const median = medianOf(seconds);
  const mark = { at: Math.min(LAST + 0.5, median / 60), label: `median ${durationInWords(median)}` };
  const long = seconds.filter((each) => each >= MANY_MINUTES * 60).length;
  const took = long === 0 ? 'none took' : `${inWords(long)} took`;
  return {
    ...base,
    finding: `Half of the rulings took ${durationInWords(median)} or less; ${took} ${MANY_MINUTES} minutes or more`,
    about: `${inWords(seconds.length)} of ${counted(rulings, 'ruling')} that stand say how long they took, here in whole minutes. ${MEDIAN}`,
    chart: { form: 'distribution', binName: 'Minutes', unit: 'rulings', bins, mark },
  };
}

/** The middle value, or the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** "45 s", "2 min", "2 min 5 s", which no line breaks */
export function durationInWords(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  return [...(minutes > 0 ? [`${minutes} min`] : []), ...(rest > 0 || minutes === 0 ? [`${rest} s`] : [])]
    .join(' ')
    .replaceAll(' ', '\u00a0');
}
