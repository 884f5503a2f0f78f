import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, round, sagaSleeps } from '../../spec/given.js';
import type { Hall, Step } from '../../spec/hall.js';
import { rule, times, warn } from '../../spec/steps.js';
import { rulingAnswer, rulingFacts } from '../index.js';

/** R8: what is said of a ruling, at the table and to the player alone. */

describe('at the table', () => {
  test('a Warning sounds the same whatever came before it (R8)', () => {
    const hall = at();
    const [first, second] = [announced(hall, warn('Ana slow-play')), announced(hall, warn('Ana slow-play'))];
    expect(second.table).toBe(first.table);
    expect(first.table).toMatch(/^Ana: Slow Play\. .*Penalty: Warning\.$/);
  });

  test('a Warning that earned a Game Loss costs a game, and nobody hears which came before (R8)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')));
    expect(announced(hall, warn('Ana slow-play', { table: 4 })).table).toMatch(
      /Penalty: Warning\. It comes with a Game Loss: Ana concedes the game in progress \(round 1, table 4\)\.$/,
    );
  });

  test('a Game Loss that is due is said before the saga has given it (R27)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), sagaSleeps);
    expect(announced(hall, warn('Ana slow-play')).table).toMatch(/It comes with a Game Loss, which the head judge is told of\.$/);
  });

  test('a game that both sides lose is a draw, and is said to be one once (R5)', () => {
    const hall = given(competitive(), enrolled('Ana', 'Ben'), round(1, { 4: ['Ana', 'Ben'] }));
    const { table } = announced(hall, rule(['Ana decklist-error', 'Ben decklist-error'], { table: 4 }));
    expect(table.match(/is a draw/g)).toEqual(['is a draw']);
    expect(table).toMatch(/Every side loses the game in progress \(round 1, table 4\): it is a draw\.$/);
  });

  test('so it is where one of the losses was earned by Warnings (R5)', () => {
    const hall = given(competitive(), enrolled('Ana', 'Ben'), round(1, { 4: ['Ana', 'Ben'] }));
    hall.when(rule('Ben decklist-error', { table: 4 }), times(2, warn('Ana slow-play', { table: 4 })));
    expect(announced(hall, warn('Ana slow-play', { table: 4 })).table).toMatch(/round 1, table 4\): it is a draw\.$/);
  });
});

describe('the player alone', () => {
  test('hears the count and where each was given; the ruling at hand is "this one"', () => {
    const hall = at().when(warn('Ana slow-play', { table: 7, as: 'one' }));
    expect(announced(hall, warn('Ana slow-play')).private).toBe(
      `Ana: this is your 2nd Warning for Slow Play and your 2nd for Tournament Error in all. ` +
        `Counted: ${hall.id('one')} (round 1, table 7); this one. The next Warning for Slow Play is a Game Loss.`,
    );
  });

  test('hears of the family that one category never upgrades by itself (R18)', () => {
    const hall = at().when(
      ...['looking-at-extra-cards', 'drawing-extra-cards', 'mulligan-procedure-error', 'general-error'].map((each) => warn(`Ana ${each}`)),
    );
    expect(announced(hall, warn('Ana failure-to-maintain-game-state')).private).toMatch(
      /The next Warning for any Game Play Error except Failure to Maintain Game State is a Game Loss\.$/,
    );
  });

  test('hears of no Game Loss yet where none is near', () => {
    expect(announced(at(), warn('Ana slow-play')).private).toMatch(/The next Warning is no Game Loss yet\.$/);
  });

  test('hears that the next one would be a Game Loss where the head judge is always asked (R28)', () => {
    const hall = given(competitive({ escalation: 'review' }), enrolled('Ana'), round(1), times(2, warn('Ana slow-play')));
    expect(announced(hall, warn('Ana slow-play')).private).toMatch(
      /this one\. The head judge is asked whether this one is a Game Loss\. The next Warning for Slow Play would be a Game Loss, on which the head judge decides\.$/,
    );
  });
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}

/** The words of the answer to a ruling. */
function announced(hall: Hall, step: Step) {
  const from = hall.events.length;
  step(hall);
  const facts = rulingFacts(hall.ledger, hall.events.slice(from));
  if (hall.sagaAwake) hall.settle();
  return hall.opened(rulingAnswer(hall.ledger, facts)).announce;
}
