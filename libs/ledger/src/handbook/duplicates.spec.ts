import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, minutesPass, round } from '../../spec/given.js';
import type { Hall } from '../../spec/hall.js';
import { confirm, dismiss, penaltyOf, reassign, recategorise, rule, times, voidRuling, warn } from '../../spec/steps.js';

/** R35: likely the same error, entered twice. */

const again = { by: 'floor2', distinct: false } as const;
const fromADevice = { by: 'floor2', distinct: false, offline: true } as const;
const duplicate = { question: 'possible-duplicate' } as const;
const due = { question: 'game-loss-due' } as const;

describe('a like ruling, online', () => {
  test('is refused, and the earlier ruling is named (R35)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'one', table: 5 }));
    expect(hall.refuses(warn('Ana slow-play', { ...again, table: 5 }))).toMatchObject({
      refused: 'possible-duplicate',
      ruling: hall.id('one'),
    });
  });

  test('is taken where the judge says that it is a distinct one (R35)', () => {
    const hall = at().when(warn('Ana slow-play', { table: 5 }), warn('Ana slow-play', { table: 5, distinct: true }));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
  });

  test('a missing table matches any (R35)', () => {
    const hall = at().when(warn('Ana slow-play', { table: 5 }), warn('Ben slow-play'));
    expect(hall.refuses(warn('Ana slow-play', again))).toMatchObject({ refused: 'possible-duplicate' });
    expect(hall.refuses(warn('Ben slow-play', { ...again, table: 5 }))).toMatchObject({ refused: 'possible-duplicate' });
  });

  test.each([
    ['another player', warn('Ben slow-play', again)],
    ['another category', warn('Ana marked-cards', again)],
    ['another table', warn('Ana slow-play', { ...again, table: 6 })],
  ])('of %s is none (R35)', (_, other) => {
    expect(
      at()
        .when(warn('Ana slow-play', { table: 5 }))
        .refuses(other),
    ).toBeUndefined();
  });

  test('of another round is none (R35)', () => {
    const hall = at().when(round(2), warn('Ana slow-play', { round: 1 }));
    expect(hall.refuses(warn('Ana slow-play', again))).toBeUndefined();
  });

  test('ten minutes later is one still, eleven minutes later it is none (R35)', () => {
    const ten = at().when(warn('Ana slow-play'), minutesPass(9));
    expect(ten.refuses(warn('Ana slow-play', again))).toMatchObject({ refused: 'possible-duplicate' });
    const eleven = at().when(warn('Ana slow-play'), minutesPass(10));
    expect(eleven.refuses(warn('Ana slow-play', again))).toBeUndefined();
  });

  test('is one also an hour later, where both judges claim the same time (R35)', () => {
    const claimed = { ruledAt: '2026-11-07T09:05:00.000Z' };
    const hall = at().when(warn('Ana slow-play', claimed), minutesPass(60));
    expect(hall.refuses(warn('Ana slow-play', { ...again, ...claimed }))).toMatchObject({ refused: 'possible-duplicate' });
    expect(hall.refuses(warn('Ana slow-play', { ...again, ruledAt: '2026-11-07T09:16:00.000Z' }))).toBeUndefined();
  });

  test('in a ruling of several, one like infraction is enough (R35)', () => {
    const hall = at().when(warn('Ana slow-play'));
    expect(hall.refuses(rule(['Ben marked-cards', 'Ana slow-play'], again))).toMatchObject({ refused: 'possible-duplicate' });
  });

  test.each([
    ['voided', voidRuling('one')],
    ['moved to another player', reassign('one', 'Ana', 'Ben')],
    ['of another category after all', recategorise('one', 'Ana marked-cards')],
  ])('to one that was %s is none (R30, R35)', (_, correction) => {
    expect(
      at()
        .when(warn('Ana slow-play', { as: 'one' }), correction)
        .refuses(warn('Ana slow-play', again)),
    ).toBeUndefined();
  });

  test('the latest of several is named (R35)', () => {
    const hall = at().when(warn('Ana slow-play'), warn('Ana slow-play', { as: 'latest' }));
    expect(hall.refuses(warn('Ana slow-play', again))).toMatchObject({ ruling: hall.id('latest') });
  });
});

