import { describe, expect, test } from '@jest/globals';
import { changedThresholds } from '@ladder/editions';
import type { Edition, Level } from '@ladder/editions';
import fc from 'fast-check';
import { anyTournament } from '../spec/any-tournament.js';
import { Hall, RIFTBOUND } from '../spec/hall.js';
import { last, lossOf, rulingOf, weekend } from '../spec/weekend.js';
import { whatIfInFull } from '../spec/what-if-in-full.js';
import { whatIf, whatIfs } from './index.js';
import type { WhatIf, WhatIfOfPlayer } from './index.js';

/** So many that most of them never come near a threshold. */
const MANY = Array.from({ length: 16 }, (_, index) => `p-${index}`);

describe('the same rulings under a stricter ladder', () => {
  const stricter = thresholds(-1);

  test('the second Warning of a category is a Game Loss, with the reason of the other edition', () => {
    const hall = new Hall().warn('ana slow-play', 'ben slow-play', 'ana slow-play');
    expect(under(hall, stricter)).toEqual({
      edition: 'other',
      players: [
        {
          player: 'ana',
          falls: [],
          appears: [{ warning: 'w-13', ruling: 'r-13', place: 13, reasons: [SECOND_SLOW_PLAY] }],
          asked: [],
        },
      ],
      stays: 0,
    });
  });

  test('a Game Loss that stands already stays', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play', 'ana slow-play');
    expect(told(hall, stricter)).toEqual(['ana: w-12 appears']);
    expect(under(hall, stricter).stays).toBe(1);
  });

  test('a Warning of an earlier round is asked about, not applied (R28)', () => {
    const hall = new Hall().warn('ana slow-play').round(2).rule('ana slow-play', { round: 1 });
    expect(told(hall, stricter)).toEqual(['ana: w-13 asked']);
  });

  test('a Warning that was voided meanwhile counts in neither', () => {
    const hall = new Hall().warn('ana slow-play');
    hall.does('head', { type: 'void-ruling', ruling: rulingOf(hall, 'ana', 0), reason: hall.seal('twice') });
    hall.warn('ana slow-play');
    expect(told(hall, stricter)).toEqual([]);
  });

  test("a Game Loss that would have been to come falls again with a Warning that was another player's", () => {
    const hall = new Hall().warn('ana slow-play').rule('ana slow-play', { gameState: 'between-rounds' });
    hall.does('head', { type: 'reassign-ruling', ruling: rulingOf(hall, 'ana', 0), from: 'ana', to: 'ben', reason: hall.seal('Ben') });
    expect(told(hall, stricter)).toEqual([]);
  });

  test('one that would have been for the game in progress may have been played, and stands until the head judge answers (R29)', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play');
    hall.does('head', { type: 'reassign-ruling', ruling: rulingOf(hall, 'ana', 0), from: 'ana', to: 'ben', reason: hall.seal('Ben') });
    expect(told(hall, stricter)).toEqual(['ana: w-12 appears']);
  });

  test('a Warning that the head judge upgraded has its one loss already (R21)', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play');
    hall.does('head', { type: 'replace-penalty', penalty: last(hall, 'ana'), by: 'match-loss', reason: hall.seal('enough') });
    expect(told(hall, stricter)).toEqual([]);
  });

  test('two like errors from an offline device cost a Game Loss once the head judge has said that they are two (R35)', () => {
    const hall = new Hall().warn('ana slow-play').rule('ana slow-play', { offline: true, distinct: false });
    expect(told(hall, stricter)).toEqual([]);
    hall.does('head', { type: 'answer-review', review: hall.openReview('ana'), decision: 'confirm', reason: hall.seal('two') });
    expect(told(hall, stricter)).toEqual(['ana: w-12 appears']);
  });
});

