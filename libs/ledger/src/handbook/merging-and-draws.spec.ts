import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, minutesPass, round, teams } from '../../spec/given.js';
import type { Hall } from '../../spec/hall.js';
import {
  confirm,
  lossOf,
  penaltyOf,
  recategorise,
  retarget,
  rule,
  separate,
  serve,
  times,
  unserve,
  voidRuling,
  warn,
} from '../../spec/steps.js';
import { mergedInto, pendingView, penaltyOf as penaltyIn } from '../index.js';

/** R3–R5: which losses one conceded game serves, and when it is a draw. */

const betweenGames = { gameState: 'between-games' } as const;

describe('several Game Losses for the same game', () => {
  test('are one: the later ones are merged into the first, and all are recorded (R4)', () => {
    const hall = twoForTheNextGame();
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game', 'game-loss pending next-game merged']);
    expect(mergedInto(hall.ledger, penaltyIn(hall.ledger, penaltyOf('second')(hall)))).toBe(penaltyOf('first')(hall));
    expect(pending(hall)).toMatchObject([{ penalty: penaltyOf('first')(hall), merged: [penaltyOf('second')(hall)] }]);
  });

  test('are served by one conceded game, and stay merged (R4)', () => {
    const hall = twoForTheNextGame().when(serve(penaltyOf('first')));
    expect(hall.losses('Ana')).toEqual(['game-loss served next-game', 'game-loss served next-game merged']);
  });

  test('are served as well where the scorekeeper names the merged one (R4)', () => {
    const hall = twoForTheNextGame().when(serve(penaltyOf('second')));
    expect(hall.losses('Ana')).toEqual(['game-loss served next-game', 'game-loss served next-game merged']);
  });

  test('a Warning that earns one for a game that is lost already costs nothing more (R4)', () => {
    const hall = at().when(rule('Ana decklist-error', { table: 4, game: 1 }), times(3, warn('Ana slow-play', { table: 4, game: 1 })));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now', 'game-loss pending now merged']);
  });

  test('are two where one is for this game and the other for the next (R4)', () => {
    const hall = at().when(rule('Ana decklist-error'), rule('Ana facedown-card-error +source-zone-grew', betweenGames));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now', 'game-loss pending next-game']);
  });

  test('are two where they are for different games of a match (R4)', () => {
    const hall = at().when(rule('Ana decklist-error', { game: 1 }), rule('Ana facedown-card-error +source-zone-grew', { game: 2 }));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now', 'game-loss pending now']);
  });

  test('a Match Loss is never merged', () => {
    const hall = at().when(rule('Ana decklist-error'), rule('Ana bribery'), rule('Ana bribery'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now', 'match-loss pending now-match', 'match-loss pending now-match']);
  });
});

describe('when the first of them goes', () => {
  test('rescinded: the second stands on its own again (R4, R29)', () => {
    const hall = at().when(
      warn('Ana slow-play', { as: 'one' }),
      times(2, warn('Ana slow-play', betweenGames)),
      rule('Ana decklist-error', { ...betweenGames, as: 'list' }),
      rule('Ana facedown-card-error +source-zone-grew', { ...betweenGames, as: 'card' }),
    );
    expect(hall.losses('Ana')).toEqual([
      'game-loss pending next-game',
      'game-loss pending next-game merged',
      'game-loss pending next-game merged',
    ]);
    hall.when(voidRuling('one'));
    expect(hall.losses('Ana')).toEqual([
      'game-loss rescinded next-game',
      'game-loss pending next-game',
      'game-loss pending next-game merged',
    ]);
    expect(mergedInto(hall.ledger, penaltyIn(hall.ledger, penaltyOf('card')(hall)))).toBe(penaltyOf('list')(hall));
  });

  test('voided: the second takes its place (R4, R30)', () => {
    const hall = twoForTheNextGame().when(voidRuling('first'));
    expect(hall.losses('Ana')).toEqual(['game-loss voided next-game', 'game-loss pending next-game']);
  });

  test('annulled, though nobody had recorded it as served: the second waits on its own (R4, R29)', () => {
    const hall = at().when(
      warn('Ana slow-play', { as: 'one' }),
      times(2, warn('Ana slow-play', { game: 1 })),
      rule('Ana decklist-error', { game: 1 }),
      voidRuling('one'),
      confirm('Ana'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending now annulled', 'game-loss pending now']);
    expect(pending(hall)).toHaveLength(1);
    expect(hall.refuses(serve(lossFromFirst))).toMatchObject({ refused: 'not-pending' });
  });

  test('voided after both were served: the second keeps that it was served with the first (R4, R29)', () => {
    const hall = twoForTheNextGame().when(serve(penaltyOf('first')), voidRuling('first'));
    expect(hall.losses('Ana')).toEqual(['game-loss voided next-game conceded', 'game-loss served next-game merged']);
    expect(hall.asked('Ana')).toEqual(['loss-without-ground']);
  });

  test('and the second was voided after both were served: it keeps what it was served with (R4, R29)', () => {
    const hall = twoForTheNextGame().when(serve(penaltyOf('first')), voidRuling('second'));
    expect(hall.losses('Ana')).toEqual(['game-loss served next-game', 'game-loss voided next-game merged conceded']);
  });
});

describe('serving', () => {
  test('a second time is refused (R3)', () => {
    const hall = twoForTheNextGame().when(serve(penaltyOf('first')));
    expect(hall.refuses(serve(penaltyOf('second')))).toMatchObject({ refused: 'already-served' });
  });

  test('in a round that has not started is refused (R39)', () => {
    expect(twoForTheNextGame().refuses(serve(lossOf('Ana'), { round: 2 }))).toMatchObject({ refused: 'round-not-started' });
  });

  test('a Warning or a fallen loss is refused (R3)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), rule('Ana decklist-error', { as: 'list' }), voidRuling('list'));
    expect(hall.refuses(serve(penaltyOf('slow')))).toMatchObject({ refused: 'not-pending' });
    expect(hall.refuses(serve(penaltyOf('list')))).toMatchObject({ refused: 'not-pending' });
  });

  test('late is possible: a loss of a game in progress whose round is over is listed as overdue (R3)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }), round(2));
    expect(pending(hall)).toMatchObject([{ overdue: true, outcome: 'conceded' }]);
    hall.when(serve(penaltyOf('list'), { round: 1 }));
    expect(hall.losses('Ana')).toEqual(['game-loss served now']);
  });

  test('taken back: everything that was served by that game waits again (R4)', () => {
    const hall = twoForTheNextGame().when(serve(penaltyOf('first')), unserve(penaltyOf('second')));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game', 'game-loss pending next-game merged']);
    expect(hall.refuses(unserve(penaltyOf('first')))).toMatchObject({ refused: 'not-served' });
  });

  test('taken back of a loss that was voided since: the voided one does not wait again (R29)', () => {
    const hall = twoForTheNextGame().when(serve(penaltyOf('first')), voidRuling('first'), unserve(penaltyOf('second')));
    expect(hall.losses('Ana')).toEqual(['game-loss voided next-game', 'game-loss pending next-game']);
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('is the scorekeeper’s and the head judge’s (R3)', () => {
    expect(twoForTheNextGame().refuses(serve(lossOf('Ana'), { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
  });
});

describe('the head judge separates', () => {
  test('two losses for the same game into two games (R4)', () => {
    const hall = twoForTheNextGame().when(separate(penaltyOf('second')));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game', 'game-loss pending next-game']);
    hall.when(serve(penaltyOf('second')));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game', 'game-loss served next-game']);
  });

  test('nothing that stands alone already (R4)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }));
    expect(hall.refuses(separate(penaltyOf('list')))).toMatchObject({ refused: 'not-merged' });
  });

  test('and nobody else (R4)', () => {
    expect(twoForTheNextGame().refuses(separate(penaltyOf('second'), { by: 'scorekeeper' }))).toMatchObject({ refused: 'not-granted' });
  });
});

describe('another game than the one it was for', () => {
  test('the next one, or one that has been played (R3)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }), retarget(penaltyOf('list'), 'next-game'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    hall.when(round(2), retarget(penaltyOf('list'), 'now', { round: 2, table: 3, game: 2 }));
    expect(penaltyIn(hall.ledger, penaltyOf('list')(hall)).appliesTo).toEqual({ when: 'now', round: 2, table: 3, game: 2 });
  });

  test('takes a merged loss out of the group, and into another (R4)', () => {
    const hall = twoForTheNextGame().when(retarget(penaltyOf('first'), 'now'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now', 'game-loss pending next-game']);
  });

  test('is no match for a Game Loss, no game for a Match Loss, and no round that has not started (R3, R6)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }), rule('Ana bribery', { as: 'bribe' }));
    expect(hall.refuses(retarget(penaltyOf('list'), 'next-match'))).toMatchObject({ refused: 'invalid-request' });
    expect(hall.refuses(retarget(penaltyOf('bribe'), 'now'))).toMatchObject({ refused: 'invalid-request' });
    expect(hall.refuses(retarget(penaltyOf('list'), 'now', { round: 2 }))).toMatchObject({ refused: 'round-not-started' });
  });

  test('moved to the next game it falls at once when its ground goes (R29)', () => {
    const hall = at().when(
      warn('Ana slow-play', { as: 'one' }),
      times(2, warn('Ana slow-play')),
      retarget(lossOf('Ana'), 'next-game'),
      voidRuling('one'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
  });
});

describe('a draw', () => {
  const paired = () => given(competitive(), enrolled('Ana', 'Ben', 'Cem'), round(1, { 7: ['Ana', 'Ben'] }));

  test('where both players of a table lose the same game together (R5)', () => {
    const hall = paired().when(rule(['Ana decklist-error', 'Ben decklist-error'], { table: 7, game: 1 }));
    expect(pending(hall).map((each) => each.outcome)).toEqual(['draw', 'draw']);
    expect([...hall.losses('Ana'), ...hall.losses('Ben')]).toEqual(['game-loss pending now', 'game-loss pending now']);
  });

  test('also from two rulings, where the pairings say that they play each other (R5)', () => {
    const hall = paired().when(
      rule('Ana decklist-error', { table: 7, game: 1 }),
      minutesPass(5),
      rule('Ben decklist-error', { table: 7, game: 1 }),
    );
    expect(pending(hall).map((each) => each.outcome)).toEqual(['draw', 'draw']);
  });

  test('also where one of the losses comes from the ladder (R5)', () => {
    const hall = paired().when(times(2, warn('Ben slow-play')), rule(['Ana decklist-error', 'Ben slow-play'], { table: 7, game: 2 }));
    expect(pending(hall).map((each) => each.outcome)).toEqual(['draw', 'draw']);
  });

  test('without pairings, where one ruling names both (R5)', () => {
    const hall = at().when(rule(['Ana decklist-error', 'Ben decklist-error']));
    expect(pending(hall).map((each) => each.outcome)).toEqual(['draw', 'draw']);
  });

  test('no draw where only one of them loses, or another game (R5)', () => {
    const one = paired().when(rule('Ana decklist-error', { table: 7, game: 1 }));
    expect(pending(one).map((each) => each.outcome)).toEqual(['conceded']);
    const other = paired().when(rule('Ana decklist-error', { table: 7, game: 1 }), rule('Ben decklist-error', { table: 7, game: 2 }));
    expect(pending(other).map((each) => each.outcome)).toEqual(['conceded', 'conceded']);
  });

  test('no draw where the other loser sits at another table (R5)', () => {
    const hall = given(competitive(), enrolled('Ana', 'Ben', 'Cem'), round(1, { 7: ['Ana', 'Ben'], 8: ['Cem'] }));
    hall.when(rule(['Ana decklist-error', 'Cem decklist-error'], betweenGames));
    expect(pending(hall).map((each) => each.outcome)).toEqual(['conceded', 'conceded']);
  });

  test('no draw any more where one of the two losses was corrected away (R5, R29)', () => {
    const hall = paired().when(
      rule('Ana decklist-error', { table: 7, game: 1, as: 'hers' }),
      rule('Ben decklist-error', { table: 7, game: 1 }),
      recategorise('hers', 'Ana slow-play'),
    );
    expect(pending(hall).map((each) => each.outcome)).toEqual(['conceded']);
  });

  test('in 2v2 where a member of each team loses the game (R5)', () => {
    const sides = { 3: ['Ana', 'Cleo', 'Ben', 'Dan'] };
    const hall = given(competitive({ format: '2v2' }), teams({ Red: ['Ana', 'Cleo'], Blue: ['Ben', 'Dan'] }), round(1, sides));
    hall.when(rule(['Ana decklist-error', 'Cleo decklist-error'], { table: 3 }));
    expect(pending(hall).map((each) => each.outcome)).toEqual(['conceded']);
    hall.when(rule('Dan decklist-error', { table: 3 }));
    expect(pending(hall).map((each) => each.outcome)).toEqual(['draw', 'draw']);
  });
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}

function twoForTheNextGame(): Hall {
  return at().when(
    rule('Ana decklist-error', { ...betweenGames, as: 'first' }),
    rule('Ana facedown-card-error +source-zone-grew', { ...betweenGames, as: 'second' }),
  );
}

function lossFromFirst(hall: Hall): string {
  const loss = hall.penalties('Ana').find((each) => each.earned);
  return loss?.id ?? '';
}

function pending(hall: Hall) {
  return hall.opened(pendingView(hall.ledger)).losses;
}