describe('a like ruling from an offline device', () => {
  test('is kept, counted and flagged, and the head judge is asked at once (R35)', () => {
    const hall = inDoubt();
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
    expect(hall.asked('Ana')).toEqual(['possible-duplicate']);
    expect(hall.recordOf('Ana').rulings[0]?.possibleDuplicateOf).toBe(hall.id('one'));
    expect(hall.told()).toEqual(['review Ana']);
  });

  test('that the judge calls distinct is not flagged (R35)', () => {
    const hall = at().when(warn('Ana slow-play'), warn('Ana slow-play', { ...fromADevice, distinct: true }));
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('found to be the same, it is voided (R35)', () => {
    const hall = inDoubt().when(dismiss('Ana'));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 1, 'tournament-error': 1 });
    expect(hall.recordOf('Ana').rulings[0]?.penalties).toMatchObject([{ status: 'voided' }]);
  });

  test('found to be the same, it is voided for the player in question only (R35)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'one' }), rule(['Ana slow-play', 'Ben marked-cards'], fromADevice), dismiss('Ana'));
    expect([hall.warnings('Ana'), hall.warnings('Ben')]).toEqual([
      { 'slow-play': 1, 'tournament-error': 1 },
      { 'marked-cards': 1, 'tournament-error': 1 },
    ]);
  });

  test('found to be distinct, the flag is lifted (R35)', () => {
    const hall = inDoubt().when(confirm('Ana'));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('found to be distinct, what it earns is applied at once: one question, not two (R35)', () => {
    const hall = at().when(times(2, warn('Ana slow-play', { table: 5 })), warn('Ana slow-play', { ...fromADevice, as: 'third' }));
    expect(hall.asked('Ana')).toEqual(['possible-duplicate']);
    hall.when(confirm('Ana'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('is no question any more where the earlier one is voided; then it is asked what it earns (R28, R35)', () => {
    const hall = at().when(
      times(3, warn('Ana slow-play', { table: 5, as: 'one' })),
      warn('Ana slow-play', { ...fromADevice, table: 5 }),
      voidRuling('one'),
    );
    expect(hall.asked('Ana')).toEqual(['loss-without-ground', 'game-loss-due']);
    expect([...hall.ledger.reviews.values()].find((review) => review.question === 'possible-duplicate')?.status).toBe('withdrawn');
  });

  test('is no question any more where it is of another category, or another player’s, after all (R35)', () => {
    expect(inDoubt().when(recategorise('two', 'Ana marked-cards')).asked('Ana')).toEqual([]);
    const moved = inDoubt().when(reassign('two', 'Ana', 'Ben'));
    expect([...moved.asked('Ana'), ...moved.asked('Ben')]).toEqual([]);
  });

  test('is flagged as well where it is more than a Warning, and found the same it falls (R35, R29)', () => {
    const hall = at().when(
      rule('Ana decklist-error', { gameState: 'between-games' }),
      rule('Ana decklist-error', { ...fromADevice, gameState: 'between-games' }),
    );
    expect(hall.asked('Ana')).toEqual(['possible-duplicate']);
    hall.when(dismiss('Ana'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game', 'game-loss voided next-game']);
    expect(hall.asked('Ana')).toEqual([]);
  });
});

describe('a Warning that counts one in doubt', () => {
  const doubtful = () => inDoubt().when(warn('Ana slow-play', { as: 'third', table: 9 }));

  test('is asked about, not upgraded by itself (R28, R35)', () => {
    const hall = doubtful();
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.asked('Ana')).toEqual(['possible-duplicate', 'game-loss-due']);
  });

  test('is asked about no more when the double is found the same (R28, R35)', () => {
    const hall = doubtful().when(dismiss('Ana', duplicate));
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('stays the head judge’s to answer when the double is found distinct (R35)', () => {
    const hall = doubtful().when(confirm('Ana', duplicate));
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.asked('Ana')).toEqual(['game-loss-due']);
    expect(hall.when(confirm('Ana', due)).losses('Ana')).toEqual(['game-loss pending next-game']);
  });

  test('is upgraded by itself where enough are beyond doubt (R28)', () => {
    const hall = inDoubt().when(voidRuling('two'), times(2, warn('Ana slow-play', { table: 9 })));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
  });

  test('two doubles in doubt: the first found distinct earns nothing while the other is counted too (R28, R35)', () => {
    const hall = inDoubt().when(warn('Ana slow-play', { ...fromADevice, table: 5, as: 'three' }));
    expect(hall.asked('Ana')).toEqual(['possible-duplicate', 'possible-duplicate']);
    const second = [...hall.ledger.reviews.values()].find((review) => review.penalty === penaltyOf('three')(hall));
    hall.send({ type: 'answer-review', review: second?.id ?? '', decision: 'confirm', reason: { ref: 'r', commitment: 'c' } }, 'head');
    hall.settle();
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.asked('Ana')).toEqual(['possible-duplicate', 'game-loss-due']);
  });
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}

/** Ana's Slow Play, and what looks like the same one from a device that was offline. */
function inDoubt(): Hall {
  return at().when(warn('Ana slow-play', { as: 'one', table: 5 }), warn('Ana slow-play', { ...fromADevice, table: 5, as: 'two' }));
}
