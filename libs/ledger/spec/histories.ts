import { LEVELS } from '@ladder/editions';
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Escalation, Format } from '../src/index.js';
import { EVERY_VERB } from './moves.js';
import type { Move, Verb } from './moves.js';
import type { History } from './playing.js';

/** Whole tournaments at random: rulings, corrections, appeals, answers, serving, rounds and drops. */

/** How often each happens, as far as it is not once. */
const OFTEN: Partial<Record<Verb, number>> = {
  warn: 24,
  rule: 8,
  import: 3,
  void: 2,
  reassign: 4,
  recategorise: 5,
  replace: 4,
  serve: 5,
  appeal: 2,
  decide: 2,
  answer: 8,
  round: 2,
};

/** Moves of these verbs. */
function movesOf(verbs: readonly Verb[], maxLength = 60): Arbitrary<Move[]> {
  const verb = fc.oneof(...verbs.map((each) => ({ weight: OFTEN[each] ?? 1, arbitrary: fc.constant(each) })));
  const number = fc.nat(999);
  const stranger = fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: number });
  const move = fc.record({ verb, stranger, one: number, two: number, three: number, saga: fc.boolean() });
  return fc.array(move, { minLength: 1, maxLength, size: 'max' });
}

export function historiesOf(verbs: readonly Verb[]): Arbitrary<History> {
  return fc.record({
    level: fc.constantFrom(...LEVELS),
    format: fc.constantFrom<Format>('individual', '2v2'),
    escalation: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Escalation>('automatic') },
      { weight: 1, arbitrary: fc.constant<Escalation>('review') },
    ),
    moves: movesOf(verbs),
  });
}

export const histories: Arbitrary<History> = historiesOf(EVERY_VERB);
