import { describe, expect, test } from '@jest/globals';
import { casual, competitive, enrolled, given, round } from '../../spec/given.js';
import { sealed } from '../../spec/hall.js';
import type { Hall, Step } from '../../spec/hall.js';
import {
  appeal,
  confirm,
  dismiss,
  penaltyOf,
  recategorise,
  replace,
  rule,
  times,
  uphold,
  overturn,
  voidRuling,
  warn,
  send,
} from '../../spec/steps.js';

/** R10–R13, R34: who may give what, and what is handed to the head judge. */

describe('a penalty outside the guidelines', () => {
  test('is refused to anyone but the head judge, with the guideline named (R11)', () => {
    const harsh = rule({ error: 'Ana slow-play', penalty: 'game-loss', because: 'again and again' });
    expect(at().refuses(harsh)).toMatchObject({ refused: 'deviation-needs-head-judge', guideline: 'warning', allowed: ['warning'] });
    expect(at().refuses(rule({ error: 'Ana slow-play', penalty: 'game-loss' }, { by: 'appeals' }))).toMatchObject({
      refused: 'deviation-needs-head-judge',
    });
  });

  test('is refused to the head judge without a reason, and given with one (R11)', () => {
    const harsh = { error: 'Ana slow-play', penalty: 'game-loss' } as const;
    expect(at().refuses(rule(harsh, { by: 'head' }))).toMatchObject({ refused: 'invalid-request' });
    const hall = at().when(rule({ ...harsh, because: 'again and again' }, { by: 'head' }));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.warnings('Ana')).toEqual({});
  });

  test('is refused as well where it is too mild (R11)', () => {
    expect(at().refuses(rule({ error: 'Ana decklist-error', penalty: 'warning' }))).toMatchObject({
      refused: 'deviation-needs-head-judge',
      guideline: 'game-loss',
    });
  });

  test('a tap on Warning is refused where the guideline is something else (R11)', () => {
    for (const error of ['Ana decklist-error', 'Ana missed-trigger', 'Ana bribery']) {
      expect(at().refuses(warn(error))).toMatchObject({ refused: 'deviation-needs-head-judge' });
    }
  });

  test('is refused with what this judge can do in this form (R11)', () => {
    const detail = (step: Step) => at().refuses(step)?.detail;
    expect(detail(rule({ error: 'Ana slow-play', penalty: 'game-loss' }))).toBe(
      'The guideline for slow-play is warning: give that, or call the head judge, who alone may deviate with a reason.',
    );
    expect(detail(rule({ error: 'Ana cheating', penalty: 'warning' }))).toBe(
      'The guideline for cheating is disqualification, which only the head judge gives: call one, or send "refer": true to hand the ruling over.',
    );
    expect(detail(rule({ error: 'Ana slow-play', penalty: 'game-loss' }, { by: 'head' }))).toContain('(deviation.reason)');
  });

  test('is refused to a tap on Warning in words of its own: it can neither deviate nor hand over (R11)', () => {
    const detail = (error: string, by = 'floor') => at().refuses(warn(error, { by }))?.detail;
    expect(detail('Ana decklist-error')).toBe(
      'The guideline for decklist-error is game-loss, and this form gives Warnings only: use the full ruling, which records game-loss.',
    );
    expect(detail('Ana cheating')).toBe(
      'The guideline for cheating is disqualification, which only the head judge gives: call one, or use the full ruling, which can be handed over.',
    );
    expect(detail('Ana outside-assistance +malicious-advice')).toContain('call one, or use the full ruling, which can be handed over.');
    expect(detail('Ana decklist-error', 'head')).toBe(
      'The guideline for decklist-error is game-loss, and this form takes no reason for a warning: use the full ruling, and give one there.',
    );
  });

  test('one infraction outside the guidelines stops the whole ruling (R11)', () => {
    expect(at().refuses(rule(['Ben marked-cards', { error: 'Ana slow-play', penalty: 'match-loss' }]))).toMatchObject({
      refused: 'deviation-needs-head-judge',
    });
  });
});

