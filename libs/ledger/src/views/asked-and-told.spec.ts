import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, round } from '../../spec/given.js';
import type { Hall, Step } from '../../spec/hall.js';
import {
  appeal,
  confirm,
  dismiss,
  lossFrom,
  lossOf,
  overturn,
  penaltyOf,
  reassign,
  replace,
  rule,
  serve,
  times,
  voidRuling,
  warn,
} from '../../spec/steps.js';
import { newestFirst, noticeView, reviewView } from '../index.js';

/** R10, R11, R28, R29, R35: what the head judge is asked and told, in words that hold when they are read. */

const betweenGames = { gameState: 'between-games' } as const;

describe('the question whether a Warning is a Game Loss', () => {
  const asked = (why: string) => `is 3 of 3 for Slow Play: is it a Game Loss for the next game? Asked, because ${why}.`;

  test.each<[string, Step[], string]>([
    [
      'it was entered late',
      [times(2, warn('Ana slow-play')), round(2), warn('Ana slow-play', { round: 1 })],
      'it was entered late, in round 2',
    ],
    [
      'it came from an offline device',
      [times(2, warn('Ana slow-play')), warn('Ana slow-play', { offline: true })],
      'it came from an offline device',
    ],
    [
      'a correction brought it about',
      [times(2, warn('Ana slow-play')), warn('Ben slow-play', { as: 'his' }), reassign('his', 'Ben', 'Ana')],
      'it reached that by a correction',
    ],
    [
      'a Warning that counts may be a duplicate',
      [warn('Ana slow-play'), warn('Ana slow-play', { offline: true, distinct: false }), warn('Ana slow-play')],
      'a Warning that counts may be a duplicate',
    ],
  ])('names category, count and threshold, and that %s (R28)', (_, steps, why) => {
    const hall = at().when(...steps);
    expect(questions(hall).find((each) => each.includes('is it a Game Loss'))).toContain(asked(why));
  });

  test('names the tournament that asks always (R28)', () => {
    const hall = given(competitive({ escalation: 'review' }), enrolled('Ana'), round(1), times(3, warn('Ana slow-play', { as: 'third' })));
    expect(questions(hall)).toEqual([
      `The Warning of Ana for Slow Play (${hall.id('third')}, round 1) ${asked('this tournament asks always')}`,
    ]);
  });

  test('names the family where it is the family’s count (R15)', () => {
    const errors = ['looking-at-extra-cards', 'drawing-extra-cards', 'mulligan-procedure-error', 'general-error', 'mispayment-for-cost'];
    const hall = at().when(...errors.map((each) => warn(`Ana ${each}`)), warn('Ana channeling-too-many-runes', { offline: true }));
    expect(questions(hall)[0]).toContain('is 6 of 6 for any Game Play Error except Failure to Maintain Game State: is it');
  });
});

test('a ruling of several players that is handed over: who hands it over, and each with category, conditions and penalty (R11)', () => {
  const hall = at().when(rule(['Ana cheating', 'Ben outside-assistance +malicious-advice', 'Ben slow-play'], { refer: true, as: 'over' }));
  expect(questions(hall)).toEqual([
    `floor hands over ruling ${hall.id('over')} (Ana: Disqualification for Cheating; ` +
      'Ben: no penalty for Outside Assistance, where the advice was given to hurt the player; Ben: Warning for Slow Play): is it given?',
  ]);
});

