import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, round, sagaSleeps, sagaWakes } from '../../spec/given.js';
import type { Hall } from '../../spec/hall.js';
import { acknowledgeAll, appeal, lossOf, penaltyOf, replace, rule, serve, times, voidRuling, warn } from '../../spec/steps.js';
import { nearPlayers, newestFirst, noticeView, openNotices, pendingView } from '../index.js';

/** R10, R29, R34: what the head judge is told, once for each thing. */

describe('the head judge is told', () => {
  test.each([
    [
      'a Game Loss that a floor judge gave',
      rule('Ana decklist-error'),
      'Ana has a Game Loss for Decklist Error, for the game in progress (round 1) (r-17, round 1).',
    ],
    ['a Match Loss', rule('Ana bribery'), 'Ana has a Match Loss for Bribery, for the match in progress (round 1) (r-17, round 1).'],
    [
      'a ruling that was handed over',
      rule('Ana theft', { refer: true }),
      'floor hands over ruling r-17 (Ana: Disqualification for Theft): is it given?',
    ],
  ])('of %s (R10)', (_, step, words) => {
    expect(inWords(at().when(step))).toEqual([words]);
  });

  test('of a Game Loss that Warnings earned (R10)', () => {
    const hall = at().when(times(3, warn('Ana slow-play', { table: 4, as: 'third' })));
    expect(inWords(hall)).toEqual([
      `Ana has a Game Loss, earned by Warnings, for the game in progress (round 1, table 4) (${hall.id('third')}, round 1, table 4).`,
    ]);
  });

  test('of a loss that fell (R29)', () => {
    const hall = at().when(
      warn('Ana slow-play', { as: 'first' }),
      times(2, warn('Ana slow-play', { gameState: 'between-games', as: 'third' })),
      acknowledgeAll(),
      voidRuling('first'),
    );
    expect(inWords(hall)).toEqual([
      `The Game Loss of Ana has fallen, because its ground was corrected away (${hall.id('third')}, round 1).`,
    ]);
  });

  test('of every appeal (R34)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), appeal('slow', 'Ana', { as: 'plea', appellant: 'Ben' }));
    expect(inWords(hall)).toEqual([`Ben appeals the ruling on Ana (${hall.id('slow')}, round 1).`]);
  });

  test('of a loss that an issuer’s or an appeals judge’s correction brought, each with its notice (R10)', () => {
    const hall = at().when(
      rule(['Ana slow-play', 'Ben decklist-error'], { as: 'both', gameState: 'between-games' }),
      acknowledgeAll(),
      voidRuling('both'),
    );
    const fallen = [...hall.ledger.notices.values()].filter((notice) => notice.about === 'rescission');
    expect(fallen).toMatchObject([{ player: 'Ben', acknowledged: true }]);
  });

  test('of no fall where the head judge put another penalty in a loss’s place (R33)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list', gameState: 'between-games' }), replace(penaltyOf('list'), 'warning'));
    expect([...hall.ledger.notices.values()].map((notice) => notice.about)).toEqual(['penalty']);
  });

  test('nothing of a Warning or of what costs nothing (R10)', () => {
    expect(at().when(warn('Ana slow-play'), rule('Ana missed-trigger')).told()).toEqual([]);
  });
});

describe('a notice', () => {
  test('of the head judge’s own acts is acknowledged from the start (R10)', () => {
    const hall = at().when(
      rule('Ana theft', { by: 'head' }),
      warn('Ben slow-play', { as: 'slow' }),
      replace(penaltyOf('slow'), 'match-loss'),
      rule('Ben decklist-error', { by: 'admin' }),
    );
    expect(hall.told()).toEqual([]);
    expect(hall.ledger.notices.size).toBe(3);
  });

  test('stays open until acknowledged, and acknowledging again records nothing', () => {
    const hall = at().when(rule('Ana decklist-error'), rule('Ben decklist-error'));
    expect(hall.told()).toEqual(['penalty Ana', 'penalty Ben']);
    hall.when(acknowledgeAll());
    expect(hall.told()).toEqual([]);
    const before = hall.events.length;
    expect(hall.when(acknowledgeAll()).events).toHaveLength(before);
    expect(hall.refuses(acknowledgeAll({ by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
  });

  test('is given once, however late the saga is, and names what it tells (R10)', () => {
    const hall = at().when(sagaSleeps, rule('Ana decklist-error', { as: 'list' }), serve(lossOf('Ana')), sagaWakes);
    expect(hall.told()).toEqual(['penalty Ana']);
    expect(openNotices(hall.ledger)).toMatchObject([
      { told: hall.ledger.rulings.get(hall.id('list'))?.position, penalty: penaltyOf('list')(hall) },
    ]);
  });

  test('of something that was corrected before anybody was told is given all the same (R10)', () => {
    const hall = at().when(
      sagaSleeps,
      rule('Ana decklist-error', { as: 'list', gameState: 'between-games' }),
      voidRuling('list'),
      sagaWakes,
    );
    expect([...hall.ledger.notices.values()].map((notice) => notice.about)).toEqual(['penalty', 'rescission']);
  });

  test('that several things were told by one event is one for each', () => {
    const hall = at().when(
      rule(['Ana decklist-error', 'Ben decklist-error'], { as: 'both', gameState: 'between-games' }),
      voidRuling('both'),
    );
    const ids = [...hall.ledger.notices.values()].map((notice) => notice.id);
    expect(new Set(ids).size).toBe(4);
  });
});

test('the near list names who is one Warning short of a Game Loss, and in what', () => {
  const hall = at().when(
    times(2, warn('Ana slow-play')),
    warn('Ben unsporting-minor'),
    times(3, warn('Cem failure-to-maintain-game-state')),
    times(2, warn('Dan general-error')),
    ...['looking-at-extra-cards', 'drawing-extra-cards', 'mulligan-procedure-error'].map((error) => warn(`Dan ${error}`)),
  );
  expect(hall.opened(nearPlayers(hall.ledger))).toEqual([
    { player: 'Ana', name: 'Ana', near: [{ scope: 'slow-play', warnings: 2, upgradesAt: 3 }] },
    { player: 'Ben', name: 'Ben', near: [{ scope: 'unsporting-minor', warnings: 1, upgradesAt: 2 }] },
    {
      player: 'Dan',
      name: 'Dan',
      near: [
        { scope: 'general-error', warnings: 2, upgradesAt: 3 },
        { scope: 'game-play-error', warnings: 5, upgradesAt: 6 },
      ],
    },
  ]);
});

test('the scorekeeper’s list has what waits, what was annulled, and the time owed to each table', () => {
  const hall = at().when(
    rule('Ana decklist-error', { table: 3, durationSeconds: 70 }),
    warn('Ben slow-play', { table: 3, durationSeconds: 130 }),
  );
  const { losses, annulled, extensions } = hall.opened(pendingView(hall.ledger));
  expect(losses.map((each) => [each.player, each.kind, each.outcome])).toEqual([['Ana', 'game-loss', 'conceded']]);
  expect(annulled).toEqual([]);
  expect(extensions).toMatchObject([{ round: 1, table: 3, minutes: 5 }]);
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben', 'Cem', 'Dan'), round(1));
}

/** The open notices in words, oldest first. */
function inWords(hall: Hall): string[] {
  return newestFirst(hall.ledger.notices)
    .reverse()
    .filter((notice) => !notice.acknowledged)
    .map((notice) => hall.opened(noticeView(hall.ledger, notice)).text);
}