describe('what only the head judge may', () => {
  test("disqualification is the head judge's alone, also where it is the guideline (R12)", () => {
    expect(at().refuses(rule('Ana cheating'))).toMatchObject({ refused: 'disqualification-needs-head-judge' });
    expect(at().refuses(rule('Ana cheating', { by: 'appeals' }))).toMatchObject({ refused: 'disqualification-needs-head-judge' });
    expect(
      at()
        .when(rule('Ana cheating', { by: 'head' }))
        .status('Ana'),
    ).toBe('disqualified');
  });

  test('that advice was malicious is for the head judge to find (R12)', () => {
    const malicious = 'Ana outside-assistance +malicious-advice';
    expect(at().refuses(rule(malicious))).toMatchObject({ refused: 'condition-needs-head-judge' });
    expect(
      at()
        .when(rule(malicious, { by: 'head' }))
        .penalties('Ana')[0]?.kind,
    ).toBe('none');
  });

  test('the administrator may do what a head judge may', () => {
    expect(
      at()
        .when(rule('Ana cheating', { by: 'admin' }))
        .losses('Ana'),
    ).toEqual(['disqualification standing']);
  });

  test('a downgrade for an official’s mistake, which then counts as a Warning (R13)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }));
    expect(hall.refuses(replace(penaltyOf('list'), 'warning', { by: 'appeals' }))).toMatchObject({ refused: 'not-granted' });
    hall.when(replace(penaltyOf('list'), 'warning'));
    expect(hall.losses('Ana')).toEqual(['game-loss replaced now']);
    expect(hall.warnings('Ana')).toEqual({ 'decklist-error': 1, 'tournament-error': 1 });
  });
});

