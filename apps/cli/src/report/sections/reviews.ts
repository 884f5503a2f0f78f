import type { Figure } from '../../charts/figure.js';
import { counted, inWords, sumOf } from '../../charts/numbers.js';

/** The questions to a head judge. */
const QUESTIONS = {
  'game-loss-due': 'Is it a Game Loss?',
  'loss-without-ground': 'Is the loss annulled?',
  'possible-duplicate': 'Is it another error?',
  'referred-ruling': 'Is the ruling given?',
} as const;

const ANSWERS = [
  { answer: 'confirmed', name: 'Yes', fill: 4 },
  { answer: 'dismissed', name: 'No', fill: 2 },
  { answer: 'withdrawn', name: 'Asked no more', fill: 6 },
  { answer: 'open', name: 'Open', fill: 1 },
] as const;

/** How often a question was answered so; null where it is not told. */
export interface Answered {
  readonly question: string;
  readonly answer: string;
  readonly times: number | null;
}

/** What the head judge was asked, and the answers. */
export function reviews(answered: readonly Answered[], about: string): Figure {
  const seen = ANSWERS.filter(({ answer }) => answered.some((each) => each.answer === answer));
  const rows = Object.entries(QUESTIONS)
    .filter(([question]) => answered.some((each) => each.question === question))
    .map(([question, label]) => ({ label, values: seen.map(({ answer }) => timesOf(answered, question, answer)) }));
  const series = seen.map(({ name, fill }) => ({ name, fill }));
  return {
    id: 'reviews',
    topic: 'Questions to the head judge',
    finding: finding(answered),
    about,
    chart: rows.length > 0 ? { form: 'bars', rowName: 'Question', unit: 'times', series, rows } : null,
  };
}

function timesOf(answered: readonly Answered[], question: string, answer: string): number | null {
  const found = answered.filter((each) => each.question === question && each.answer === answer);
  return found.some(({ times }) => times === null) ? null : sumOf(found.map(({ times }) => times));
}

function finding(answered: readonly Answered[]): string {
  const sum = (...answers: string[]): number => sumOf(answered.filter(({ answer }) => answers.includes(answer)).map(({ times }) => times));
  if (answered.length === 0) return 'The head judge was asked nothing';
  const yes = sum('confirmed');
  const decided = yes + sum('dismissed');
  const open = sum('open');
  if (answered.some(({ times }) => times === null))
    return `${counted(decided, 'answer is', 'answers are')} told, the others are of too few persons`;
  const told =
    decided === 0
      ? 'The head judge has answered no question yet'
      : `The head judge said yes to ${inWords(yes)} of ${counted(decided, 'question')}`;
  return open === 0 ? told : `${told}; ${counted(open, 'is', 'are')} open`;
}
