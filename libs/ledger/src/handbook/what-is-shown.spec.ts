import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, round, teams } from '../../spec/given.js';
import type { Hall } from '../../spec/hall.js';
import { appeal, lossOf, replace, rule, serve, times, warn } from '../../spec/steps.js';
import { escalationOf, pendingView, penaltyOf as penaltyIn, playersTouched } from '../index.js';
import type { PenaltyState } from '../index.js';

/** What judges and scorekeepers read once things have moved on. */

const betweenGames = { gameState: 'between-games' } as const;

describe('a game that both players lose', () => {
  test('stays a draw while only one of the two losses is recorded as served (R5)', () => {
    const hall = given(competitive(), enrolled('Ana', 'Ben'), round(1, { 7: ['Ana', 'Ben'] })).when(
      rule(['Ana decklist-error', 'Ben decklist-error'], { table: 7, game: 1, as: 'both' }),
      serve(lossOf('Ana'), { table: 7, game: 1 }),
    );
    expect(pendingView(hall.ledger).losses).toMatchObject([{ player: 'Ben', outcome: 'draw' }]);
  });

  test('is not known from the seats of a round that is over: whom they meet next is not paired yet (R5)', () => {
    const hall = given(competitive(), enrolled('Ana', 'Ben'), round(1, { 7: ['Ana', 'Ben'] })).when(
      rule(['Ana decklist-error', 'Ben decklist-error'], { gameState: 'between-rounds' }),
    );
    expect(pendingView(hall.ledger).losses).toMatchObject([{ outcome: 'conceded' }, { outcome: 'conceded' }]);
    hall.when(round(2, { 7: ['Ana', 'Ben'] }));
    expect(pendingView(hall.ledger).losses).toMatchObject([{ outcome: 'draw' }, { outcome: 'draw' }]);
  });
});

describe('what the ladder made of a Warning', () => {
  test('reads as nothing once the head judge has taken the Game Loss away (R33)', () => {
    const hall = thirdSlowPlay().when(replace(lossOf('Ana'), 'none'));
    expect(escalationOf(hall.ledger, third(hall)).status).toBe('none');
  });

  test('names the heavier penalty that the head judge put in its place (R33)', () => {
    const hall = thirdSlowPlay().when(replace(lossOf('Ana'), 'match-loss'));
    const { status, penalty } = escalationOf(hall.ledger, third(hall));
    expect([status, penalty && penaltyIn(hall.ledger, penalty).kind]).toEqual(['applied', 'match-loss']);
  });
});

test('the scorekeeper is warned of an appeal against any of the losses that one game would serve (R4, R34)', () => {
  const hall = given(competitive(), enrolled('Ana'), round(1)).when(
    rule('Ana decklist-error', betweenGames),
    rule('Ana facedown-card-error +source-zone-grew', { ...betweenGames, as: 'second' }),
    appeal('second', 'Ana', { as: 'plea' }),
  );
  expect(pendingView(hall.ledger).losses).toMatchObject([{ appealOpen: true }]);
});

test('what a team concedes or is disqualified for stands in the timeline of each member (R3, R7)', () => {
  const hall = given(competitive({ format: '2v2' }), teams({ Red: ['Ana', 'Cleo'] }), round(1)).when(
    rule('Ana decklist-error'),
    rule('Ana cheating', { by: 'head' }),
  );
  const touching = hall.events.filter((event) => playersTouched(hall.ledger, event).includes('Cleo')).map(({ type }) => type);
  expect(touching).toEqual(expect.arrayContaining(['GameLossApplied', 'PlayerDisqualified']));
});

function thirdSlowPlay(): Hall {
  return given(competitive(), enrolled('Ana'), round(1)).when(
    times(2, warn('Ana slow-play')),
    warn('Ana slow-play', { ...betweenGames, as: 'third' }),
  );
}

function third(hall: Hall): PenaltyState {
  const warning = hall.penalties('Ana').findLast((each) => each.kind === 'warning');
  if (!warning) throw new Error('Ana has no Warning');
  return warning;
}
