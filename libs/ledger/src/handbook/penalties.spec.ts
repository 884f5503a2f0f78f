import { describe, expect, test } from '@jest/globals';
import { attending, casual, competitive, enrolled, given, professional, round } from '../../spec/given.js';
import type { Hall, Step } from '../../spec/hall.js';
import { close, lossFrom, penaltyOf, replace, rule, serve, lossOf, times, voidRuling, warn } from '../../spec/steps.js';
import { announceRuling, penaltyEntries } from '../index.js';

/** R1, R6–R9, R22: what a ruling gives. */

describe('the penalty of the guideline', () => {
  test('a Warning is the record that an error happened, and costs nothing (R1)', () => {
    const hall = at().when(warn('Ana slow-play'));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 1, 'tournament-error': 1 });
    expect(hall.told()).toEqual([]);
  });

  test('where the judge names no penalty, the guideline stands', () => {
    const hall = at().when(rule('Ana decklist-error'), rule('Ana missed-trigger'), rule('Ana missed-trigger +advantageous'));
    expect(hall.penalties('Ana').map((each) => each.kind)).toEqual(['game-loss', 'none', 'warning']);
  });

  test('of two guidelines the first stands, and the judge may name the second (R11)', () => {
    const champion = 'Ana deck-presentation-error +missing-chosen-champion';
    const hall = at().when(rule(champion), rule({ error: champion, penalty: 'game-loss' }));
    expect(hall.penalties('Ana').map((each) => each.kind)).toEqual(['warning', 'game-loss']);
  });

  test('the guideline depends on the level', () => {
    const late = 'Ana late-to-match +over-2-minutes';
    expect(at(casual()).when(rule(late)).penalties('Ana')[0]?.kind).toBe('warning');
    expect(at(professional()).when(rule(late)).penalties('Ana')[0]?.kind).toBe('game-loss');
  });

  test('an error that costs nothing is noted and in no tally', () => {
    const hall = at().when(rule('Ana forgetting-to-score'));
    expect(hall.warnings('Ana')).toEqual({});
    expect(hall.recordOf('Ana').penalties).toMatchObject([{ penalty: 'none', status: 'standing' }]);
  });
});

describe('one error that is several infractions', () => {
  test('gets only the most severe penalty; the others are absorbed and never counted (R9)', () => {
    const hall = at().when(rule(['Ana slow-play', 'Ana decklist-error', 'Ana marked-cards'], { as: 'error' }));
    expect(hall.warnings('Ana')).toEqual({});
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.penalties('Ana').map(({ kind, absorbed }) => [kind, absorbed])).toEqual([
      ['warning', true],
      ['game-loss', false],
      ['warning', true],
    ]);
    expect(hall.recordOf('Ana').penalties).toHaveLength(1);
  });

  test('between equals the first named stands (R9)', () => {
    const hall = at().when(rule(['Ana slow-play', 'Ana marked-cards']));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 1, 'tournament-error': 1 });
  });

  test('each player in a ruling is treated so, on their own (R9)', () => {
    const hall = at().when(
      rule(['Ana drawing-extra-cards', 'Ana decklist-error', 'Ben failure-to-maintain-game-state', 'Ben general-error']),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.warnings('Ana')).toEqual({});
    expect(hall.warnings('Ben')).toEqual({ 'failure-to-maintain-game-state': 1, 'game-play-error': 1 });
  });

  test('an absorbed Warning is none of the three (R9, R14)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), rule(['Ana slow-play', 'Ana decklist-error']));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
  });

  test('when the ruling is voided, a Game Loss that was absorbed does not fall, for it was never to be served (R9, R29)', () => {
    const hall = at().when(
      rule(['Ana decklist-error', 'Ana improperly-determining-a-winner'], { as: 'error', gameState: 'between-rounds' }),
      voidRuling('error'),
    );
    expect(hall.losses('Ana')).toEqual(['match-loss voided next-match']);
    expect(hall.told()).toEqual(['penalty Ana']);
    const fallen = [...hall.ledger.notices.values()].filter((notice) => notice.about === 'rescission');
    expect(fallen.map((notice) => notice.penalty)).toEqual([penaltyOfKind(hall, 'match-loss')]);
  });
});

