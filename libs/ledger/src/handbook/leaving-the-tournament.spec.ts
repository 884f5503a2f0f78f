import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, round, sagaSleeps, sagaWakes, teams } from '../../spec/given.js';
import type { Hall } from '../../spec/hall.js';
import {
  conclude,
  drop,
  investigate,
  lossOf,
  penaltyOf,
  reassign,
  reinstate,
  replace,
  rule,
  serve,
  times,
  voidRuling,
  warn,
} from '../../spec/steps.js';
import { pendingView } from '../index.js';

/** R7, R38, R40: disqualifications, investigations, drops and returns. */

describe('a disqualification', () => {
  const disqualified = () => at().when(rule('Ana cheating', { by: 'head', as: 'cheat' }));

  test('puts the player out, and opens an investigation by itself (R7)', () => {
    const hall = disqualified();
    expect(hall.status('Ana')).toBe('disqualified');
    expect(hall.recordOf('Ana').investigations).toMatchObject([{ status: 'open', penalty: penaltyOf('cheat')(hall) }]);
  });

  test('is one that the head judge need not acknowledge, for it is the head judge’s own (R10)', () => {
    const hall = disqualified();
    expect(hall.told()).toEqual([]);
    expect([...hall.ledger.notices.values()]).toMatchObject([{ about: 'penalty', acknowledged: true }]);
  });

  test('joins the investigation that is open (R7)', () => {
    const hall = at().when(investigate('Ana'), rule('Ana cheating', { by: 'head' }));
    expect(hall.recordOf('Ana').investigations).toHaveLength(1);
  });

  test('two of them are one investigation, also where the saga comes late (R7)', () => {
    const cheats = times(2, rule('Ana cheating', { by: 'head' }));
    expect(at().when(cheats).recordOf('Ana').investigations).toHaveLength(1);
    expect(at().when(sagaSleeps, cheats, sagaWakes).recordOf('Ana').investigations).toHaveLength(1);
  });

  test('after one that was concluded opens another (R7)', () => {
    const hall = disqualified().when(conclude('Ana', 'violation'), rule('Ana theft', { by: 'head' }));
    expect(hall.recordOf('Ana').investigations.map((each) => each.status)).toEqual(['open', 'concluded']);
    expect(hall.when(conclude('Ana', 'inconclusive')).refuses(conclude('Ana', 'violation'))).toMatchObject({
      refused: 'already-concluded',
    });
  });

  test('that was voided before anybody looked opens none (R7, R30)', () => {
    const hall = at().when(sagaSleeps, rule('Ana cheating', { by: 'head', as: 'cheat' }), voidRuling('cheat'), sagaWakes);
    expect(hall.recordOf('Ana').investigations).toEqual([]);
  });

  test.each([
    ['voided', voidRuling('cheat')],
    ['replaced', replace(penaltyOf('cheat'), 'warning')],
    ['moved to the other player', reassign('cheat', 'Ana', 'Ben')],
  ])('when it is %s, the player stays dropped until reinstated (R40)', (_, correction) => {
    const hall = disqualified().when(correction);
    expect(hall.status('Ana')).toBe('dropped');
    expect(hall.when(reinstate('Ana')).status('Ana')).toBe('playing');
  });

  test('that moves to the other player puts that one out, with an investigation (R31, R7)', () => {
    const hall = disqualified().when(reassign('cheat', 'Ana', 'Ben'));
    expect(hall.status('Ben')).toBe('disqualified');
    expect(hall.recordOf('Ben').investigations).toHaveLength(1);
  });

  test('keeps the player out while it stands (R40)', () => {
    expect(disqualified().refuses(reinstate('Ana'))).toMatchObject({ refused: 'still-disqualified' });
  });

  test('brings back what can be brought back, and names the rounds that cannot (R40)', () => {
    const hall = disqualified().when(round(2), round(3), voidRuling('cheat'), reinstate('Ana'));
    expect(hall.events.at(-1)).toMatchObject({ type: 'PlayerReinstated', data: { players: ['Ana'], missedRounds: [2, 3] } });
  });
});

describe('who has gone', () => {
  test('can still be ruled on: paperwork follows play (R38)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), drop('Ana'), warn('Ana slow-play'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.when(serve(lossOf('Ana'))).losses('Ana')).toEqual(['game-loss served now']);
    expect(
      at()
        .when(rule('Ana theft', { by: 'head' }), warn('Ana slow-play'))
        .warnings('Ana'),
    ).toEqual({
      'slow-play': 1,
      'tournament-error': 1,
    });
  });

  test('drops once, and only who plays drops (R40)', () => {
    const hall = at().when(drop('Ana'));
    expect(hall.refuses(drop('Ana'))).toMatchObject({ refused: 'already-dropped' });
    expect(hall.refuses(reinstate('Ben'))).toMatchObject({ refused: 'not-dropped' });
    expect(hall.refuses(drop('Zoe'))).toMatchObject({ refused: 'unknown-player' });
  });

  test('returns by the head judge’s hand only (R40)', () => {
    const hall = at().when(drop('Ana'));
    expect(hall.refuses(reinstate('Ana', { by: 'scorekeeper' }))).toMatchObject({ refused: 'not-granted' });
    expect(hall.when(reinstate('Ana')).status('Ana')).toBe('playing');
  });

  test('is listed for the scorekeeper', () => {
    expect(pendingView(at().when(drop('Ana')).ledger).drops).toMatchObject([
      { player: 'Ana', round: 1, cause: 'request', provisional: false },
    ]);
  });
});

