import { expect, test } from '@jest/globals';
import { attending, competitive, enrolled, given, round } from '../../spec/given.js';
import type { Hall, Step } from '../../spec/hall.js';
import {
  appeal,
  lossFrom,
  lossOf,
  overturn,
  penaltyOf,
  recategorise,
  replace,
  rule,
  times,
  uphold,
  voidRuling,
  warn,
} from '../../spec/steps.js';
import { openAppeals, pendingView } from '../index.js';

/** R34: a player disagrees. What an appeal that is won changes stands among the corrections. */

test('an appeal is told to the head judge and open until decided (R34)', () => {
  const hall = appealed();
  expect(openAppeals(hall.ledger)).toMatchObject([{ player: 'Ana', appellant: 'Ana', by: 'floor', decision: null }]);
  expect(hall.told()).toEqual(['appeal Ana']);
  expect(openAppeals(hall.when(uphold('plea')).ledger)).toEqual([]);
});

test('the opponent may appeal as well (R34)', () => {
  const hall = at().when(warn('Ana slow-play', { as: 'slow' }), appeal('slow', 'Ana', { as: 'plea', appellant: 'Ben' }));
  expect(openAppeals(hall.ledger)).toMatchObject([{ player: 'Ana', appellant: 'Ben' }]);
});

test('upheld: nothing moves (R34)', () => {
  const hall = appealed().when(uphold('plea', { by: 'appeals' }));
  expect(hall.warnings('Ana')).toEqual({ 'slow-play': 1, 'tournament-error': 1 });
  expect(hall.recordOf('Ana').appeals).toMatchObject([{ status: 'decided', decision: { decision: 'upheld', by: 'appeals' } }]);
});

test('it is decided once, and not filed again (R34)', () => {
  const hall = appealed();
  expect(hall.refuses(appeal('slow', 'Ana', { as: 'again' }))).toMatchObject({ refused: 'not-appealable' });
  hall.when(uphold('plea'));
  expect(hall.refuses(overturn('plea'))).toMatchObject({ refused: 'already-decided' });
  expect(hall.refuses(appeal('slow', 'Ana', { as: 'again' }))).toMatchObject({ refused: 'not-appealable' });
});

test.each(['head', 'appeals'])('a ruling of the %s judge is not appealed (R34)', (by) => {
  const hall = at().when(warn('Ana slow-play', { as: 'slow', by }));
  expect(hall.refuses(appeal('slow', 'Ana', { as: 'plea' }))).toMatchObject({ refused: 'not-appealable' });
});

test('nor is one on which the head judge has decided since, or of which nothing stands (R34)', () => {
  const touched = at().when(warn('Ana slow-play', { as: 'slow' }), recategorise('slow', 'Ana marked-cards'));
  expect(touched.refuses(appeal('slow', 'Ana', { as: 'plea' }))).toMatchObject({ refused: 'not-appealable' });
  const voided = at().when(warn('Ana slow-play', { as: 'slow' }), voidRuling('slow', { by: 'floor' }));
  expect(voided.refuses(appeal('slow', 'Ana', { as: 'plea' }))).toMatchObject({ refused: 'not-appealable' });
});

test('each player of a ruling may appeal it once', () => {
  const hall = at().when(
    rule(['Ana slow-play', 'Ben marked-cards'], { as: 'both' }),
    appeal('both', 'Ana', { as: 'hers' }),
    appeal('both', 'Ben', { as: 'his' }),
  );
  expect(openAppeals(hall.ledger)).toHaveLength(2);
});

test('what was decided for one player of a ruling leaves the other the appeal (R34)', () => {
  const both = (...then: Step[]) => at().when(rule(['Ana slow-play', 'Ben marked-cards'], { as: 'both' }), ...then);
  const appealed = both(appeal('both', 'Ana', { as: 'hers' }), uphold('hers'), appeal('both', 'Ben', { as: 'his' }));
  expect(openAppeals(appealed.ledger)).toMatchObject([{ player: 'Ben' }]);
  const corrected = both(recategorise('both', 'Ana marked-cards'), appeal('both', 'Ben', { as: 'his' }));
  expect(corrected.refuses(appeal('both', 'Ana', { as: 'hers' }))).toMatchObject({ refused: 'not-appealable' });
});

test('who is not in the ruling has nothing to appeal, and who is unknown appeals nothing', () => {
  const hall = at().when(warn('Ana slow-play', { as: 'slow' }));
  expect(hall.refuses(appeal('slow', 'Ben', { as: 'plea' }))).toMatchObject({ refused: 'not-in-this-ruling' });
  expect(hall.refuses(appeal('slow', 'Ana', { as: 'plea', appellant: 'Zoe' }))).toMatchObject({ refused: 'unknown-player' });
});

test('a loss under appeal is marked so for the scorekeeper', () => {
  const hall = at().when(rule('Ana decklist-error', { as: 'list' }), appeal('list', 'Ana', { as: 'plea' }));
  expect(pendingView(hall.ledger).losses).toMatchObject([{ penalty: lossOf('Ana')(hall), appealOpen: true }]);
  expect(pendingView(hall.when(uphold('plea')).ledger).losses).toMatchObject([{ appealOpen: false }]);
});

test('upheld takes no other category and no other penalty', () => {
  const hall = appealed();
  const decision = { decision: 'upheld', category: 'marked-cards' } as const;
  const step = (each: Hall) => {
    each.send({ type: 'decide-appeal', appeal: each.id('plea'), ...decision, reason: { ref: 'r', commitment: 'c' } }, 'head');
  };
  expect(hall.refuses(step)).toMatchObject({ refused: 'invalid-request' });
});

test('won after the ruling was corrected in the meantime, it takes what stands now (R34)', () => {
  const hall = appealed().when(replace(penaltyOf('slow'), 'game-loss'), overturn('plea'));
  expect(hall.warnings('Ana')).toEqual({});
  expect(hall.losses('Ana')).toEqual(['game-loss overturned now']);
});

test('won where the ladder’s loss had become another by hand, the decision has to name a category (R33, R34)', () => {
  const hall = at().when(
    times(2, warn('Ana slow-play')),
    warn('Ana slow-play', { as: 'third' }),
    appeal('third', 'Ana', { as: 'plea' }),
    replace(lossFrom('third'), 'match-loss'),
  );
  expect(hall.refuses(overturn('plea', { penalty: 'none' }))).toMatchObject({ refused: 'invalid-request' });
  hall.when(overturn('plea', { category: 'marked-cards' }));
  expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'marked-cards': 1, 'tournament-error': 3 });
});

test('won for a spectator, it gives no more than a spectator can be given (R7)', () => {
  const hall = given(competitive(), attending('Zoe'), round(1));
  hall.when(rule('Zoe missed-trigger', { as: 'note' }), appeal('note', 'Zoe', { as: 'plea' }));
  expect(hall.refuses(overturn('plea', { category: 'slow-play' }))).toMatchObject({ refused: 'not-a-player' });
});

test('won after the ruling was voided in the meantime, there is nothing left to take (R34)', () => {
  const hall = appealed().when(voidRuling('slow'), overturn('plea'));
  expect(hall.recordOf('Ana').penalties).toMatchObject([{ status: 'voided' }]);
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}

function appealed(): Hall {
  return at().when(warn('Ana slow-play', { as: 'slow' }), appeal('slow', 'Ana', { as: 'plea' }));
}