describe('the same rulings under a milder ladder', () => {
  const milder = thresholds(1);

  test('the third Warning of a category is none, served or not', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play', 'ana slow-play', 'ben slow-play', 'ben slow-play', 'ben slow-play');
    hall.does('scorekeeper', { type: 'serve-penalty', penalty: lossOf(hall, 'ana'), round: 1, table: 7, game: 1 });
    expect(told(hall, milder)).toEqual(['ana: w-13 falls', 'ben: w-18 falls']);
    expect(under(hall, milder).players[0]?.falls[0]?.reasons).toMatchObject([
      { rule: 'tournament-error/same-category', count: 3, threshold: 3 },
    ]);
  });

  test('the fourth is one, and is served where it was', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play', 'ana slow-play', 'ana slow-play');
    hall.does('scorekeeper', { type: 'serve-penalty', penalty: lossOf(hall, 'ana'), round: 1, table: 7, game: 1 });
    expect(told(hall, milder)).toEqual(['ana: w-13 falls']);
    expect(under(hall, milder).stays).toBe(1);
  });

  test('what the head judge confirmed falls, because it would not have been asked', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play').round(2).rule('ana slow-play', { round: 1 });
    hall.does('head', { type: 'answer-review', review: hall.openReview('ana'), decision: 'confirm', reason: hall.seal('so') });
    expect(told(hall, milder)).toEqual(['ana: w-14 falls']);
  });

  test('a Game Loss that the head judge replaced stood for nothing, and does not fall', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play', 'ana slow-play');
    hall.does('head', { type: 'replace-penalty', penalty: lossOf(hall, 'ana'), by: 'match-loss', reason: hall.seal('worse') });
    hall.does('head', { type: 'void-ruling', ruling: rulingOf(hall, 'ana', 0), reason: hall.seal('twice') });
    expect(told(hall, milder)).toEqual([]);
  });

  test('a penalty that replaced the Game Loss is not missed when its ruling is voided', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play', 'ana slow-play');
    hall.does('head', { type: 'replace-penalty', penalty: lossOf(hall, 'ana'), by: 'match-loss', reason: hall.seal('worse') });
    hall.does('head', { type: 'void-ruling', ruling: rulingOf(hall, 'ana', -1), reason: hall.seal('wrong') });
    expect(told(hall, milder)).toEqual([]);
  });
});

describe('another edition', () => {
  test('that counts each day on its own lets fall what was earned over two days', () => {
    const hall = new Hall().warn('ana slow-play', 'ana slow-play');
    hall.now = '2026-11-08T09:00:00.000Z';
    hall.round(2).warn('ana slow-play');
    expect(told(hall, { ...RIFTBOUND, id: 'other', countedPer: 'day' })).toEqual(['ana: w-14 falls']);
  });

  test('that lacks a category which was ruled on cannot be asked: it says which', () => {
    const hall = new Hall().warn('ana slow-play', 'ben marked-cards', 'ana slow-play').rule('cleo decklist-error');
    const categories = RIFTBOUND.categories.filter(({ id }) => !['slow-play', 'decklist-error'].includes(id));
    expect(whatIf(hall.events, { ...RIFTBOUND, id: 'other', categories })).toEqual({ unknownCategories: ['slow-play', 'decklist-error'] });
  });

  test('is no edition of a ledger that names none', () => {
    expect(() => whatIf(weekend().events.slice(1), RIFTBOUND)).toThrow('a ledger begins with the edition it is under');
  });

  test('leaves the record as it is: nothing is written', () => {
    const { events } = weekend();
    const before = JSON.stringify(events);
    whatIf(events, thresholds(-1));
    expect(JSON.stringify(events)).toBe(before);
  });
});

describe('Warnings that nobody corrects', () => {
  const CATEGORIES = ['slow-play', 'marked-cards', 'general-error', 'mispayment-for-cost', 'failure-to-maintain-game-state'];
  const given = fc.array(fc.tuple(fc.constantFrom('ana', 'ben', 'cleo'), fc.constantFrom(...CATEGORIES)), { maxLength: 30 });

  test('cost as many Game Losses under any ladder as are counted by hand', () => {
    fc.assert(
      fc.property(given, fc.constantFrom(2, 3, 4, 5, 7), (warnings, threshold) => {
        const { players, stays } = under(new Hall().warn(...warnings.map((each) => each.join(' '))), sameCategory(threshold));
        const sum = (of: 'falls' | 'appears') => players.reduce((total, each) => total + each[of].length, 0);
        expect({ before: stays + sum('falls'), after: stays + sum('appears') }).toEqual({
          before: countedByHand(warnings, 3),
          after: countedByHand(warnings, threshold),
        });
      }),
    );
  });

  /** A Game Loss for each Warning from the threshold of its category on, and from the sixth of its family on (R15, R16, R18, R21). */
  function countedByHand(warnings: readonly (readonly [player: string, category: string])[], threshold: number): number {
    const isTournamentError = (category: string) => ['slow-play', 'marked-cards'].includes(category);
    let losses = 0;
    warnings.forEach(([player, category], index) => {
      const until = warnings.slice(0, index + 1).filter(([each]) => each === player);
      const ofCategory = until.filter(([, each]) => each === category).length;
      const ofFamily = until.filter(([, each]) => isTournamentError(each) === isTournamentError(category)).length;
      if (category !== 'failure-to-maintain-game-state' && (ofCategory >= threshold || ofFamily >= 6)) losses += 1;
    });
    return losses;
  }

  function sameCategory(count: number): Edition {
    const rules = ['game-play-error/same-category', 'tournament-error/same-category'];
    const changed = changedThresholds(RIFTBOUND, new Map(rules.map((rule) => [rule, count])));
    if (!changed.ok) throw new Error(changed.complaints.join(' '));
    return changed.edition;
  }
});

