import { describe, expect, test } from '@jest/globals';
import {
  COUNTED_PER_DAY,
  WITHOUT_TOTALS,
  casual,
  competitive,
  enrolled,
  given,
  nightPasses,
  professional,
  round,
} from '../../spec/given.js';
import type { Step } from '../../spec/hall.js';
import { investigate, lossFrom, lossOf, penaltyOf, replace, rule, serve, times, voidRuling, warn } from '../../spec/steps.js';
import { earns, penaltyOf as penaltyIn } from '../index.js';
import type { Hall } from '../../spec/hall.js';

/** R14–R25: from Warning to Game Loss. */

describe('the same error again', () => {
  test.each([
    ['casual', casual],
    ['competitive', competitive],
    ['professional', professional],
  ])('at %s level the third game play error of one category is a Game Loss, the second is not (R14)', (_, level) => {
    const hall = at(level()).when(times(2, warn('Ana looking-at-extra-cards')));
    expect(hall.losses('Ana')).toEqual([]);
    hall.when(warn('Ana looking-at-extra-cards'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.warnings('Ana')).toEqual({ 'looking-at-extra-cards': 3, 'game-play-error': 3 });
  });

  test('the third Slow Play is a Game Loss, as a tournament error (R16)', () => {
    const hall = at().when(times(3, warn('Ana slow-play', { as: 'third' })));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(reasonsOf(hall, 'third')).toEqual(['tournament-error/same-category 3/3 TR 703.1.b.1']);
  });

  test('the second Unsporting Conduct of one category is a Game Loss already (R17)', () => {
    const hall = at().when(warn('Ana unsporting-minor'), warn('Ana angle-shooting'));
    expect(hall.losses('Ana')).toEqual([]);
    hall.when(warn('Ana unsporting-minor', { as: 'second' }));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(reasonsOf(hall, 'second')).toEqual(['unsporting-conduct/same-category 2/2 TR 704.1.b']);
  });

  test('a fourth of the same category costs another game, and never more by itself: nothing resets after a Game Loss (R21)', () => {
    const hall = at().when(times(3, warn('Ana slow-play')), serve(lossOf('Ana')), warn('Ana slow-play', { game: 2 }));
    expect(hall.losses('Ana')).toEqual(['game-loss served now', 'game-loss pending now']);
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 4, 'tournament-error': 4 });
  });

  test('Warnings of rounds one, five and nine count together (R19)', () => {
    const hall = at().when(
      warn('Ana slow-play'),
      nightPasses,
      round(5),
      warn('Ana slow-play'),
      nightPasses,
      round(9),
      warn('Ana slow-play'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
  });

  test("another player's Warnings are never counted (R19)", () => {
    const hall = at().when(times(2, warn('Ana slow-play')), times(2, warn('Ben slow-play')));
    expect([...hall.losses('Ana'), ...hall.losses('Ben')]).toEqual([]);
  });
});

describe('all errors of a family together', () => {
  test('at competitive level the sixth game play error of any category is a Game Loss, the fifth is not (R15)', () => {
    const hall = at().when(...warnings('Ana', SIX_GAME_PLAY_ERRORS.slice(0, 5)));
    expect(hall.losses('Ana')).toEqual([]);
    hall.when(warn(`Ana ${SIX_GAME_PLAY_ERRORS[5]}`, { as: 'sixth' }));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(reasonsOf(hall, 'sixth')).toEqual(['game-play-error/any-category 6/6 TR 702.1.b.2']);
  });

  test('at professional level it is the fifth (R15)', () => {
    const hall = at(professional()).when(...warnings('Ana', SIX_GAME_PLAY_ERRORS.slice(0, 4)));
    expect(hall.losses('Ana')).toEqual([]);
    hall.when(warn(`Ana ${SIX_GAME_PLAY_ERRORS[4]}`, { as: 'fifth' }));
    expect(reasonsOf(hall, 'fifth')).toEqual(['game-play-error/any-category 5/5 TR 702.1.b.3']);
  });

  test.each([
    ['competitive', competitive, 6, 'TR 703.1.b.2'],
    ['professional', professional, 5, 'TR 703.1.b.3'],
  ])('at %s level tournament errors have a total of their own (R16)', (_, level, threshold, cites) => {
    const hall = at(level()).when(...warnings('Ana', SIX_TOURNAMENT_ERRORS.slice(0, threshold - 1)));
    expect(hall.losses('Ana')).toEqual([]);
    hall.when(rule(`Ana ${SIX_TOURNAMENT_ERRORS[threshold - 1]}`, { as: 'last' }));
    expect(reasonsOf(hall, 'last')).toEqual([`tournament-error/any-category ${threshold}/${threshold} ${cites}`]);
  });

  test('at casual level eight different errors add up to nothing (R19)', () => {
    const hall = at(casual()).when(...warnings('Ana', [...SIX_GAME_PLAY_ERRORS, 'looking-at-secret-information', 'mispayment-for-cost']));
    expect(hall.warnings('Ana')['game-play-error']).toBe(8);
    expect(hall.losses('Ana')).toEqual([]);
  });

  test('game play errors and tournament errors are never added up (R19)', () => {
    const hall = at().when(...warnings('Ana', [...SIX_GAME_PLAY_ERRORS.slice(0, 5), ...SIX_TOURNAMENT_ERRORS.slice(0, 5)]));
    expect(hall.losses('Ana')).toEqual([]);
  });

  test('unsporting conduct has no total (R17)', () => {
    const hall = at(professional()).when(warn('Ana unsporting-minor'), warn('Ana angle-shooting'));
    expect(hall.warnings('Ana')).toEqual({ 'unsporting-minor': 1, 'angle-shooting': 1, 'unsporting-conduct': 2 });
    expect(hall.losses('Ana')).toEqual([]);
  });

  test('the third of its kind that is also the sixth of all costs one game, for two reasons (R23)', () => {
    const hall = at().when(
      ...warnings('Ana', SIX_GAME_PLAY_ERRORS.slice(2, 5)),
      times(2, warn('Ana looking-at-extra-cards')),
      warn('Ana looking-at-extra-cards', { as: 'both' }),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(reasonsOf(hall, 'both')).toEqual([
      'game-play-error/same-category 3/3 TR 702.1.b.1',
      'game-play-error/any-category 6/6 TR 702.1.b.2',
    ]);
  });

  test('the seventh error costs a game again, whatever it is (R21)', () => {
    const hall = at().when(...warnings('Ana', SIX_GAME_PLAY_ERRORS), serve(lossOf('Ana')), warn('Ana looking-at-secret-information'));
    expect(hall.losses('Ana')).toEqual(['game-loss served now', 'game-loss pending now']);
  });

  test('Warnings that were given only because the error was advantageous count as well (R20)', () => {
    const mild = ['missed-trigger', 'forgetting-to-draw-cards', 'channeling-too-few-runes', 'overpayment-for-cost', 'forgetting-to-ready'];
    const hall = at().when(...mild.map((each) => warn(`Ana ${each} +advantageous`)), warn('Ana general-error'));
    expect(hall.warnings('Ana')['game-play-error']).toBe(6);
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
  });

  test('Warnings for being late and for outside assistance count as well (R20)', () => {
    const hall = at().when(
      ...warnings('Ana', SIX_TOURNAMENT_ERRORS.slice(0, 4)),
      warn('Ana late-to-match'),
      warn('Ana outside-assistance +refused-by-calling-a-judge'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
  });
});

describe('Failure to Maintain Game State', () => {
  test('never becomes a Game Loss by its own number (R18)', () => {
    const hall = at().when(times(5, warn('Ana failure-to-maintain-game-state')));
    expect(hall.warnings('Ana')).toEqual({ 'failure-to-maintain-game-state': 5, 'game-play-error': 5 });
    expect(hall.losses('Ana')).toEqual([]);
  });

  test('as the sixth Warning it stays one, and the next other error is the seventh and a Game Loss (R18)', () => {
    const hall = at().when(...warnings('Ana', SIX_GAME_PLAY_ERRORS.slice(0, 5)), warn('Ana failure-to-maintain-game-state'));
    expect(hall.losses('Ana')).toEqual([]);
    hall.when(warn('Ana general-error', { as: 'seventh' }));
    expect(reasonsOf(hall, 'seventh')).toEqual(['game-play-error/any-category 7/6 TR 702.1.b.2']);
  });

  test('is a Game Loss where the head judge instructs it, and stays a Warning in the tally (R18, R21)', () => {
    const hall = at().when(
      times(2, warn('Ana failure-to-maintain-game-state')),
      warn('Ana failure-to-maintain-game-state', { as: 'third' }),
      replace(penaltyOf('third'), 'game-loss'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.warnings('Ana')).toEqual({ 'failure-to-maintain-game-state': 3, 'game-play-error': 3 });
  });
});

describe('what is counted', () => {
  test('a Game Loss by the rule of its own category is no Warning and is in no tally (R22)', () => {
    const hall = at().when(
      rule('Ana decklist-error'),
      rule('Ana late-to-match +over-2-minutes'),
      rule('Ana facedown-card-error +no-legal-replacement'),
    );
    expect(hall.warnings('Ana')).toEqual({});
    expect(hall.losses('Ana')).toHaveLength(3);
  });

  test('the order of the rulings counts, whatever time the judges claim (R25)', () => {
    const hall = at().when(
      warn('Ana slow-play', { ruledAt: '2026-11-07T08:50:00.000Z' }),
      warn('Ana slow-play', { ruledAt: '2026-11-07T08:40:00.000Z' }),
      warn('Ana slow-play', { as: 'third', ruledAt: '2026-11-07T08:30:00.000Z' }),
    );
    expect(reasonsOf(hall, 'third')).toHaveLength(1);
  });

  test('each Warning is judged on its own: without the first, the fourth is a third (R25)', () => {
    const hall = at().when(
      warn('Ana slow-play', { as: 'first' }),
      times(2, warn('Ana slow-play', { gameState: 'between-games' })),
      warn('Ana slow-play', { as: 'fourth', gameState: 'between-games' }),
      voidRuling('first'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game', 'game-loss pending next-game']);
    const fourth = penaltyIn(hall.ledger, penaltyOf('fourth')(hall));
    expect(earns(hall.ledger, fourth).map((reason) => reason.count)).toEqual([3]);
  });

  test('below every threshold the head judge may still investigate (R24)', () => {
    const hall = at().when(warn('Ana drawing-extra-cards'), investigate('Ana'));
    expect(hall.recordOf('Ana').investigations).toMatchObject([{ status: 'open', player: 'Ana', penalty: null }]);
    expect(hall.losses('Ana')).toEqual([]);
  });
});

describe('other editions', () => {
  test('one that counts per day starts anew in the morning (R19)', () => {
    const hall = at(competitive({ edition: COUNTED_PER_DAY })).when(
      times(2, warn('Ana slow-play')),
      nightPasses,
      round(2),
      times(2, warn('Ana slow-play')),
    );
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
    hall.when(warn('Ana slow-play', { as: 'third' }));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(reasonsOf(hall, 'third')).toEqual(['tournament-error/same-category 3/3 TR 703.1.b.1']);
  });

  test('one that counts per day counts a late slip on the day of its round, not of its entry (R19, R28)', () => {
    const hall = at(competitive({ edition: COUNTED_PER_DAY })).when(
      times(2, warn('Ana slow-play')),
      nightPasses,
      round(2),
      warn('Ana slow-play', { round: 1 }),
    );
    expect(hall.asked('Ana')).toEqual(['game-loss-due']);
    expect(hall.warnings('Ana')).toEqual({});
  });

  test('one that counts per day names in a record only what it counted (R8)', () => {
    const hall = at(competitive({ edition: COUNTED_PER_DAY })).when(warn('Ana slow-play'), nightPasses, round(2), warn('Ana slow-play'));
    const [latest] = hall.recordOf('Ana').rulings;
    expect(latest?.penalties).toMatchObject([{ tally: { category: 1, family: 1 }, counted: [{ round: 2 }] }]);
  });

  test('one without totals never adds up different errors', () => {
    const hall = at(professional({ edition: WITHOUT_TOTALS })).when(...warnings('Ana', SIX_GAME_PLAY_ERRORS));
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.recordOf('Ana').tallies.families).toEqual([{ family: 'game-play-error', warnings: 6, upgradesAt: null }]);
    hall.when(times(2, warn('Ana general-error')));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
  });
});

const SIX_GAME_PLAY_ERRORS = [
  'looking-at-extra-cards',
  'mispayment-for-cost',
  'drawing-extra-cards',
  'general-error',
  'facedown-card-error',
  'mulligan-procedure-error',
];

const SIX_TOURNAMENT_ERRORS = [
  'slow-play',
  'deck-presentation-error',
  'communication-violation',
  'marked-cards',
  'insufficient-randomization',
  'late-to-match',
];

function at(level: Step = competitive()): Hall {
  return given(level, enrolled('Ana', 'Ben'), round(1));
}

function warnings(player: string, categories: readonly string[]): Step[] {
  return categories.map((category) => warn(`${player} ${category}`));
}

/** "tournament-error/same-category 3/3 TR 703.1.b.1": the reasons of the Game Loss that a ruling's Warning earned. */
function reasonsOf(hall: Hall, called: string): string[] {
  const { earned } = penaltyIn(hall.ledger, lossFrom(called)(hall));
  return (earned?.reasons ?? []).map(({ rule: id, count, threshold, cites }) => `${id} ${count}/${threshold} ${cites.join(' ')}`);
}