describe('a ruling that is handed to the head judge', () => {
  const suspected = () => at().when(rule('Ana cheating', { refer: true, durationSeconds: 200 }));

  test('touches nobody until it is confirmed (R11)', () => {
    const hall = suspected();
    expect(hall.status('Ana')).toBe('playing');
    expect(hall.penalties('Ana')).toEqual([]);
    expect(hall.asked('Ana')).toEqual(['referred-ruling']);
    expect(hall.told()).toEqual(['review Ana']);
    expect(hall.recordOf('Ana').reviews).toMatchObject([
      { question: 'referred-ruling', proposed: [{ category: 'cheating', penalty: 'disqualification' }] },
    ]);
  });

  test("takes its place at the confirmation, as the head judge's own (R11)", () => {
    const hall = at().when(
      rule({ error: 'Ana slow-play', penalty: 'game-loss' }, { refer: true }),
      warn('Ana marked-cards', { as: 'later' }),
      confirm('Ana'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    const [ruling] = hall.recordOf('Ana').rulings;
    expect(ruling).toMatchObject({ judge: 'head', review: hall.recordOf('Ana').reviews[0]?.id });
    expect(ruling?.position).toBeGreaterThan(hall.ledger.rulings.get(hall.id('later'))?.position ?? NaN);
    expect(hall.told()).toEqual(['review Ana']);
  });

  test('confirmed after its round is over it is for the next game (R11, R3)', () => {
    const hall = at().when(rule({ error: 'Ana slow-play', penalty: 'game-loss' }, { refer: true }), round(2), confirm('Ana'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
  });

  test('dismissed it leaves no trace but the question (R11)', () => {
    const hall = suspected().when(dismiss('Ana'));
    expect(hall.penalties('Ana')).toEqual([]);
    expect(hall.recordOf('Ana').reviews).toMatchObject([{ status: 'answered', decision: 'dismiss' }]);
    expect(hall.refuses(confirm('Ana'))).toMatchObject({ refused: 'already-answered' });
  });

  test('of several players stands in the reviews of each (R11)', () => {
    const hall = at().when(rule(['Ana cheating', 'Ben cheating'], { refer: true }), confirm('Ben'));
    expect([hall.status('Ana'), hall.status('Ben')]).toEqual(['disqualified', 'disqualified']);
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('is recorded as an ordinary one where the judge may make it (R11)', () => {
    const hall = at().when(
      warn('Ana slow-play'),
      rule('Ana decklist-error', { refer: true }),
      rule('Ben theft', { by: 'head', refer: true }),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.status('Ben')).toBe('disqualified');
    expect([...hall.asked('Ana'), ...hall.asked('Ben')]).toEqual([]);
  });

  test('is answered by the head judge only', () => {
    expect(suspected().refuses(confirm('Ana', { by: 'appeals' }))).toMatchObject({ refused: 'not-granted', needs: ['head-judge'] });
  });

  test('is final once confirmed: nobody appeals it (R34)', () => {
    const hall = suspected().when(confirm('Ana'));
    hall.kept.set('cheat', hall.recordOf('Ana').rulings[0]?.ruling ?? '');
    expect(hall.refuses(appeal('cheat', 'Ana', { as: 'plea' }))).toMatchObject({ refused: 'not-appealable' });
  });
});

describe('who may do what', () => {
  test.each([
    ['scorekeeper', warn('Ana slow-play', { by: 'scorekeeper' })],
    ['organizer', warn('Ana slow-play', { by: 'organizer' })],
    ['auditor', warn('Ana slow-play', { by: 'auditor' })],
    ['nobody', warn('Ana slow-play', { by: 'nobody' })],
  ])('%s makes no ruling', (_, step) => {
    expect(at().refuses(step)).toMatchObject({ refused: 'not-granted' });
  });

  test('who was revoked a moment ago makes no ruling any more', () => {
    const hall = at();
    hall.send({ type: 'revoke-official', official: 'floor', reason: sealed('went home') }, 'organizer');
    expect(hall.refuses(warn('Ana slow-play'))).toMatchObject({ refused: 'not-granted' });
  });

  test('who was given the head judge’s role during the tournament may use it at once', () => {
    const hall = at();
    hall.send({ type: 'change-roles', official: 'floor', roles: ['floor-judge', 'head-judge'], reason: sealed('takes over') }, 'head');
    expect(hall.when(rule('Ana theft')).status('Ana')).toBe('disqualified');
  });

  test('at high level an appeals judge decides an appeal within the guidelines; at casual level the head judge (R34)', () => {
    const appealed = (hall: Hall) => hall.when(warn('Ana slow-play', { as: 'slow' }), appeal('slow', 'Ana', { as: 'plea' }));
    expect(appealed(at(casual())).refuses(uphold('plea', { by: 'appeals' }))).toMatchObject({ refused: 'not-granted' });
    const hall = appealed(at());
    expect(hall.refuses(overturn('plea', { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
    expect(hall.refuses(overturn('plea', { by: 'appeals', penalty: 'game-loss' }))).toMatchObject({
      refused: 'deviation-needs-head-judge',
    });
    expect(hall.refuses(overturn('plea', { by: 'appeals', category: 'cheating' }))).toMatchObject({
      refused: 'disqualification-needs-head-judge',
    });
    hall.when(overturn('plea', { by: 'appeals', category: 'marked-cards' }));
    expect(hall.warnings('Ana')).toEqual({ 'marked-cards': 1, 'tournament-error': 1 });
  });
});

describe('who corrects a ruling', () => {
  test('its issuer, while its round goes on (R30)', () => {
    expect(
      at()
        .when(warn('Ana slow-play', { as: 'slow' }), voidRuling('slow', { by: 'floor' }))
        .warnings('Ana'),
    ).toEqual({});
  });

  test('no other floor judge and no appeals judge (R30)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }));
    for (const by of ['floor2', 'appeals']) expect(hall.refuses(voidRuling('slow', { by }))).toMatchObject({ refused: 'not-granted' });
  });

  test('once the round is over, only the head judge (R30)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), round(2));
    expect(hall.refuses(voidRuling('slow', { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
    expect(hall.when(voidRuling('slow')).warnings('Ana')).toEqual({});
  });

  test('where a penalty of it is more than a Warning, only the head judge (R30)', () => {
    const hall = at().when(rule(['Ana slow-play', 'Ben decklist-error'], { as: 'both' }));
    expect(hall.refuses(voidRuling('both', { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
  });

  test('where the old or the new guideline is more than a Warning, only the head judge recategorises (R32)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }));
    expect(hall.refuses(recategorise('slow', 'Ana decklist-error', { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
    hall.when(rule({ error: 'Ben decklist-error', penalty: 'warning', because: 'our misprint' }, { by: 'head', as: 'list' }));
    expect(hall.refuses(recategorise('list', 'Ben slow-play', { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
    hall.when(recategorise('slow', 'Ana marked-cards', { by: 'floor' }));
    expect(hall.warnings('Ana')).toEqual({ 'marked-cards': 1, 'tournament-error': 1 });
  });

  test('where the old guideline is more than a Warning, its issuer no more who is head judge no longer (R32)', () => {
    const hall = at().when(
      rule({ error: 'Ana decklist-error', penalty: 'warning', because: 'our misprint' }, { by: 'head', as: 'list' }),
      send({ type: 'change-roles', official: 'head', roles: ['floor-judge'], reason: sealed('hands over') }, 'organizer'),
    );
    expect(hall.refuses(recategorise('list', 'Ana slow-play'))).toMatchObject({ refused: 'not-granted' });
  });

  test('after the head judge has touched it, its issuer no more (R33)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), recategorise('slow', 'Ana marked-cards'));
    expect(hall.refuses(voidRuling('slow', { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
  });

  test('after an appeal was decided on it, its issuer no more (R33)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), appeal('slow', 'Ana', { as: 'plea' }), uphold('plea', { by: 'appeals' }));
    expect(hall.refuses(voidRuling('slow', { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
  });

  test('the ladder’s Game Loss on top does not take a Warning out of its issuer’s hand (R30)', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), warn('Ana slow-play', { as: 'third', gameState: 'between-games' }));
    hall.when(voidRuling('third', { by: 'floor' }));
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
  });
});

function at(level: Step = competitive()): Hall {
  return given(level, enrolled('Ana', 'Ben'), round(1));
}
