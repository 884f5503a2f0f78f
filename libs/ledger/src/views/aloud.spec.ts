import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { competitive, enrolled, given, round, teams } from '../../spec/given.js';
import type { Hall, Step } from '../../spec/hall.js';
import { histories } from '../../spec/histories.js';
import { played } from '../../spec/playing.js';
import {
  appeal,
  conclude,
  confirm,
  dismiss,
  drop,
  investigate,
  lossFrom,
  lossOf,
  overturn,
  penaltyOf,
  reassign,
  recategorise,
  reinstate,
  replace,
  retarget,
  rule,
  separate,
  serve,
  times,
  unserve,
  uphold,
  voidRuling,
  warn,
} from '../../spec/steps.js';
import { correctionFacts, emptyLedger, fold, fork } from '../index.js';
import { aloud } from './aloud.js';

/** R8: what is said after a correction or a decision, at the table and to the player alone. */

const betweenGames = { gameState: 'between-games' } as const;
const slow: Step = warn('Ana slow-play', { as: 'slow' });
const list: Step = rule('Ana decklist-error', { ...betweenGames, as: 'list' });
const appealed: Step[] = [slow, appeal('slow', 'Ana', { as: 'plea' })];
const thirdInDoubt: Step[] = [times(2, warn('Ana slow-play')), warn('Ana slow-play', { offline: true, distinct: true })];

