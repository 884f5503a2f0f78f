import { describe, expect, test } from '@jest/globals';
import { attending, competitive, enrolled, given, minutesPass, round } from '../../spec/given.js';
import type { Hall } from '../../spec/hall.js';
import { close, extend, rule, warn } from '../../spec/steps.js';
import { playerEntry, playerOf, seatOf, tournamentView } from '../index.js';

/** R39: rounds and pairings, and where a ruling stands in them. */

describe('before the first round', () => {
  const before = () => given(competitive(), enrolled('Ana', 'Ben'));

  test('a deck check finds its error between rounds: it is for the next game (R39)', () => {
    const hall = before().when(rule('Ana decklist-error'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    expect(hall.recordOf('Ana').rulings).toMatchObject([{ round: 0, gameState: 'between-rounds' }]);
  });

  test('no game is in progress (R39)', () => {
    for (const gameState of ['ongoing', 'between-games'] as const) {
      expect(before().refuses(warn('Ana slow-play', { gameState }))).toMatchObject({ refused: 'invalid-request' });
    }
  });

  test('its Warnings count like all others, and the third is upgraded by itself (R19, R28)', () => {
    const hall = before().when(warn('Ana slow-play'), warn('Ana slow-play'), warn('Ana slow-play'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
  });
});

describe('a ruling', () => {
  test('is for the current round where the judge names none (R39)', () => {
    const hall = at().when(round(4), warn('Ana slow-play'));
    expect(hall.recordOf('Ana').rulings).toMatchObject([{ round: 4, gameState: 'ongoing' }]);
  });

  test('for a round that has not started is refused (R39)', () => {
    expect(at().refuses(warn('Ana slow-play', { round: 2 }))).toMatchObject({ refused: 'round-not-started' });
    expect(
      at()
        .when(round(3))
        .refuses(warn('Ana slow-play', { round: 2 })),
    ).toMatchObject({ refused: 'round-not-started' });
  });

  test('for a round that is over, or for before the first, is taken late (R39)', () => {
    const hall = at().when(round(2), warn('Ana slow-play', { round: 1 }), warn('Ana marked-cards', { round: 0 }));
    expect(hall.recordOf('Ana').rulings.map((each) => each.round)).toEqual([0, 1]);
  });

  test('from a device whose clock runs far ahead is refused, a little ahead is borne', () => {
    const hall = at();
    const ahead = (minutes: number) => ({ ruledAt: new Date(Date.parse(hall.now) + minutes * 60_000).toISOString() });
    expect(hall.refuses(warn('Ana slow-play', ahead(10)))).toMatchObject({ refused: 'invalid-request' });
    expect(hall.refuses(warn('Ana slow-play', ahead(5)))).toBeUndefined();
  });

  test('names somebody who is here, a category and conditions of the edition', () => {
    expect(at().refuses(warn('Zoe slow-play'))).toMatchObject({ refused: 'unknown-player' });
    expect(at().refuses(warn('Ana fast-play'))).toMatchObject({ refused: 'unknown-category' });
    expect(at().refuses(warn('Ana slow-play +advantageous'))).toMatchObject({ refused: 'unknown-condition' });
  });
});

describe('the numbers of the rounds', () => {
  test('only grow, and may jump (R39)', () => {
    const hall = at().when(round(5));
    expect(hall.refuses(round(4))).toMatchObject({ refused: 'round-not-growing' });
    expect(hall.refuses(round(5))).toMatchObject({ refused: 'round-not-growing' });
    expect(hall.ledger.currentRound).toBe(5);
  });

  test('begin with 1, also where pairings are sent (R39)', () => {
    const hall = given(competitive(), enrolled('Ana', 'Ben'));
    expect(hall.refuses(round(0))).toMatchObject({ refused: 'round-not-growing' });
    expect(hall.refuses(round(0, { 1: ['Ana', 'Ben'] }))).toMatchObject({ refused: 'round-not-growing' });
    expect(hall.refuses(round(-1, { 1: ['Ana', 'Ben'] }))).toMatchObject({ refused: 'round-not-growing' });
  });
});

describe('pairings', () => {
  test('say where everyone sits and against whom', () => {
    const hall = at().when(round(2, { 7: ['Ana', 'Ben'] }));
    expect(seatOf(hall.ledger, 'Ana')).toEqual({ round: 2, table: 7, opponents: ['Ben'] });
    expect(hall.opened(playerEntry(hall.ledger, playerOf(hall.ledger, 'Ben'))).seat).toEqual({ round: 2, table: 7, opponents: ['Ana'] });
  });

  test('of the current round are replaced by new ones (R39)', () => {
    const hall = at().when(round(2, { 7: ['Ana', 'Ben'] }), round(2, { 8: ['Ana'], 9: ['Ben'] }));
    expect([seatOf(hall.ledger, 'Ana')?.table, seatOf(hall.ledger, 'Ben')?.table]).toEqual([8, 9]);
    expect(hall.ledger.currentRound).toBe(2);
  });

  test('of a round of thousands are several events, and one list', () => {
    const names = Array.from({ length: 4600 }, (_, index) => `p${index}`);
    const tables = Object.fromEntries(names.slice(0, 2300).map((name, index) => [index + 1, [name, names[index + 2300] ?? '']]));
    const hall = given(competitive(), enrolled(...names), round(1, tables));
    expect(hall.types().filter((type) => type === 'PlayersEnrolled').length).toBeGreaterThan(1);
    expect(hall.types().slice(-3)).toEqual(['RoundStarted', 'PairingsReplaced', 'PairingsReplaced']);
    expect(hall.ledger.rounds.get(1)?.seats.size).toBe(4600);
    hall.when(round(1, { 1: ['p0', 'p1'] }));
    expect(hall.ledger.rounds.get(1)?.seats.size).toBe(2);
  });

  test('seat nobody twice, no table twice, nobody unknown, and nobody who does not play', () => {
    const hall = given(competitive(), enrolled('Ana', 'Ben'), attending('Zoe'));
    expect(hall.refuses(round(1, { 1: ['Ana'], 2: ['Ana'] }))).toMatchObject({ refused: 'invalid-request' });
    expect(hall.refuses(round(1, { 1: ['Ana', 'Cem'] }))).toMatchObject({ refused: 'unknown-player' });
    expect(hall.refuses(round(1, { 1: ['Ana', 'Zoe'] }))).toMatchObject({ refused: 'not-a-player' });
    const twice = (each: Hall) => {
      const pairings = [
        { table: 1, players: ['Ana'] },
        { table: 1, players: ['Ben'] },
      ];
      each.send({ type: 'start-round', number: 1, pairings }, 'scorekeeper');
    };
    expect(hall.refuses(twice)).toMatchObject({ refused: 'invalid-request' });
  });
});

describe('a time extension', () => {
  const minutes = (hall: Hall) => hall.ledger.extensions.map((each) => each.minutes);

  test('is the whole duration in full minutes, where a ruling took more than one (R2)', () => {
    const took = (durationSeconds: number) => minutes(at().when(warn('Ana slow-play', { durationSeconds })));
    expect([took(60), took(61), took(120), took(121)]).toEqual([[], [2], [2], [3]]);
  });

  test('is the judge’s to set, also to none (R2)', () => {
    expect(minutes(at().when(rule('Ana slow-play', { durationSeconds: 300, extensionMinutes: 2 })))).toEqual([2]);
    expect(minutes(at().when(rule('Ana slow-play', { durationSeconds: 300, extensionMinutes: 0 })))).toEqual([]);
  });

  test('comes with a Game Loss, after which the match goes on, and not with a Match Loss or a disqualification (R2)', () => {
    expect(minutes(at().when(rule('Ana decklist-error', { durationSeconds: 90 })))).toEqual([2]);
    expect(minutes(at().when(rule('Ana bribery', { durationSeconds: 90, extensionMinutes: 5 })))).toEqual([]);
    expect(minutes(at().when(rule('Ana theft', { durationSeconds: 90, by: 'head' })))).toEqual([]);
    expect(minutes(at().when(rule(['Ana slow-play', 'Ben bribery'], { durationSeconds: 90 })))).toEqual([]);
  });

  test('comes with no ruling between rounds, for there is no match (R2)', () => {
    expect(minutes(at().when(warn('Ana slow-play', { durationSeconds: 90, gameState: 'between-rounds' })))).toEqual([]);
  });

  test('comes with being late to the match, without a duration as the condition says (R2)', () => {
    expect(minutes(at().when(warn('Ana late-to-match')))).toEqual([2]);
    expect(minutes(at().when(rule('Ana late-to-match +over-2-minutes')))).toEqual([10]);
    expect(minutes(at().when(warn('Ana late-to-match', { durationSeconds: 40 })))).toEqual([1]);
    expect(minutes(at().when(rule('Ana late-to-match +over-10-minutes')))).toEqual([]);
  });

  test('is granted at once where a ruling is handed to the head judge, and not again when it is confirmed (R2, R11)', () => {
    const harsh = rule({ error: 'Ana slow-play', penalty: 'game-loss' }, { refer: true, durationSeconds: 200 });
    expect(minutes(at().when(harsh))).toEqual([4]);
  });

  test('for what is no ruling is recorded on its own, by judges and scorekeepers (R2)', () => {
    const hall = at().when(extend(12, 4), extend(12, 3, { cause: 'leave', by: 'floor' }));
    expect(hall.ledger.extensions).toMatchObject([
      { round: 1, table: 12, minutes: 4, cause: 'deck-check', ruling: null },
      { round: 1, table: 12, minutes: 3, cause: 'leave', ruling: null },
    ]);
    expect(hall.refuses(extend(12, 4, { by: 'organizer' }))).toMatchObject({ refused: 'not-granted' });
    expect(hall.refuses(extend(12, 4, { round: 2 }))).toMatchObject({ refused: 'round-not-started' });
    expect(hall.when(close()).refuses(extend(12, 4))).toMatchObject({ refused: 'tournament-closed' });
  });
});

test('a tournament at a glance counts what is here and what is open', () => {
  const hall = at().when(minutesPass(5), warn('Ana slow-play'), rule('Ben decklist-error'));
  expect(hall.opened(tournamentView(hall.ledger))).toMatchObject({
    name: 'The Open',
    status: 'open',
    currentRound: 1,
    headJudges: [{ id: 'head', name: 'head' }],
    counts: { players: 2, attendees: 0, officials: 7, rulings: 2, pendingLosses: 1, openReviews: 0, openNotices: 1, openAppeals: 0 },
  });
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}
