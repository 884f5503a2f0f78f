import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, professional, round } from '../../spec/given.js';
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
  recategorise,
  replace,
  retarget,
  rule,
  serve,
  times,
  voidRuling,
  warn,
} from '../../spec/steps.js';
import { explanationView, penaltyOf as penaltyIn } from '../index.js';

/** R29–R33: each correction is a further event; the tallies follow, and a loss that lost its ground falls or is asked about. */

describe('a ruling that should not be there', () => {
  test('is voided: it counts no more, and the record still shows it (R30)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), voidRuling('slow'));
    expect(hall.warnings('Ana')).toEqual({});
    expect(hall.recordOf('Ana').penalties).toMatchObject([{ status: 'voided' }]);
    expect(hall.recordOf('Ana').rulings).toHaveLength(1);
  });

  test('is voided once (R30)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), voidRuling('slow'));
    expect(hall.refuses(voidRuling('slow'))).toMatchObject({ refused: 'already-voided' });
    expect(hall.refuses(voidRuling('slow', { by: 'floor' }))).toMatchObject({ refused: 'not-granted' });
  });

  test('is voided for everyone and with all that it absorbed (R30)', () => {
    const hall = at().when(rule(['Ana slow-play', 'Ana marked-cards', 'Ben decklist-error'], { as: 'error' }), voidRuling('error'));
    expect([...hall.penalties('Ana'), ...hall.penalties('Ben')].map((each) => each.status)).toEqual(['voided', 'voided', 'voided']);
  });
});