describe('a notice asks no more once its question is', () => {
  const late: Step[] = [times(2, warn('Ana slow-play')), warn('Ana slow-play', { offline: true })];
  const conceded: Step[] = [rule('Ana decklist-error', { as: 'list' }), voidRuling('list')];
  const twice: Step[] = [warn('Ana slow-play'), warn('Ana slow-play', { offline: true, distinct: false })];
  const theft = [rule('Ana theft', { refer: true })];

  test.each<[string, Step[], Step, RegExp]>([
    [
      'confirmed: a Game Loss',
      late,
      confirm('Ana'),
      /^The Warning of Ana for Slow Play \(r-\d+\): the head judge has decided that it is a Game Loss\.$/,
    ],
    ['dismissed: no Game Loss', late, dismiss('Ana'), /^The Warning of Ana .* has decided that it costs no game\.$/],
    ['confirmed: annulled', conceded, confirm('Ana'), /^The Game Loss of Ana for Decklist Error .* has decided that it is annulled\.$/],
    ['dismissed: it stays', conceded, dismiss('Ana'), /^The Game Loss of Ana for Decklist Error .* has decided that it stays\.$/],
    ['confirmed: another error', twice, confirm('Ana'), /^The Warning of Ana .* has decided that it is another error\.$/],
    ['dismissed: the same error', twice, dismiss('Ana'), /^The Warning of Ana .* has decided that it is the same error, entered twice\.$/],
    [
      'confirmed: the ruling is given',
      theft,
      confirm('Ana'),
      /^Ruling r-\d+ \(Ana: Disqualification for Theft\): the head judge has given it\.$/,
    ],
    ['dismissed: it is not', theft, dismiss('Ana'), /^Ruling .*: the head judge has decided not to give it\.$/],
  ])('%s', (_, before, answer, words) => {
    const hall = at().when(...before);
    const { id } = [...hall.ledger.reviews.values()][0] ?? { id: '' };
    hall.when(answer);
    expect(notices(hall, (notice) => notice.review === id)).toEqual([expect.stringMatching(words)]);
    expect(questions(hall)[0]).toMatch(words);
  });

  test('withdrawn', () => {
    const hall = at().when(...late, (story) => story.kept.set('third', story.penalties('Ana')[2]?.ruling ?? ''), voidRuling('third'));
    const gone = expect.stringMatching(/^The question rv-\S+ about Ana is withdrawn: its ground went \(r-\d+, round 1\)\.$/);
    expect(notices(hall, (notice) => notice.about === 'review')).toEqual([gone, gone]);
  });
});

describe('a notice of a penalty says what has become of it', () => {
  const list = rule('Ana decklist-error', { ...betweenGames, as: 'list' });

  test.each<[string, Step[], string]>([
    ['served', [list, serve(lossOf('Ana'), { table: 3 })], 'it is served (round 1, table 3)'],
    ['voided', [list, voidRuling('list')], 'it is voided'],
    ['replaced', [list, replace(penaltyOf('list'), 'warning')], 'it is replaced by Warning'],
    ['another player’s', [list, reassign('list', 'Ana', 'Ben')], "it is Ben's now"],
    ['overturned', [list, appeal('list', 'Ana', { as: 'plea' }), overturn('plea')], 'it is overturned'],
    [
      'overturned for something else',
      [list, appeal('list', 'Ana', { as: 'plea' }), overturn('plea', { category: 'slow-play' })],
      'it is overturned, and Warning instead',
    ],
    ['annulled', [rule('Ana decklist-error', { as: 'list' }), voidRuling('list'), confirm('Ana')], 'it is annulled'],
  ])('%s', (_, steps, words) => {
    const hall = at().when(...steps);
    const [told] = notices(hall, (notice) => notice.about === 'penalty' && notice.player === 'Ana');
    expect(told).toBe(`Ana was given a Game Loss for Decklist Error (${hall.id('list')}, round 1): ${words}.`);
  });

  test('fallen, beside the notice that it fell (R29)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'first' }), times(2, warn('Ana slow-play', { ...betweenGames, as: 'third' })));
    const loss = lossFrom('third')(hall);
    hall.when(voidRuling('first'));
    expect(notices(hall, (notice) => notice.penalty === loss)).toEqual([
      `Ana was given a Game Loss, earned by Warnings (${hall.id('third')}, round 1): it has fallen.`,
      `The Game Loss of Ana has fallen, because its ground was corrected away (${hall.id('third')}, round 1).`,
    ]);
  });
});

test('a notice of an appeal says how it was decided (R34)', () => {
  const hall = at().when(warn('Ana slow-play', { as: 'slow' }), appeal('slow', 'Ana', { as: 'plea' }), overturn('plea'));
  expect(notices(hall, (notice) => notice.about === 'appeal')).toEqual([
    `Ana appealed the ruling on Ana (${hall.id('slow')}, round 1): it is overturned.`,
  ]);
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}

/** Every question in words, oldest first. */
function questions(hall: Hall): string[] {
  return [...hall.ledger.reviews.values()].map((review) => hall.opened(reviewView(hall.ledger, review)).text);
}

/** The notices that are meant, in words, oldest first. */
function notices(
  hall: Hall,
  meant: (notice: { about: string; player: string; penalty: string | null; review: string | null }) => boolean,
): string[] {
  return newestFirst(hall.ledger.notices)
    .reverse()
    .filter(meant)
    .map((notice) => hall.opened(noticeView(hall.ledger, notice)).text);
}
