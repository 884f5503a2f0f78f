import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, round, sagaSleeps, sagaWakes } from '../../spec/given.js';
import type { Hall, Step } from '../../spec/hall.js';
import { confirm, dismiss, lossFrom, penaltyOf, reassign, recategorise, replace, times, voidRuling, warn } from '../../spec/steps.js';
import type { Made } from '../../spec/steps.js';
import { escalationOf, fork, owed, penaltyOf as penaltyIn } from '../index.js';

/** R3, R26–R28: the judge records the Warning; the saga applies the Game Loss, by itself or after asking. */

describe('the saga', () => {
  test('the judge’s command records the Warning and nothing else (R26)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), sagaSleeps);
    const before = hall.events.length;
    hall.when(warn('Ana slow-play'));
    expect(hall.types(before)).toEqual(['WarningIssued']);
  });

  test('applies the Game Loss and tells the head judge, each naming its cause (R26)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')));
    const before = hall.events.length;
    hall.when(warn('Ana slow-play'));
    expect(hall.events.slice(before)).toMatchObject([
      { type: 'WarningIssued', metadata: { by: 'floor', cause: null } },
      { type: 'GameLossApplied', metadata: { by: 'saga', cause: before } },
      { type: 'HeadJudgeNotified', metadata: { by: 'saga', cause: before + 1 }, data: { about: 'penalty', told: before + 1 } },
    ]);
  });

  test('owes nothing any more once it has settled, however often it runs (R26)', () => {
    const hall = at().when(times(3, warn('Ana slow-play')));
    expect(owed(hall.ledger)).toEqual([]);
  });

  test('that was late applies the same Game Loss once (R26)', () => {
    const hall = at().when(sagaSleeps, times(4, warn('Ana slow-play')));
    expect(hall.losses('Ana')).toEqual([]);
    hall.when(sagaWakes);
    expect(hall.losses('Ana')).toEqual(['game-loss pending now', 'game-loss pending now merged']);
  });

  test('that comes after the round is over makes it the next game (R3)', () => {
    const hall = at().when(sagaSleeps, times(3, warn('Ana slow-play')), round(2), sagaWakes);
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
  });

  test('settles many debts in portions, so that no append grows too large', () => {
    const hall = at().when(sagaSleeps, times(150, warn('Ana slow-play')));
    expect(owed(hall.ledger).length).toBeLessThan(250);
    hall.when(sagaWakes);
    expect(hall.losses('Ana')).toHaveLength(148);
    expect(hall.told()).toHaveLength(148);
  });
});

describe('what the judge hears at once', () => {
  const asWarned = (hall: Hall) => escalationOf(hall.ledger, penaltyIn(hall.ledger, penaltyOf('third')(hall)));

  test('before the saga: pending, with the game that will be lost (R27)', () => {
    const hall = at().when(sagaSleeps, times(2, warn('Ana slow-play')), warn('Ana slow-play', { as: 'third', table: 3 }));
    expect(asWarned(hall)).toMatchObject({ status: 'pending', penalty: null, appliesTo: { when: 'now', table: 3 }, concededBy: ['Ana'] });
  });

  test('after the saga: applied, with the Game Loss named (R27)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), warn('Ana slow-play', { as: 'third' }));
    expect(asWarned(hall)).toMatchObject({ status: 'applied', penalty: lossFrom('third')(hall) });
  });

  test('where the head judge is asked: review; once dismissed: none (R27, R28)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), warn('Ana slow-play', { as: 'third', offline: true }));
    expect(asWarned(hall).status).toBe('review');
    expect(asWarned(hall.when(dismiss('Ana'))).status).toBe('none');
  });
});

describe('the game that is lost', () => {
  test('is the one in progress, with its round, table and game (R3)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), warn('Ana slow-play', { as: 'third', table: 12, game: 2 }));
    expect(penaltyIn(hall.ledger, lossFrom('third')(hall)).appliesTo).toEqual({ when: 'now', round: 1, table: 12, game: 2 });
  });

  test.each(['between-games', 'between-rounds'] as const)('%s it is the next one (R3)', (gameState) => {
    const hall = at().when(times(3, warn('Ana slow-play', { gameState })));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
  });
});

describe('the head judge is asked, and nothing happens by itself', () => {
  test('where the Warning was entered for an earlier round (R28)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), round(2), warn('Ana slow-play', { round: 1 }));
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.asked('Ana')).toEqual(due);
    expect(hall.told()).toEqual(['review Ana']);
  });

  test('where it comes from an offline device, of the current round even (R28)', () => {
    expect(third({ offline: true }).asked('Ana')).toEqual(due);
  });

  test('where a correction brings the third (R28)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), warn('Ben slow-play', { as: 'hers' }), reassign('hers', 'Ben', 'Ana'));
    expect(hall.asked('Ana')).toEqual(due);
  });

  test('where a Warning whose loss was rescinded crosses again (R28)', () => {
    const hall = at().when(
      warn('Ana marked-cards', { as: 'first' }),
      warn('Ana slow-play'),
      warn('Ana slow-play', { as: 'other' }),
      recategorise('first', 'Ana slow-play'),
    );
    expect(hall.asked('Ana')).toEqual(due);
    hall.when(confirm('Ana'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    hall.when(recategorise('first', 'Ana marked-cards'));
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
    hall.when(recategorise('first', 'Ana slow-play'));
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
    expect(hall.asked('Ana')).toEqual(due);
  });

  test('always, at a tournament opened with escalation by review (R28)', () => {
    const hall = at(competitive({ escalation: 'review' })).when(times(4, warn('Ana slow-play')));
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.asked('Ana')).toEqual([...due, ...due]);
  });
});