describe('any tournament that the rules allow', () => {
  test.each([
    ['individual', {}],
    ['2v2', { format: '2v2' as const, level: 'professional' as const }],
    ['always asking', { escalation: 'review' as const }],
  ])('%s: under its own edition nothing would change, however late the saga came', (_, setting) => {
    fc.assert(
      fc.property(anyTournament(setting), (hall) => {
        expect(under(hall, RIFTBOUND).players).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['few players', {}],
    ['many players', { players: MANY }],
    ['2v2', { format: '2v2' as const, level: 'professional' as const, players: MANY }],
  ])('%s: many ladders at once tell what each tells by itself, and what it would tell if nobody were passed over', (_, setting) => {
    fc.assert(
      fc.property(anyTournament(setting), ({ events }) => {
        const editions = [-1, 0, 1, 2, 1_000].map(thresholds);
        const answers = whatIfs(events, () => editions);
        expect(answers).toEqual(editions.map((edition) => whatIf(events, edition)));
        expect(answers).toEqual(editions.map((edition) => whatIfInFull(events, edition)));
      }),
      { numRuns: 60 },
    );
  });

  test('under a milder ladder no Game Loss appears', () => {
    fc.assert(
      fc.property(anyTournament(), fc.integer({ min: 1, max: 3 }), (hall, by) => {
        expect(told(hall, thresholds(by)).filter((each) => each.endsWith('appears'))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('under a ladder that nobody ever reaches each Game Loss that stands falls, and nothing is asked', () => {
    fc.assert(
      fc.property(anyTournament(), (hall) => {
        const { players, stays } = under(hall, thresholds(1_000));
        const standing = [...hall.settle().ledger.penalties.values()].filter(
          ({ earned, status, annulled }) => earned && !annulled && (status === 'pending' || status === 'served'),
        );
        expect(stays).toBe(0);
        expect(players.flatMap(({ falls }) => falls.map(({ warning }) => warning)).sort()).toEqual(
          standing.map(({ earned }) => earned!.warning).sort(),
        );
        expect(players.flatMap(({ asked }) => asked)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

const SECOND_SLOW_PLAY = {
  rule: 'tournament-error/same-category',
  count: 2,
  threshold: 2,
  cites: ['TR 703.1.b.1'],
  counted: ['w-11', 'w-13'],
};

/** The edition with every threshold moved. */
function thresholds(by: number): Edition {
  const moved = (rule: Edition['ladder'][number]) => ({
    ...rule,
    thresholds: Object.fromEntries(
      Object.entries(rule.thresholds).map(([level, { count, cites }]) => [level as Level, { count: Math.max(2, count + by), cites }]),
    ),
  });
  return { ...RIFTBOUND, id: 'other', ladder: RIFTBOUND.ladder.map(moved) };
}

function under(hall: Hall, edition: Edition): WhatIf {
  const answer = whatIf(hall.events, edition);
  if ('unknownCategories' in answer) throw new Error(answer.unknownCategories.join(', '));
  return answer;
}

/** The answer in a line a Game Loss. */
function told(hall: Hall, edition: Edition): string[] {
  const lines = ({ player, falls, appears, asked }: WhatIfOfPlayer) => [
    ...falls.map(({ warning }) => `${player}: ${warning} falls`),
    ...appears.map(({ warning }) => `${player}: ${warning} appears`),
    ...asked.map(({ warning }) => `${player}: ${warning} asked`),
  ];
  return under(hall, edition).players.flatMap(lines);
}