describe('a Match Loss', () => {
  test('hits the match in progress, also between its games (R6)', () => {
    const hall = at().when(rule('Ana bribery'), rule('Ben bribery', { gameState: 'between-games' }));
    expect([...hall.losses('Ana'), ...hall.losses('Ben')]).toEqual(['match-loss pending now-match', 'match-loss pending now-match']);
  });

  test('hits the next match if the previous one has ended (R6)', () => {
    const hall = at().when(rule('Ana bribery', { gameState: 'between-rounds' }), round(2), rule('Ben bribery', { round: 1 }));
    expect([...hall.losses('Ana'), ...hall.losses('Ben')]).toEqual(['match-loss pending next-match', 'match-loss pending next-match']);
  });

  test('is pending until the scorekeeper records it as served (R6, R3)', () => {
    const hall = at().when(rule('Ana bribery'), serve(lossOf('Ana'), { table: 4 }));
    expect(hall.losses('Ana')).toEqual(['match-loss served now-match']);
    expect(hall.recordOf('Ana').penalties[0]?.served).toMatchObject({ round: 1, table: 4, game: null });
  });

  test('does not use up a Game Loss that waits for the next game (R3)', () => {
    const hall = at().when(
      rule('Ana decklist-error', { gameState: 'between-games' }),
      rule('Ana bribery', { as: 'bribe' }),
      serve(penaltyOf('bribe')),
      round(2),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game', 'match-loss served now-match']);
  });
});

describe('who does not play', () => {
  const zoe = () => given(competitive(), enrolled('Ana'), attending('Zoe'), round(1));

  test('gets no Warning and no loss (R7)', () => {
    expect(zoe().refuses(warn('Zoe unsporting-minor'))).toMatchObject({ refused: 'not-a-player' });
    expect(zoe().refuses(rule('Zoe bribery'))).toMatchObject({ refused: 'not-a-player' });
  });

  test('can be given nothing, or be disqualified (R7)', () => {
    const hall = zoe().when(rule('Zoe missed-trigger'), rule('Zoe theft', { by: 'head' }));
    expect(hall.losses('Zoe')).toEqual(['disqualification standing']);
    expect(hall.status('Zoe')).toBe('disqualified');
  });

  test('is not given by a correction what a ruling could not give (R7)', () => {
    const hall = zoe().when(rule('Zoe theft', { by: 'head', as: 'theft' }), warn('Ana slow-play', { as: 'slow' }));
    expect(hall.refuses(replace(penaltyOf('theft'), 'warning'))).toMatchObject({ refused: 'not-a-player' });
  });
});

describe('the words of a ruling', () => {
  test('aloud: category, fix, penalty and what it means now; the history is for the player alone (R8)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), warn('Ana slow-play', { as: 'third', table: 7, game: 2 }));
    const { table, private: mine } = words(hall, 'third');
    expect(table).toContain('Ana: Slow Play. Keep a steady pace from here on, and play on. Penalty: Warning.');
    expect(table).toContain('It comes with a Game Loss: Ana concedes the game in progress (round 1, table 7, game 2).');
    expect(table).not.toMatch(/3rd|Counted/);
    expect(mine).toContain('this is your 3rd Warning for Slow Play and your 3rd for Tournament Error in all.');
    expect(mine).toContain('The next Warning for Slow Play is a Game Loss.');
  });

  test('at casual level a choice of the opponent is made at random by the judge (R8)', () => {
    const extra = (level: Step) => words(at(level).when(warn('Ana looking-at-extra-cards', { as: 'look' })), 'look').table;
    expect(extra(casual())).toContain('at random');
    expect(extra(competitive())).not.toContain('at random');
  });

  test('one who is asked about hears that the head judge decides (R8, R28)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), warn('Ana slow-play', { as: 'third', offline: true }));
    const { table, private: mine } = words(hall, 'third');
    expect(table).not.toContain('Game Loss');
    expect(mine).toContain('The head judge is asked whether this one is a Game Loss.');
  });
});

test('what the saga applied is told with the ruling it came from (R10)', () => {
  const hall = at().when(times(2, warn('Ana slow-play')), warn('Ana slow-play', { as: 'third' }), close());
  const [notice] = hall.ledger.notices.values();
  expect(notice).toMatchObject({ about: 'penalty', penalty: lossFrom('third')(hall), ruling: hall.id('third'), acknowledged: false });
});

function at(level: Step = competitive()): Hall {
  return given(level, enrolled('Ana', 'Ben'), round(1));
}

function penaltyOfKind(hall: Hall, kind: string): string | undefined {
  return [...hall.ledger.penalties.values()].find((each) => each.kind === kind)?.id;
}

function words(hall: Hall, called: string) {
  return hall.opened(announceRuling(hall.ledger, penaltyEntries(hall.ledger, hall.ledger, hall.id(called))));
}