describe('the answer to whether a Game Loss is due', () => {
  test('confirmed it is applied for the next game, by the head judge, who needs no telling (R28, R10)', () => {
    const hall = third({ offline: true }).when(confirm('Ana'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    expect(hall.told()).toEqual(['review Ana']);
    const [loss] = hall.penalties('Ana').filter((each) => each.earned);
    expect(loss).toMatchObject({ by: 'head', earned: { review: hall.recordOf('Ana').reviews[0]?.id } });
  });

  test('dismissed it is closed for good: the same Warning never asks again (R28)', () => {
    const hall = third({ offline: true }).when(dismiss('Ana'), warn('Ana slow-play', betweenGames));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    hall.when(recategorise('third', 'Ana marked-cards'), recategorise('third', 'Ana slow-play'));
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('what was dismissed for the one may be asked for the other (R31)', () => {
    const hall = at().when(
      times(2, warn('Ben slow-play')),
      times(2, warn('Ana slow-play')),
      warn('Ana slow-play', { as: 'third', offline: true }),
      dismiss('Ana'),
      reassign('third', 'Ana', 'Ben'),
    );
    expect(hall.asked('Ben')).toEqual(due);
    hall.when(reassign('third', 'Ben', 'Ana'));
    expect([...hall.asked('Ana'), ...hall.asked('Ben')]).toEqual([]);
  });

  test('is not needed any more where the ground went before: the question is withdrawn by itself (R28)', () => {
    const hall = third({ offline: true });
    expect(hall.asked('Ana')).toEqual(due);
    hall.when(voidRuling('third'));
    expect(hall.asked('Ana')).toEqual([]);
    expect(hall.recordOf('Ana').reviews).toMatchObject([{ status: 'withdrawn' }]);
    expect(hall.told()).toEqual(['review Ana', 'review Ana']);
    expect(hall.refuses(confirm('Ana'))).toMatchObject({ refused: 'review-withdrawn' });
  });

  test('is refused while the withdrawal is only owed (R28)', () => {
    const hall = third({ offline: true }).when(sagaSleeps, voidRuling('third'));
    expect(hall.refuses(confirm('Ana'))).toMatchObject({ refused: 'review-withdrawn' });
  });

  test('is not needed either where the head judge upgrades the Warning by hand (R33)', () => {
    const hall = third({ offline: true }).when(replace(penaltyOf('third'), 'game-loss'));
    expect(hall.asked('Ana')).toEqual([]);
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
  });
});

describe('a late saga comes to the same verdict', () => {
  const ending = (...story: Step[]) => ({
    prompt: at().when(...story),
    late: at().when(sagaSleeps, ...story, sagaWakes),
  });

  test('automatic, where the Warning has crossed all the time (R28)', () => {
    const { prompt, late } = ending(times(4, warn('Ana slow-play', betweenGames)), warn('Ana marked-cards'), round(2));
    expect(late.losses('Ana')).toEqual(prompt.losses('Ana'));
    expect([...prompt.asked('Ana'), ...late.asked('Ana')]).toEqual([]);
  });

  test('a question, where the count went down and up again in between (R28)', () => {
    const { prompt, late } = ending(
      warn('Ana slow-play', { as: 'first' }),
      times(2, warn('Ana slow-play', betweenGames)),
      recategorise('first', 'Ana marked-cards'),
      recategorise('first', 'Ana slow-play'),
    );
    expect(prompt.losses('Ana')).toEqual(['game-loss rescinded next-game']);
    expect(late.losses('Ana')).toEqual([]);
    expect(prompt.asked('Ana')).toEqual(due);
    expect(late.asked('Ana')).toEqual(due);
  });

  test('automatic, where the sixth error was another of the same family after all: that total never broke (R28)', () => {
    const { prompt, late } = ending(
      ...['marked-cards', 'communication-violation', 'insufficient-randomization', 'late-to-match', 'slow-play'].map((each) =>
        warn(`Ana ${each}`),
      ),
      warn('Ana slow-play', { ...betweenGames, as: 'sixth' }),
      recategorise('sixth', 'Ana marked-cards'),
    );
    expect(prompt.losses('Ana')).toEqual(['game-loss pending next-game']);
    expect(late.losses('Ana')).toEqual(['game-loss pending next-game']);
  });

  test('a question, where one of the three was in doubt, also if the doubt has gone since (R28, R35)', () => {
    const { prompt, late } = ending(
      warn('Ana slow-play', { as: 'first', table: 5 }),
      warn('Ana slow-play', { table: 5, offline: true, distinct: false }),
      warn('Ana slow-play', { table: 6 }),
      warn('Ana slow-play', { table: 7 }),
      voidRuling('first'),
    );
    expect(prompt.losses('Ana')).toEqual([]);
    expect(late.losses('Ana')).toEqual([]);
    expect(prompt.asked('Ana')).toEqual(due);
    expect(late.asked('Ana')).toEqual(due);
  });
});

describe('a fork of the ledger', () => {
  test('tells what would follow, and leaves the ledger as it is (R27)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')));
    const whatIf = given();
    whatIf.ledger = fork(hall.ledger);
    whatIf.when(warn('Ana slow-play'));
    expect(whatIf.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.losses('Ana')).toEqual([]);
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
  });
});

const due = ['game-loss-due'];
const betweenGames = { gameState: 'between-games' } as const;

function at(level: Step = competitive()): Hall {
  return given(level, enrolled('Ana', 'Ben'), round(1));
}

/** Ana's third Slow Play, made like this. */
function third(made: Made): Hall {
  return at().when(times(2, warn('Ana slow-play')), warn('Ana slow-play', { ...made, as: 'third' }));
}