describe('who never arrived', () => {
  const absent = () => at().when(rule('Ana late-to-match +never-arrived'));

  test('gets a Match Loss and is dropped provisionally; a scorekeeper can lift that (R40)', () => {
    const hall = absent();
    expect(hall.losses('Ana')).toEqual(['match-loss pending now-match']);
    expect(pendingView(hall.ledger).drops).toMatchObject([{ player: 'Ana', cause: 'never-arrived', provisional: true }]);
    expect(hall.when(reinstate('Ana', { by: 'scorekeeper' })).status('Ana')).toBe('playing');
  });

  test('is out for good once the next round has started (R40)', () => {
    const hall = absent().when(round(2));
    expect(hall.refuses(reinstate('Ana', { by: 'scorekeeper' }))).toMatchObject({ refused: 'not-granted' });
    expect(hall.when(reinstate('Ana')).status('Ana')).toBe('playing');
  });

  test('is out for good as well once disqualified (R40)', () => {
    const hall = absent().when(rule('Ana cheating', { by: 'head', as: 'cheat' }), voidRuling('cheat'));
    expect(hall.refuses(reinstate('Ana', { by: 'scorekeeper' }))).toMatchObject({ refused: 'not-granted' });
  });

  test('and had dropped before is not dropped again (R40)', () => {
    const hall = at().when(drop('Ana'), rule('Ana late-to-match +never-arrived'));
    expect(hall.types().filter((type) => type === 'PlayerDropped')).toHaveLength(1);
  });
});

describe('a 2v2 team', () => {
  const sides = () => given(competitive({ format: '2v2' }), teams({ Red: ['Ana', 'Cleo'], Blue: ['Ben', 'Dan'] }), round(1));

  test('concedes together, though only one of them erred (R3)', () => {
    const hall = sides().when(rule('Ana decklist-error'), times(3, warn('Ben slow-play')));
    expect(hall.penalties('Ana')[0]?.concededBy).toEqual(['Ana', 'Cleo']);
    expect(hall.penalties('Ben').at(-1)?.concededBy).toEqual(['Ben', 'Dan']);
    expect(hall.warnings('Dan')).toEqual({});
  });

  test('concedes one game for the losses of both, recorded for each (R4)', () => {
    const hall = sides().when(rule(['Ana decklist-error', 'Cleo decklist-error'], { table: 1, as: 'both' }), serve(lossOf('Cleo')));
    expect([hall.losses('Ana'), hall.losses('Cleo')]).toEqual([['game-loss served now'], ['game-loss served now merged']]);
  });

  test('counts the Warnings of each member apart (R19)', () => {
    const hall = sides().when(times(2, warn('Ana slow-play')), times(2, warn('Cleo slow-play')));
    expect([...hall.losses('Ana'), ...hall.losses('Cleo')]).toEqual([]);
  });

  test('drops together, and returns together (R40)', () => {
    const hall = sides().when(drop('Cleo'));
    expect([hall.status('Ana'), hall.status('Cleo'), hall.status('Ben')]).toEqual(['dropped', 'dropped', 'playing']);
    expect(hall.refuses(drop('Ana'))).toMatchObject({ refused: 'already-dropped' });
    hall.when(reinstate('Ana'));
    expect([hall.status('Ana'), hall.status('Cleo')]).toEqual(['playing', 'playing']);
  });

  test('is disqualified as a whole; the mate has no penalty and no investigation (R7)', () => {
    const hall = sides().when(rule('Ana cheating', { by: 'head', as: 'cheat' }));
    expect(hall.recordOf('Cleo')).toMatchObject({
      player: { status: 'disqualified', cause: 'team' },
      penalties: [],
      investigations: [],
    });
    expect(hall.recordOf('Ana').player).toMatchObject({ status: 'disqualified', cause: 'own' });
    expect(hall.refuses(reinstate('Cleo'))).toMatchObject({ refused: 'still-disqualified' });
    hall.when(voidRuling('cheat'), reinstate('Cleo'));
    expect([hall.status('Ana'), hall.status('Cleo')]).toEqual(['playing', 'playing']);
  });

  test('of which nobody arrived is dropped once (R40)', () => {
    const hall = sides().when(rule(['Ana late-to-match +never-arrived', 'Cleo late-to-match +never-arrived']));
    expect(hall.events.filter((event) => event.type === 'PlayerDropped').map((event) => event.data)).toMatchObject([
      { players: ['Ana', 'Cleo'], provisional: true },
    ]);
  });

  test('is no team at an individual tournament: a mate concedes nothing and stays (R3)', () => {
    const hall = given(competitive(), teams({ Red: ['Ana', 'Cleo'] }), round(1)).when(
      rule('Ana cheating', { by: 'head' }),
      warn('Cleo slow-play'),
    );
    expect(hall.status('Cleo')).toBe('playing');
  });
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}