describe('a loss whose ground went', () => {
  test('falls at once where it is still to come, and the head judge is told (R29)', () => {
    const hall = at().when(...threeSlowPlays(betweenGames), voidRuling('first'));
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
    expect(hall.told()).toEqual(['penalty Ana', 'rescission Ana']);
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('is asked about where it is for the game in progress, for that may have been conceded (R29)', () => {
    const hall = at().when(...threeSlowPlays(), voidRuling('first'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.asked('Ana')).toEqual(['loss-without-ground']);
    expect(hall.told()).toEqual(['penalty Ana', 'review Ana']);
  });

  test('is asked about where it was served, and the record keeps both (R29)', () => {
    const hall = at().when(...threeSlowPlays(betweenGames), serve(lossOf('Ana'), { table: 2, game: 3 }), voidRuling('first'));
    expect(hall.losses('Ana')).toEqual(['game-loss served next-game']);
    expect(hall.asked('Ana')).toEqual(['loss-without-ground']);
  });

  test('confirmed: it was played, and is not held against the player (R29)', () => {
    const hall = at().when(...threeSlowPlays(), serve(lossOf('Ana')), voidRuling('first'), confirm('Ana'));
    expect(hall.losses('Ana')).toEqual(['game-loss served now annulled']);
    expect(hall.recordOf('Ana').penalties.at(-1)).toMatchObject({ annulled: true, served: { round: 1 } });
  });

  test('dismissed: it stays as it is, and is never asked about again (R29)', () => {
    const hall = at().when(...threeSlowPlays(), voidRuling('first'), dismiss('Ana'), voidRuling('second'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.asked('Ana')).toEqual([]);
    hall.when(retarget(lossOf('Ana'), 'next-game'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    hall.when(serve(lossOf('Ana')));
    expect(hall.losses('Ana')).toEqual(['game-loss served next-game']);
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('is no question any more where its ground comes back (R28, R29)', () => {
    const hall = at().when(...threeSlowPlays(), recategorise('first', 'Ana marked-cards'));
    expect(hall.asked('Ana')).toEqual(['loss-without-ground']);
    hall.when(recategorise('first', 'Ana slow-play'));
    expect(hall.asked('Ana')).toEqual([]);
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.recordOf('Ana').reviews).toMatchObject([{ question: 'loss-without-ground', status: 'withdrawn' }]);
  });

  test('of four Warnings with losses on the 3rd and 4th, when the 1st is voided, the 3rd’s loss has none and the 4th’s keeps its own (R29)', () => {
    const hall = at().when(...threeSlowPlays(betweenGames), warn('Ana slow-play', { ...betweenGames, as: 'fourth' }), voidRuling('first'));
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game', 'game-loss pending next-game']);
    expect(penaltyIn(hall.ledger, lossFrom('third')(hall)).status).toBe('rescinded');
    expect(penaltyIn(hall.ledger, lossFrom('fourth')(hall)).status).toBe('pending');
  });

  test('keeps it where one of two reasons is left (R23, R29)', () => {
    const hall = at(professional()).when(
      warn('Ana slow-play', { as: 'first' }),
      warn('Ana slow-play'),
      warn('Ana marked-cards'),
      warn('Ana late-to-match'),
      warn('Ana slow-play', betweenGames),
      recategorise('first', 'Ana communication-violation'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('a Game Loss of a ruling’s own, still to come, falls with its ruling (R29, R30)', () => {
    const hall = at().when(rule('Ana decklist-error', { ...betweenGames, as: 'list' }), voidRuling('list'));
    expect(hall.losses('Ana')).toEqual(['game-loss voided next-game']);
    expect(hall.asked('Ana')).toEqual([]);
    expect(hall.told()).toEqual(['penalty Ana']);
    expect([...hall.ledger.notices.values()].map((notice) => notice.about)).toEqual(['penalty', 'rescission']);
  });

  test('a Game Loss of a ruling’s own that was served reads voided, and is asked about (R29, R30)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }), serve(lossOf('Ana')), voidRuling('list'));
    expect(hall.losses('Ana')).toEqual(['game-loss voided now conceded']);
    expect(hall.asked('Ana')).toEqual(['loss-without-ground']);
    expect(hall.when(confirm('Ana')).losses('Ana')).toEqual(['game-loss voided now conceded annulled']);
  });

  test('a Warning whose loss was annulled asks again when it crosses again (R28, R29)', () => {
    const hall = at().when(...threeSlowPlays(), recategorise('first', 'Ana marked-cards'), confirm('Ana'));
    hall.when(recategorise('first', 'Ana slow-play'));
    expect(hall.losses('Ana')).toEqual(['game-loss pending now annulled']);
    expect(hall.asked('Ana')).toEqual(['game-loss-due']);
    expect(hall.when(confirm('Ana')).losses('Ana')).toEqual(['game-loss pending now annulled', 'game-loss pending next-game']);
  });
});

describe('it was the other player', () => {
  test('the Warning leaves the one’s record and enters the other’s, in one step (R31)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), reassign('slow', 'Ana', 'Ben', { by: 'floor' }));
    expect([hall.warnings('Ana'), hall.warnings('Ben')]).toEqual([{}, { 'slow-play': 1, 'tournament-error': 1 }]);
    expect(hall.recordOf('Ana').penalties).toMatchObject([{ status: 'reassigned' }]);
    expect(hall.types().filter((type) => type === 'RulingReassigned')).toHaveLength(1);
  });

  test('the one’s loss falls, and the other’s third is asked about (R31, R28, R29)', () => {
    const hall = at().when(
      times(2, warn('Ben slow-play')),
      times(2, warn('Ana slow-play')),
      warn('Ana slow-play', { ...betweenGames, as: 'third' }),
      reassign('third', 'Ana', 'Ben'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
    expect(hall.losses('Ben')).toEqual([]);
    expect(hall.asked('Ben')).toEqual(['game-loss-due']);
    expect(hall.when(confirm('Ben')).losses('Ben')).toEqual(['game-loss pending next-game']);
  });

  test('it keeps its ruling’s place: later Warnings of the other count one more (R25, R31)', () => {
    const hall = at().when(
      warn('Ana slow-play', { as: 'early' }),
      times(2, warn('Ben slow-play', { as: 'latest' })),
      reassign('early', 'Ana', 'Ben'),
    );
    expect(hall.asked('Ben')).toEqual(['game-loss-due']);
    expect([...hall.ledger.reviews.values()].at(-1)?.warning).toBe(penaltyOf('latest')(hall));
  });

  test('a Game Loss of a ruling’s own moves as well; the one’s may have been conceded (R31, R29)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }), round(2), reassign('list', 'Ana', 'Ben'));
    expect(hall.losses('Ana')).toEqual(['game-loss reassigned now']);
    expect(hall.losses('Ben')).toEqual(['game-loss pending next-game']);
    expect(hall.asked('Ana')).toEqual(['loss-without-ground']);
    expect(hall.told()).toEqual(['penalty Ana', 'review Ana']);
  });

  test('a Warning that was upgraded by hand moves with its Game Loss, and still counts (R31, R33, R21)', () => {
    const hall = at().when(
      warn('Ana failure-to-maintain-game-state', { as: 'lapse' }),
      replace(penaltyOf('lapse'), 'game-loss'),
      reassign('lapse', 'Ana', 'Ben'),
    );
    expect([hall.warnings('Ana'), hall.warnings('Ben')]).toEqual([{}, { 'failure-to-maintain-game-state': 1, 'game-play-error': 1 }]);
    expect(hall.losses('Ben')).toEqual(['game-loss pending now']);
  });

  test('moved away and back it is as before, but for what has fallen in between (R31)', () => {
    const hall = at().when(...threeSlowPlays(), serve(lossOf('Ana')), reassign('third', 'Ana', 'Ben'), reassign('third', 'Ben', 'Ana'));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 3, 'tournament-error': 3 });
    expect(hall.losses('Ana')).toEqual(['game-loss served now']);
    expect(hall.asked('Ana')).toEqual([]);
    const text = hall.opened(explanationView(hall.ledger, hall.events, lossFrom('third')(hall))).text;
    expect(text).not.toContain('no longer reach a threshold');
  });

  test('it is refused where the one has nothing in the ruling, or the other has something already (R31)', () => {
    const hall = at().when(rule(['Ana slow-play', 'Ben slow-play'], { as: 'both' }), warn('Ana marked-cards', { as: 'hers' }));
    expect(hall.refuses(reassign('hers', 'Ben', 'Ana'))).toMatchObject({ refused: 'not-in-this-ruling' });
    expect(hall.refuses(reassign('both', 'Ana', 'Ben'))).toMatchObject({ refused: 'already-in-this-ruling' });
    expect(hall.refuses(reassign('hers', 'Ana', 'Ana'))).toMatchObject({ refused: 'invalid-request' });
    expect(hall.refuses(reassign('hers', 'Ana', 'Zoe'))).toMatchObject({ refused: 'unknown-player' });
    hall.when(voidRuling('hers'));
    expect(hall.refuses(reassign('hers', 'Ana', 'Ben'))).toMatchObject({ refused: 'already-voided' });
    expect(hall.refuses(recategorise('hers', 'Ana slow-play'))).toMatchObject({ refused: 'already-voided' });
  });
});

describe('it was another category', () => {
  test('the tally moves with it, and the loss that rested on it falls (R32, R29)', () => {
    const hall = at().when(
      times(2, warn('Ana looking-at-extra-cards')),
      warn('Ana looking-at-extra-cards', { ...betweenGames, as: 'third' }),
      recategorise('third', 'Ana general-error', { by: 'floor' }),
    );
    expect(hall.warnings('Ana')).toEqual({ 'looking-at-extra-cards': 2, 'general-error': 1, 'game-play-error': 3 });
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
  });

  test('leaves one threshold and crosses another: its loss has a ground still, though another one (R29, R32)', () => {
    const hall = at().when(
      times(2, warn('Ana looking-at-extra-cards')),
      times(2, warn('Ana drawing-extra-cards')),
      warn('Ana looking-at-extra-cards', { ...betweenGames, as: 'fifth' }),
      recategorise('fifth', 'Ana drawing-extra-cards'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss pending next-game']);
    expect(hall.asked('Ana')).toEqual([]);
  });

  test('makes another Warning the third, and that one is asked about (R32, R28)', () => {
    const hall = at().when(
      warn('Ana marked-cards', { as: 'first' }),
      warn('Ana slow-play'),
      warn('Ana slow-play', { as: 'last' }),
      recategorise('first', 'Ana slow-play'),
    );
    expect(hall.asked('Ana')).toEqual(['game-loss-due']);
    expect([...hall.ledger.reviews.values()].at(-1)?.warning).toBe(penaltyOf('last')(hall));
  });

  test('the penalty becomes the new guideline’s, in the ruling’s place (R32, R25)', () => {
    const hall = at().when(
      rule('Ana decklist-error', { ...betweenGames, as: 'list' }),
      times(2, warn('Ana slow-play', { as: 'last' })),
      recategorise('list', 'Ana slow-play'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss replaced next-game']);
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 3, 'tournament-error': 3 });
    expect([...hall.ledger.reviews.values()].at(-1)?.warning).toBe(penaltyOf('last')(hall));
  });

  test('a Warning that turns out to cost nothing leaves the tally, and one that costs a game is told (R32, R10)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'one' }), recategorise('one', 'Ana forgetting-to-score'));
    expect(hall.warnings('Ana')).toEqual({});
    hall.when(warn('Ben slow-play', { as: 'other' }), recategorise('other', 'Ben decklist-error'));
    expect(hall.losses('Ben')).toEqual(['game-loss pending now']);
    expect([...hall.ledger.notices.values()].map(({ about, player }) => `${about} ${player}`)).toEqual(['penalty Ben']);
  });

  test('other conditions only are a correction as well (R32)', () => {
    const hall = at().when(rule('Ana missed-trigger', { as: 'miss' }), recategorise('miss', 'Ana missed-trigger +advantageous'));
    expect(hall.warnings('Ana')).toEqual({ 'missed-trigger': 1, 'game-play-error': 1 });
  });

  test('of several infractions the standing one is meant (R32, R9)', () => {
    const hall = at().when(rule(['Ana slow-play', 'Ana decklist-error'], { as: 'error' }), recategorise('error', 'Ana marked-cards'));
    expect(hall.warnings('Ana')).toEqual({ 'marked-cards': 1, 'tournament-error': 1 });
    expect(hall.losses('Ana')).toEqual(['game-loss replaced now']);
  });

  test('where a Warning was upgraded by hand, both give way to the one that it should have been (R32, R33)', () => {
    const hall = at().when(
      warn('Ana slow-play', { ...betweenGames, as: 'slow' }),
      replace(penaltyOf('slow'), 'game-loss'),
      recategorise('slow', 'Ana marked-cards'),
    );
    expect(hall.warnings('Ana')).toEqual({ 'marked-cards': 1, 'tournament-error': 1 });
    expect(hall.losses('Ana')).toEqual(['game-loss replaced next-game']);
  });

  test('where a Warning was upgraded by hand to what the other category costs anyway, there is one new loss (R32, R33)', () => {
    const hall = at().when(
      warn('Ana slow-play', { as: 'slow' }),
      replace(penaltyOf('slow'), 'game-loss'),
      recategorise('slow', 'Ana decklist-error'),
    );
    expect(hall.warnings('Ana')).toEqual({});
    expect(hall.losses('Ana')).toEqual(['game-loss replaced now', 'game-loss pending now']);
  });

  test('the same category and conditions again are refused, and so is who is not in the ruling (R32)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }));
    expect(hall.refuses(recategorise('slow', 'Ana slow-play'))).toMatchObject({ refused: 'invalid-request' });
    expect(hall.refuses(recategorise('slow', 'Ben marked-cards'))).toMatchObject({ refused: 'not-in-this-ruling' });
    expect(hall.refuses(recategorise('slow', 'Ana no-such-error'))).toMatchObject({ refused: 'unknown-category' });
    expect(hall.refuses(recategorise('slow', 'Ana marked-cards +advantageous'))).toMatchObject({ refused: 'unknown-condition' });
  });
});

describe('the head judge’s hand', () => {
  test('the old penalty reads replaced with what replaced it, and the new one may be replaced again (R33)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }), replace(penaltyOf('list'), 'match-loss'));
    const [old, fresh] = hall.penalties('Ana');
    expect(old).toMatchObject({ status: 'replaced', replacedBy: fresh?.id });
    hall.when(replace(penaltyOf('list'), 'disqualification'));
    expect(hall.losses('Ana')).toEqual(['game-loss replaced now', 'match-loss replaced now-match', 'disqualification standing']);
    expect(hall.refuses(replace(() => old?.id ?? '', 'none'))).toMatchObject({ refused: 'not-in-force' });
  });

  test.each(['none', 'match-loss', 'disqualification'] as const)(
    'a Game Loss that the ladder gave may become %s; its Warning stays (R33)',
    (kind) => {
      const hall = at().when(...threeSlowPlays(), replace(lossFrom('third'), kind));
      expect(hall.losses('Ana')[0]).toBe('game-loss replaced now');
      expect(hall.penalties('Ana').at(-1)?.kind).toBe(kind);
      expect(hall.warnings('Ana')).toEqual({ 'slow-play': 3, 'tournament-error': 3 });
      expect(hall.asked('Ana')).toEqual([]);
    },
  );

  test('it may not become a Warning: that is there already (R33)', () => {
    const hall = at().when(...threeSlowPlays());
    expect(hall.refuses(replace(lossFrom('third'), 'warning'))).toMatchObject({ refused: 'already-a-warning' });
    expect(hall.refuses(replace(penaltyOf('third'), 'warning'))).toMatchObject({ refused: 'already-a-warning' });
    hall.when(replace(lossFrom('third'), 'match-loss'));
    expect(hall.refuses(replace(penaltyOf('third'), 'warning'))).toMatchObject({ refused: 'already-a-warning' });
  });

  test('nor where the Warning went since: the loss of the ladder was no error that could count (R33)', () => {
    const hall = at().when(...threeSlowPlays(), serve(lossOf('Ana')), replace(penaltyOf('third'), 'none'));
    expect(hall.refuses(replace(lossFrom('third'), 'warning'))).toMatchObject({ refused: 'already-a-warning' });
    hall.when(replace(lossFrom('third'), 'match-loss'));
    expect(hall.refuses(replace(lossOf('Ana'), 'warning'))).toMatchObject({ refused: 'already-a-warning' });
  });

  test('a Warning upgraded by hand costs one game, also where the ladder had given one (R26, R33)', () => {
    const hall = at().when(...threeSlowPlays(), replace(warningOf('third'), 'game-loss'));
    expect(hall.losses('Ana')).toEqual(['game-loss replaced now', 'game-loss pending now']);
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 3, 'tournament-error': 3 });
  });

  test('a Warning upgraded by hand costs one loss, also where the ladder’s had become another (R26, R33)', () => {
    const hall = at().when(...threeSlowPlays(), replace(lossFrom('third'), 'match-loss'), replace(warningOf('third'), 'game-loss'));
    expect(hall.losses('Ana')).toEqual(['game-loss replaced now', 'match-loss replaced now-match', 'game-loss pending now']);
  });

  test('a Game Loss lowered to a Warning takes its ruling’s place, and one that it makes a third is asked about (R13, R25, R28)', () => {
    const hall = at().when(
      rule('Ana facedown-card-error +source-zone-grew', { as: 'card' }),
      times(2, warn('Ana facedown-card-error', { as: 'last' })),
      replace(penaltyOf('card'), 'warning'),
    );
    expect(hall.warnings('Ana')).toEqual({ 'facedown-card-error': 3, 'game-play-error': 3 });
    expect(hall.asked('Ana')).toEqual(['game-loss-due']);
    expect([...hall.ledger.reviews.values()].at(-1)?.warning).toBe(penaltyOf('last')(hall));
  });

  test('a Game Loss lowered to a Warning that is itself the third earns another, if the head judge says so (R13, R28)', () => {
    const hall = at().when(
      times(2, warn('Ana facedown-card-error')),
      rule('Ana facedown-card-error +source-zone-grew', { as: 'card' }),
      replace(penaltyOf('card'), 'warning'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss replaced now']);
    expect(hall.asked('Ana')).toEqual(['game-loss-due']);
    expect(hall.when(confirm('Ana')).losses('Ana')).toEqual(['game-loss replaced now', 'game-loss pending next-game']);
  });

  test('replacing a Warning by nothing takes its loss’s ground (R29, R33)', () => {
    const hall = at().when(...threeSlowPlays(betweenGames), replace(warningOf('third'), 'none'));
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
  });

  test('what is voided, fallen, absorbed or the same already is not replaced (R33)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), voidRuling('slow'), ...threeSlowPlays(betweenGames), voidRuling('first'));
    expect(hall.refuses(replace(penaltyOf('slow'), 'game-loss'))).toMatchObject({ refused: 'already-voided' });
    expect(hall.refuses(replace(lossFrom('third'), 'none'))).toMatchObject({ refused: 'not-in-force' });
    hall.when(rule('Ben decklist-error', { as: 'list' }));
    expect(hall.refuses(replace(penaltyOf('list'), 'game-loss'))).toMatchObject({ refused: 'same-penalty' });
    expect(hall.refuses(replace(() => 'w-999', 'none'))).toMatchObject({ refused: 'unknown-penalty' });
  });
});

describe('an appeal that is won', () => {
  test('takes the Warning out, and its loss falls (R34, R29)', () => {
    const hall = at().when(...threeSlowPlays(betweenGames), appeal('third', 'Ana', { as: 'plea' }), overturn('plea', { by: 'appeals' }));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
    expect(hall.recordOf('Ana').penalties.map((each) => each.status)).toEqual(['standing', 'standing', 'overturned', 'rescinded']);
  });

  test('for one of several players leaves the others’ penalties as they are (R34)', () => {
    const hall = at().when(
      rule(['Ana slow-play', 'Ben marked-cards'], { as: 'both' }),
      appeal('both', 'Ana', { as: 'plea' }),
      overturn('plea'),
    );
    expect([hall.warnings('Ana'), hall.warnings('Ben')]).toEqual([{}, { 'marked-cards': 1, 'tournament-error': 1 }]);
  });

  test('may put another category in its place (R34, R32)', () => {
    const hall = at().when(
      ...threeSlowPlays(betweenGames),
      appeal('third', 'Ana', { as: 'plea' }),
      overturn('plea', { category: 'marked-cards' }),
    );
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'marked-cards': 1, 'tournament-error': 3 });
    expect(hall.losses('Ana')).toEqual(['game-loss rescinded next-game']);
  });

  test('may put another penalty in its place; the old one reads overturned (R34)', () => {
    const hall = at().when(
      rule('Ana decklist-error', { as: 'list' }),
      serve(lossOf('Ana')),
      appeal('list', 'Ana', { as: 'plea' }),
      overturn('plea', { penalty: 'warning' }),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss overturned now conceded']);
    expect(hall.warnings('Ana')).toEqual({ 'decklist-error': 1, 'tournament-error': 1 });
    expect(hall.asked('Ana')).toEqual(['loss-without-ground']);
  });
});

describe('the story of a loss', () => {
  test('that fell tells what was counted then, what is counted now, and which decision changed it', () => {
    const hall = at().when(...threeSlowPlays(betweenGames), voidRuling('first'));
    const { text, counted, countedNow, corrections } = hall.opened(explanationView(hall.ledger, hall.events, lossFrom('third')(hall)));
    expect(counted.map((each) => each.status)).toEqual(['voided', 'standing', 'standing']);
    expect(countedNow).toEqual([]);
    expect(corrections.map((each) => each.type)).toEqual(['RulingVoided', 'GameLossRescinded']);
    expect(text).toBe(
      'Ana was given a Game Loss, for the next game, because Warnings add up. ' +
        `Counted were 3 Warnings: the 1st for Slow Play in round 1 (${hall.id('first')}); the 2nd for Slow Play in round 1 (${hall.id('second')}); ` +
        `the 3rd for Slow Play in round 1 (${hall.id('third')}). ` +
        'The rule: 3 Warnings of the same category, where 3 or more are a Game Loss (TR 703.1.b.1). ' +
        `head voids ruling ${hall.id('first')}. ` +
        `The Game Loss ${lossFrom('third')(hall)} of Ana falls: its Warning no longer crosses any threshold. ` +
        'So the penalty fell: it is rescinded and costs nothing. Then 3 Warnings counted; now they no longer reach a threshold.',
    );
  });

  test('names the causes back to the ruling (R26)', () => {
    const hall = at().when(...threeSlowPlays());
    const { causes } = explanationView(hall.ledger, hall.events, lossFrom('third')(hall));
    expect(causes.map((each) => each.type)).toEqual(['GameLossApplied', 'WarningIssued']);
  });

  test('that was voided never hides that it was conceded (R29)', () => {
    const hall = at().when(rule('Ana decklist-error', { as: 'list' }), serve(lossOf('Ana'), { table: 3 }), voidRuling('list'));
    const { text } = hall.opened(explanationView(hall.ledger, hall.events, penaltyOf('list')(hall)));
    expect(text).toContain('It no longer stands: it is voided. It was conceded (round 1, table 3).');
  });
});

const betweenGames = { gameState: 'between-games' } as const;

function at(level: Step = competitive()): Hall {
  return given(level, enrolled('Ana', 'Ben'), round(1));
}

function threeSlowPlays(made: { gameState?: 'between-games' } = {}): Step[] {
  return ['first', 'second', 'third'].map((as) => warn('Ana slow-play', { ...made, as }));
}

/** The Warning of a ruling itself, whatever came beside it. */
function warningOf(called: string) {
  return (hall: Hall) => hall.penalties('Ana').find((each) => each.ruling === hall.id(called) && each.kind === 'warning')?.id ?? '';
}