describe('at the table is said of', () => {
  test.each<[string, Step[], Step, string]>([
    ['a ruling that is voided', [slow], voidRuling('slow'), 'The Warning of Ana for Slow Play is taken back.'],
    [
      'one that cost nothing',
      [rule('Ana missed-trigger', { as: 'trigger' })],
      voidRuling('trigger'),
      'The ruling on Ana for Missed Trigger is taken back.',
    ],
    ['one that was the other player’s', [slow], reassign('slow', 'Ana', 'Ben'), "The Warning of Ana for Slow Play is now Ben's."],
    [
      'a loss that was the other player’s',
      [list],
      reassign('list', 'Ana', 'Ben'),
      "The Game Loss of Ana for Decklist Error is now Ben's: Ben concedes the next game.",
    ],
    [
      'another category',
      [warn('Ana looking-at-extra-cards', { as: 'slow' })],
      recategorise('slow', 'Ana general-error'),
      'The Warning of Ana for Looking at Extra Cards was for General Error.',
    ],
    [
      'another category with another penalty',
      [rule('Ana slow-play', { ...betweenGames, as: 'slow' })],
      recategorise('slow', 'Ana decklist-error'),
      'The Warning of Ana for Slow Play is replaced by a Game Loss for Decklist Error: Ana concedes the next game.',
    ],
    [
      'a category that costs nothing',
      [slow],
      recategorise('slow', 'Ana missed-trigger'),
      'The Warning of Ana for Slow Play counts for nothing: the error was Missed Trigger.',
    ],
    [
      'other conditions',
      [rule('Ana missed-trigger', { as: 'trigger' })],
      recategorise('trigger', 'Ana missed-trigger +advantageous'),
      'The ruling on Ana for Missed Trigger is replaced by a Warning.',
    ],
    ['a Warning that is lifted', [slow], replace(penaltyOf('slow'), 'none'), 'The Warning of Ana for Slow Play counts for nothing.'],
    [
      'a more severe penalty',
      [list],
      replace(penaltyOf('list'), 'match-loss'),
      'The Game Loss of Ana for Decklist Error is replaced by a Match Loss: Ana concedes the match in progress (round 1).',
    ],
    [
      'the loss that Warnings earned, and the Warning under it, replaced together',
      [times(3, warn('Ana slow-play', { as: 'third' }))],
      replace(penaltyOf('third'), 'match-loss'),
      'The Game Loss of Ana is replaced by a Match Loss for Slow Play: Ana concedes the match in progress (round 1).',
    ],
    ['an appeal that is lost', appealed, uphold('plea'), 'The appeal is decided. The Warning of Ana for Slow Play stands.'],
    ['an appeal that is won', appealed, overturn('plea'), 'The appeal is decided. The Warning of Ana for Slow Play is taken back.'],
    [
      'an appeal that changes the category',
      appealed,
      overturn('plea', { category: 'marked-cards' }),
      'The appeal is decided. The Warning of Ana for Slow Play was for Marked Cards.',
    ],
    [
      'a loss that is served',
      [list],
      serve(lossOf('Ana'), { table: 3, game: 2 }),
      'The Game Loss of Ana for Decklist Error is served (round 1, table 3, game 2).',
    ],
    [
      'one that was not',
      [list, serve(lossOf('Ana'))],
      unserve(penaltyOf('list')),
      'The Game Loss of Ana for Decklist Error was not served after all: Ana concedes the next game.',
    ],
    [
      'one that is for another game',
      [list],
      retarget(lossOf('Ana'), 'now', { table: 3 }),
      'The Game Loss of Ana for Decklist Error is now for the game in progress (round 1, table 3).',
    ],
    [
      'one that is a game of its own',
      [list, rule('Ana decklist-error', { ...betweenGames, as: 'again' })],
      separate(penaltyOf('again')),
      'The Game Loss of Ana for Decklist Error costs a game of its own.',
    ],
    ['a drop, and of nothing else in it', [], drop('Ana'), 'Dropped: Ana.'],
    ['a return', [drop('Ana')], reinstate('Ana'), 'Back in the tournament: Ana.'],
    ['a Game Loss that the head judge confirms', askedLate(), confirm('Ana'), 'Ana has a Game Loss: Ana concedes the next game.'],
    ['one that is dismissed', askedLate(), dismiss('Ana'), 'The Warning of Ana for Slow Play costs no game.'],
    [
      'a loss that is annulled',
      [rule('Ana decklist-error', { as: 'list' }), voidRuling('list')],
      confirm('Ana'),
      'The Game Loss of Ana for Decklist Error is annulled: it was played, and is not held against the player.',
    ],
    [
      'one that stays without its ground',
      [rule('Ana decklist-error', { as: 'list' }), voidRuling('list')],
      dismiss('Ana'),
      'The Game Loss of Ana for Decklist Error stays.',
    ],
    ['a duplicate that is another error', twice(), confirm('Ana'), 'The Warning of Ana for Slow Play stands.'],
    ['a duplicate that is the same error', twice(), dismiss('Ana'), 'The Warning of Ana for Slow Play is taken back.'],
    [
      'a ruling that was handed over and is not given',
      [rule('Ana cheating', { refer: true })],
      dismiss('Ana'),
      'The head judge has decided, and gives no penalty: Ana.',
    ],
  ])('%s', (_, before, step, words) => {
    expect(announced(at().when(...before), step).table).toBe(words);
  });

  test('a ruling that the head judge takes over what is said of any other', () => {
    const { table, private: mine } = announced(at().when(rule('Ana theft', { refer: true })), confirm('Ana'));
    expect(table).toMatch(/^Ana: Theft\. .*Penalty: Disqualification\.$/);
    expect(mine).toContain('Ana: this is no Warning and counts in no tally.');
  });

  test('an investigation nothing at all (R24)', () => {
    expect(announced(at(), investigate('Ana')).table).toBe('');
    expect(announced(at().when(investigate('Ana')), conclude('Ana', 'violation')).table).toBe('');
  });

  test('a loss of a team that it concedes (R3)', () => {
    const hall = given(competitive({ format: '2v2' }), teams({ One: ['Ana', 'Bo'], Two: ['Cy', 'Di'] }), round(1));
    expect(announced(hall.when(slow), replace(penaltyOf('slow'), 'game-loss')).table).toBe(
      'The Warning of Ana for Slow Play is replaced by a Game Loss: Ana and the team concede the game in progress (round 1).',
    );
  });

  test('a loss that the other side has as well: that the game is drawn (R5)', () => {
    const hall = given(competitive(), enrolled('Ana', 'Ben'), round(1, { 4: ['Ana', 'Ben'] }));
    hall.when(rule('Ben decklist-error', { table: 4 }), warn('Ana slow-play', { table: 4, as: 'slow' }));
    expect(announced(hall, replace(penaltyOf('slow'), 'game-loss')).table).toBe(
      'The Warning of Ana for Slow Play is replaced by a Game Loss: Ana concedes the game in progress (round 1, table 4). ' +
        'Every side loses the game in progress (round 1, table 4): it is a draw.',
    );
  });

  test('anything at all no id, no count, no investigation, whatever happens (R8, R24)', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const hall = played(history);
        const then = emptyLedger(hall.ledger.edition);
        for (const event of hall.events) {
          fold(then, event);
          for (const sentence of aloud(then, event)) {
            const words = hall.opened(sentence);
            expect(words).toMatch(/^[A-Z].*\.$/);
            expect(words).not.toMatch(/\b(r|w|n|gl|ml|dq|rv|nt|ap|in)-\d|\d of \d|\d Warning|nvestigation/);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the player alone hears', () => {
  test('how many Warnings there are, and what the next one leads to (R8)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), warn('Ana marked-cards', { as: 'marked' }));
    expect(announced(hall, voidRuling('marked')).private).toBe(
      'Ana now has 2 Warnings for Slow Play, 2 for Tournament Error in all. The next Warning for Slow Play is a Game Loss.',
    );
  });

  test('of a loss that falls with its ground (R29)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'first' }), times(2, warn('Ana slow-play', betweenGames)));
    expect(announced(hall, voidRuling('first')).private).toContain('The Game Loss of Ana falls: its ground is gone.');
  });

  test('of what the head judge is asked (R28, R29)', () => {
    const conceded = at().when(warn('Ana slow-play', { as: 'first' }), times(2, warn('Ana slow-play')));
    expect(announced(conceded, voidRuling('first')).private).toContain(
      'The head judge is asked whether the Game Loss of Ana, which may have been conceded, is annulled.',
    );
    const moved = at().when(warn('Ben slow-play', { as: 'his' }), times(2, warn('Ana slow-play')));
    const { table, private: mine } = announced(moved, reassign('his', 'Ben', 'Ana'));
    expect(table).toBe("The Warning of Ben for Slow Play is now Ana's.");
    expect(mine).toBe(
      'Ben now has no Warning. Ana now has 3 Warnings for Slow Play, 3 for Tournament Error in all. ' +
        'The head judge is asked whether the Warning of Ana for Slow Play is a Game Loss. The next Warning for Slow Play is a Game Loss.',
    );
  });

  test('that a question has gone (R28)', () => {
    const hall = at().when(...thirdInDoubt, warn('Ben slow-play', { as: 'his' }));
    hall.kept.set('third', hall.penalties('Ana')[2]?.ruling ?? '');
    expect(announced(hall, voidRuling('third')).private).toContain('What the head judge was asked about this is settled by it.');
  });

  test('no more of a loss that was earned than that it is one (R21)', () => {
    const hall = at().when(times(3, warn('Ana slow-play', { ...betweenGames, as: 'third' })));
    expect(announced(hall, serve(lossFrom('third'))).table).toBe('The Game Loss of Ana is served (round 1).');
  });
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}

function askedLate(): Step[] {
  return [times(2, warn('Ana slow-play')), round(2), warn('Ana slow-play', { round: 1 })];
}

function twice(): Step[] {
  return [slow, warn('Ana slow-play', { offline: true, distinct: false })];
}

/** What is said right after a step, before the saga has come to it. */
function announced(hall: Hall, step: Step) {
  hall.sagaAwake = false;
  const from = hall.events.length;
  hall.when(step);
  return hall.opened(correctionFacts(fork(hall.ledger), hall.events.slice(from)).announce);
}
