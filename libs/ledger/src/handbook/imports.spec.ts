import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, minutesPass, round, sagaSleeps } from '../../spec/given.js';
import type { Hall } from '../../spec/hall.js';
import { confirm, dismiss, lossOf, penaltyOf, rule, serve, times, voidRuling, warn } from '../../spec/steps.js';
import type { Made } from '../../spec/steps.js';
import { encode, explanationView, rulingOf, timeline, emptyLedger } from '../index.js';

/** R41: rulings taken over from the records of another tool. */

const from = { by: 'head', imported: true } as const;
const like = { ...from, distinct: false } as const;

describe('an imported ruling', () => {
  test('says where it comes from; the bytes of a ruling made here say nothing of it (R41)', () => {
    const hall = at().when(rule('Ana slow-play', { ...from, as: 'old' }), warn('Ben slow-play', { as: 'here' }));
    expect(rulingOf(hall.ledger, hall.id('old')).origin).toBe('import');
    const [imported, here] = hall.events.filter((event) => event.type === 'WarningIssued').map(encode);
    expect(imported).toContain('"origin":"import"');
    expect(here).not.toContain('origin');
  });

  test.each(['floor', 'appeals'])('is for the head judge to take over, not for the %s judge (R11, R41)', (by) => {
    expect(at().refuses(rule('Ana slow-play', { by, imported: true }))).toMatchObject({ refused: 'not-granted', needs: ['head-judge'] });
    expect(at().refuses(rule('Ana slow-play', { by, imported: true, refer: true }))).toMatchObject({ refused: 'not-granted' });
  });

  test('the administrator may take it over as well (R41)', () => {
    expect(
      at()
        .when(rule('Ana slow-play', { by: 'admin', imported: true }))
        .warnings('Ana'),
    ).toEqual({ 'slow-play': 1, 'tournament-error': 1 });
  });

  test('outside the guidelines needs a reason, which says what the file said (R11, R41)', () => {
    const upgraded = { error: 'Ana slow-play', penalty: 'game-loss' } as const;
    expect(at().refuses(rule(upgraded, from))).toMatchObject({ refused: 'invalid-request' });
    const hall = at().when(rule({ ...upgraded, because: 'the file says: Game Loss' }, from));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
  });

  test('is refused once the tournament is closed (R37, R41)', () => {
    const closed = at().when((hall) => void hall.send({ type: 'close-tournament' }, 'head'));
    expect(closed.refuses(rule('Ana slow-play', from))).toMatchObject({ refused: 'tournament-closed' });
  });

  test('is refused for a round that has not started (R39, R41)', () => {
    expect(at().refuses(rule('Ana slow-play', { ...from, round: 4 }))).toMatchObject({ refused: 'round-not-started' });
  });
});

describe('an imported Warning', () => {
  test('counts in every tally (R41)', () => {
    const hall = at().when(rule('Ana slow-play', from), warn('Ana marked-cards'));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 1, 'marked-cards': 1, 'tournament-error': 2 });
  });

  test('that makes a Game Loss due is asked about, never upgraded by itself (R28, R41)', () => {
    const hall = at().when(times(3, rule('Ana slow-play', from)));
    expect([hall.losses('Ana'), hall.asked('Ana')]).toEqual([[], ['game-loss-due']]);
    expect(textOfQuestion(hall)).toBe(
      'The Warning of Ana for Slow Play (r-19, round 1) is 3 of 3 for Slow Play: is it a Game Loss for the next game? Asked, because it is imported.',
    );
  });

  test('confirmed, it costs the next game; dismissed, it never asks again (R28, R41)', () => {
    const three = () => at().when(times(3, rule('Ana slow-play', from)));
    expect(three().when(confirm('Ana')).losses('Ana')).toEqual(['game-loss pending next-game']);
    const dismissed = three().when(dismiss('Ana'), warn('Ben slow-play'));
    expect([dismissed.losses('Ana'), dismissed.asked('Ana')]).toEqual([[], []]);
  });

  test('is asked about also where it is of the round that goes on, and where an earlier one falls and another takes its place (R28, R41)', () => {
    const hall = at().when(rule('Ana slow-play', { ...from, as: 'one' }), times(3, rule('Ana slow-play', from)), voidRuling('one'));
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.asked('Ana')).toEqual(['game-loss-due']);
  });

  test('stands behind one that is given here: that one is upgraded by itself (R28, R41)', () => {
    const hall = at().when(times(2, rule('Ana slow-play', from)), warn('Ana slow-play'));
    expect([hall.losses('Ana'), hall.asked('Ana')]).toEqual([['game-loss pending now'], []]);
  });

  test('is asked about however late the saga comes (R28, R41)', () => {
    const hall = at().when(sagaSleeps, times(3, rule('Ana slow-play', from)), round(2));
    hall.settle();
    expect([hall.losses('Ana'), hall.asked('Ana')]).toEqual([[], ['game-loss-due']]);
  });
});

