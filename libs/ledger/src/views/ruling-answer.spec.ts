import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, round } from '../../spec/given.js';
import type { Hall, Step } from '../../spec/hall.js';
import { confirm, lossFrom, reassign, rule, times, voidRuling, warn } from '../../spec/steps.js';
import { fork, previewAnswer, rulingAnswer, rulingFacts, rulingsLike } from '../index.js';

/** R8, R27, R36: what the judge hears. */

describe('the answer to a ruling', () => {
  test('names the Warnings that were counted, where each was given, and what it leads to (R8, R27)', () => {
    const hall = at().when(warn('Ana slow-play', { table: 7, as: 'one' }), warn('Ana slow-play', { by: 'floor2', as: 'two' }));
    const { facts } = ruled(hall, warn('Ana slow-play', { table: 3, game: 2, as: 'third' }));
    const [entry] = rulingAnswer(hall.ledger, facts).penalties;
    expect(entry).toMatchObject({
      tally: { category: 3, family: 3 },
      upgradesAt: { category: 3, family: 6 },
      counted: [
        { ruling: hall.id('one'), round: 1, table: 7, judge: 'floor', category: 'slow-play' },
        { ruling: hall.id('two'), round: 1, table: null, judge: 'floor2', category: 'slow-play' },
        { ruling: hall.id('third'), round: 1, table: 3, judge: 'floor', category: 'slow-play' },
      ],
      escalation: {
        status: 'applied',
        penalty: lossFrom('third')(hall),
        appliesTo: { when: 'now', round: 1, table: 3, game: 2 },
        concededBy: ['Ana'],
        reasons: [{ rule: 'tournament-error/same-category', count: 3, threshold: 3, cites: ['TR 703.1.b.1'] }],
      },
    });
  });

  test('asked for again has the facts as of then, and the escalation as it is now (R36)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'one' }), warn('Ana slow-play', { gameState: 'between-games' }));
    const { facts } = ruled(hall, warn('Ana slow-play', { gameState: 'between-games', as: 'third' }));
    hall.when(voidRuling('one'), reassign('third', 'Ana', 'Ben'));
    const [entry] = rulingAnswer(hall.ledger, facts).penalties;
    expect(entry).toMatchObject({ player: 'Ana', status: 'standing', tally: { category: 3 }, escalation: { status: 'none' } });
  });

  test('has the extension that the table got, and the ruling that it looks like (R2, R35)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'one' }));
    const { facts } = ruled(hall, warn('Ana slow-play', { offline: true, distinct: false, durationSeconds: 100 }));
    expect(rulingAnswer(hall.ledger, facts)).toMatchObject({ extensionMinutes: 2, possibleDuplicateOf: hall.id('one') });
  });

  test('to one that is handed to the head judge says that nothing has happened yet (R11, R8)', () => {
    const hall = at();
    const { facts } = ruled(hall, rule(['Ana cheating', 'Ben cheating'], { refer: true }));
    const answer = hall.opened(rulingAnswer(hall.ledger, facts));
    expect(answer).toMatchObject({ penalties: [], review: expect.stringMatching(/^rv-/) });
    expect(answer.announce.private).toBe('Ana, Ben: the head judge is asked. Nothing is on your record until the head judge has answered.');
  });
});

describe('a preview', () => {
  test('is the same answer without ids, and names in what is counted no ruling that does not exist (R8)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')));
    const whatIf = given();
    whatIf.ledger = fork(hall.ledger);
    const { facts } = ruled(whatIf, warn('Ana slow-play'));
    const preview = whatIf.opened(previewAnswer(whatIf.ledger, facts));
    expect(preview.penalties).toMatchObject([
      { tally: { category: 3, family: 3 }, escalation: { status: 'applied', penalty: null, appliesTo: { when: 'now' } } },
    ]);
    expect(preview.penalties[0]?.counted.at(-1)?.ruling).toBeNull();
    expect(preview.announce.private).toMatch(/Counted: r-\d+ \(round 1\); r-\d+ \(round 1\); this one\./);
    expect(preview).not.toHaveProperty('ruling');
    expect(preview.penalties[0]).not.toHaveProperty('id');
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
  });
});

test('rulings are found by player, category, round, judge and penalty, newest first', () => {
  const hall = at().when(
    warn('Ana slow-play', { as: 'one' }),
    warn('Ben slow-play', { as: 'two', by: 'floor2' }),
    round(2),
    rule(['Ana decklist-error', 'Ben marked-cards'], { as: 'three' }),
    rule('Ana theft', { refer: true }),
    confirm('Ana'),
  );
  const found = (filter: Parameters<typeof rulingsLike>[1]) =>
    rulingsLike(hall.ledger, filter).map((each) => [...hall.kept].find(([, id]) => id === each.ruling)?.[0] ?? 'the theft');
  expect(found({})).toEqual(['the theft', 'three', 'two', 'one']);
  expect(found({ player: 'Ben' })).toEqual(['three', 'two']);
  expect(found({ category: 'slow-play' })).toEqual(['two', 'one']);
  expect(found({ round: 2 })).toEqual(['the theft', 'three']);
  expect(found({ judge: 'floor2' })).toEqual(['two']);
  expect(found({ penalty: 'game-loss' })).toEqual(['three']);
  expect(found({ player: 'Ben', penalty: 'game-loss' })).toEqual([]);
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}

/** Makes a ruling, lets the saga run, and keeps the facts as they were right after it. */
function ruled(hall: Hall, step: Step) {
  const from = hall.events.length;
  step(hall);
  const facts = rulingFacts(fork(hall.ledger), hall.events.slice(from));
  hall.settle();
  return { facts };
}