describe('an imported loss', () => {
  test('is for the game that it was given in, though its round is over: nobody loses the next game by it (R3, R41)', () => {
    const hall = at().when(
      round(2),
      rule('Ana decklist-error', { ...from, round: 1, table: 4 }),
      rule('Ben improperly-determining-a-winner', { ...from, round: 1 }),
    );
    expect([hall.losses('Ana'), hall.losses('Ben')]).toEqual([['game-loss pending now'], ['match-loss pending now-match']]);
    expect(hall.penalties('Ana')[0]?.appliesTo).toEqual({ when: 'now', round: 1, table: 4, game: null });
  });

  test('is recorded as served where it was conceded (R3, R41)', () => {
    const hall = at().when(round(2), rule('Ana decklist-error', { ...from, round: 1 }), serve(lossOf('Ana'), { round: 1 }));
    expect(hall.losses('Ana')).toEqual(['game-loss served now']);
  });

  test('before the first round is for the first game (R3, R41)', () => {
    const hall = given(competitive(), enrolled('Ana'), rule('Ana decklist-error', from));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
  });
});

describe('what an import does not do', () => {
  test('grants no time, though the error came with some (R2, R41)', () => {
    const hall = at().when(rule('Ana late-to-match', from), rule('Ben slow-play', { ...from, durationSeconds: 200 }));
    expect(hall.ledger.extensions).toEqual([]);
  });

  test('drops nobody who never arrived (R40, R41)', () => {
    const hall = at().when(rule('Ana late-to-match +never-arrived', from));
    expect([hall.status('Ana'), hall.losses('Ana')]).toEqual(['playing', ['match-loss pending now-match']]);
  });
});

describe('an imported ruling like another', () => {
  const TEN = '2026-11-07T10:00:00.000Z';

  test('is refused, and the earlier one is named (R35, R41)', () => {
    const hall = at().when(rule('Ana slow-play', { ...from, as: 'one', ruledAt: '2026-11-07T08:00:00.000Z' }));
    const again = rule('Ana slow-play', { ...like, ruledAt: '2026-11-07T08:09:00.000Z' });
    expect(hall.refuses(again)).toMatchObject({ refused: 'possible-duplicate', ruling: hall.id('one') });
  });

  test('is told by the times that are claimed: recorded at once, an hour apart in the hall, it is another error (R35, R41)', () => {
    const hall = at().when(rule('Ana slow-play', { ...from, ruledAt: '2026-11-07T07:00:00.000Z' }));
    expect(hall.refuses(rule('Ana slow-play', { ...like, ruledAt: '2026-11-07T08:00:00.000Z' }))).toBeUndefined();
  });

  test.each<readonly [string, Made, Made]>([
    ['neither', {}, {}],
    ['only the earlier', { ruledAt: '2026-11-07T07:00:00.000Z' }, {}],
    ['only the later', {}, { ruledAt: '2026-11-07T07:00:00.000Z' }],
  ])('is likely the same where %s has a time (R35, R41)', (_, one, other) => {
    const hall = at().when(rule('Ana slow-play', { ...from, ...one }), minutesPass(300));
    expect(hall.refuses(rule('Ana slow-play', { ...like, ...other }))).toMatchObject({ refused: 'possible-duplicate' });
  });

  test('is compared with when the earlier one was recorded, if that was given here (R35, R41)', () => {
    const hall = at().when(warn('Ana slow-play'), minutesPass(600));
    const recorded = rulingOf(hall.ledger, [...hall.ledger.rulings.keys()][0] ?? '').recordedAt;
    expect(hall.refuses(rule('Ana slow-play', { ...like, ruledAt: recorded }))).toMatchObject({ refused: 'possible-duplicate' });
    expect(hall.refuses(rule('Ana slow-play', { ...like, ruledAt: TEN }))).toBeUndefined();
  });

  test('does not stand in the way of a ruling made here hours after what it claims (R35, R41)', () => {
    const hall = at().when(minutesPass(300), rule('Ana slow-play', { ...from, ruledAt: TEN }));
    expect(hall.refuses(warn('Ana slow-play', { by: 'floor2', distinct: false }))).toBeUndefined();
  });

  test('called distinct, it is taken (R35, R41)', () => {
    const hall = at().when(times(2, rule('Ana slow-play', from)));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
  });
});

describe('what is shown of an import', () => {
  test('the record, the timeline and the explanation say that it is imported (R41)', () => {
    const hall = at().when(rule('Ana slow-play', { ...from, as: 'old' }), warn('Ana slow-play'));
    expect(hall.recordOf('Ana').rulings.map(({ origin }) => origin)).toEqual([null, 'import']);
    const told = hall.opened(timeline(emptyLedger(hall.ledger.edition), hall.events, 'Ana', true)).map(({ summary }) => summary);
    expect(told.slice(-2)).toEqual([
      `head gives Ana a Warning for Slow Play (${hall.id('old')}, round 1, imported).`,
      expect.not.stringContaining('imported'),
    ]);
    expect(hall.opened(explanationView(hall.ledger, hall.events, penaltyOf('old')(hall))).text).toContain(
      'It is imported: head took it over from the records of another tool.',
    );
  });

  test('so does the explanation of a Game Loss that it was counted for (R41)', () => {
    const hall = at().when(times(2, rule('Ana slow-play', from)), warn('Ana slow-play'));
    const { text } = hall.opened(explanationView(hall.ledger, hall.events, lossOf('Ana')(hall)));
    expect(text.match(/imported/g)).toHaveLength(2);
  });
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}

function textOfQuestion(hall: Hall): unknown {
  return hall.recordOf('Ana').reviews[0]?.text;
}
