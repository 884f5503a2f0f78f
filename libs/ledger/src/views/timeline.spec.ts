import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { competitive, enrolled, given, round } from '../../spec/given.js';
import type { Hall } from '../../spec/hall.js';
import { histories } from '../../spec/histories.js';
import { played } from '../../spec/playing.js';
import { appeal, confirm, drop, investigate, recategorise, reinstate, rule, times, uphold, voidRuling, warn } from '../../spec/steps.js';
import {
  EVENT_TYPES,
  correctionAnswer,
  correctionFacts,
  emptyLedger,
  fork,
  playersTouched,
  publicForm,
  summaryOf,
  timeline,
} from '../index.js';

describe('a player’s timeline', () => {
  test('tells every event that touched the player, with the tallies right after it (R25)', () => {
    const hall = at().when(times(3, warn('Ana slow-play', { as: 'third' })), warn('Ben slow-play'), voidRuling('third'));
    expect(told(hall, 'Ana')).toEqual([
      ['PlayersEnrolled', 0],
      ['WarningIssued', 1],
      ['WarningIssued', 2],
      ['WarningIssued', 3],
      ['GameLossApplied', 3],
      ['HeadJudgeNotified', 3],
      ['RulingVoided', 2],
      ['ReviewOpened', 2],
      ['HeadJudgeNotified', 2],
    ]);
  });

  test('withholds notices and investigations from the floor, so that no position is missing (R10, R24)', () => {
    const hall = at().when(rule('Ana decklist-error'), investigate('Ana'));
    const types = timeline(emptyLedger(hall.ledger.edition), hall.events, 'Ana', false).map((each) => [each.type, each.by]);
    expect(types.slice(-3)).toEqual([
      ['GameLossApplied', 'floor'],
      ['Withheld', null],
      ['Withheld', null],
    ]);
  });

  test('has a sentence for every event', () => {
    const hall = at().when(
      rule('Ana theft', { refer: true }),
      confirm('Ana'),
      voidOnly('Ana'),
      reinstate('Ana'),
      warn('Ana slow-play', { as: 'slow', durationSeconds: 100 }),
      appeal('slow', 'Ana', { as: 'plea', appellant: 'Ben' }),
      uphold('plea'),
      recategorise('slow', 'Ana marked-cards'),
      drop('Ana'),
    );
    const then = emptyLedger(hall.ledger.edition);
    const sentences = timeline(then, hall.events, 'Ana', true).map((each) => hall.opened(each.summary));
    const [ruling, plea] = [hall.id('slow'), hall.id('plea')];
    expect(sentences.slice(1)).toEqual([
      expect.stringMatching(/^floor hands ruling r-\d+ to the head judge/),
      expect.stringMatching(/^The head judge is told: floor hands over ruling r-\d+ \(Ana: Disqualification for Theft\): is it given\?$/),
      expect.stringMatching(/^head answers rv-\d+: confirm\.$/),
      expect.stringMatching(/^head disqualifies Ana for Theft/),
      expect.stringMatching(/^An investigation of Ana is opened/),
      expect.stringContaining('The head judge is told: Ana has a Disqualification for Theft'),
      expect.stringMatching(/^head voids ruling r-\d+\.$/),
      'head takes Ana back.',
      `floor gives Ana a Warning for Slow Play (${ruling}, round 1).`,
      '2 minutes more for round 1.',
      `Ben appeals ruling ${ruling} on Ana (${plea}).`,
      `The head judge is told: Ben appeals the ruling on Ana (${ruling}, round 1).`,
      `head decides appeal ${plea}: upheld.`,
      expect.stringMatching(/^head changes ruling r-\d+ to Marked Cards\. w-\d+ stays a Warning\.$/),
      'Ana dropped.',
    ]);
  });

  test('has a sentence for whatever happens, and touches only who is here', () => {
    const seen = new Set<string>();
    for (const history of fc.sample(histories, { numRuns: 240, seed: 7 })) {
      const hall = played(history);
      for (const event of hall.events) {
        seen.add(event.type);
        expect(hall.opened(summaryOf(hall.ledger, event))).toMatch(/^\S.*[.?]$/);
        for (const player of playersTouched(hall.ledger, event)) expect(hall.ledger.players.has(player)).toBe(true);
      }
    }
    expect(EVENT_TYPES.filter((type) => !seen.has(type))).toEqual([]);
  });
});

describe('the feed', () => {
  test('has ids only: no sealed text, no hash of a pairing code', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), voidRuling('slow'));
    const feed = JSON.stringify(hall.events.map((event) => publicForm(event, true)));
    expect(feed).toContain('"player":"Ana"');
    for (const hidden of ['commitment', 'codeHash', 'a reason', 'The Open']) expect(feed).not.toContain(hidden);
  });

  test('withholds notices and investigations from the floor, and leaves their positions', () => {
    const hall = at().when(rule('Ana decklist-error'), investigate('Ana'));
    const feed = hall.events.map((event) => publicForm(event, false));
    expect(feed.map((each) => each.position)).toEqual(hall.events.map((event) => event.position));
    expect(feed.slice(-2)).toMatchObject([
      { type: 'Withheld', by: null, cause: null, data: {} },
      { type: 'Withheld', by: null, cause: null, data: {} },
    ]);
  });
});

describe('the answer to a correction', () => {
  const corrected = () => {
    const hall = at().when(warn('Ana slow-play', { as: 'first' }), times(2, warn('Ana slow-play', { gameState: 'between-games' })));
    hall.sagaAwake = false;
    const from = hall.events.length;
    hall.when(voidRuling('first'));
    return { hall, from, facts: correctionFacts(fork(hall.ledger), hall.events.slice(from)) };
  };

  test('tells the tallies as they are then, and what follows', () => {
    const { hall, from, facts } = corrected();
    const followed = [{ type: 'GameLossRescinded', penalty: expect.any(String) }];
    expect(correctionAnswer(hall.ledger, facts, [])).toMatchObject({
      position: from,
      players: [{ player: 'Ana', tallies: { categories: [{ category: 'slow-play', warnings: 2 }] }, followed }],
    });
    hall.settle();
    expect(correctionAnswer(hall.ledger, facts, hall.events.slice(from + 1)).players[0]?.followed).toEqual(followed);
  });

  test('has the words: what was done aloud, the tally for the player alone (R8)', () => {
    const { hall, facts } = corrected();
    const { table, private: mine } = hall.opened(facts.announce);
    expect(table).toBe('The Warning of Ana for Slow Play is taken back.');
    expect(mine).toMatch(/^Ana now has 2 Warnings for Slow Play, 2 for Tournament Error in all\./);
  });
});

function at(): Hall {
  return given(competitive(), enrolled('Ana'), enrolled('Ben'), round(1));
}

/** Each event that touched a player, with the player's tournament errors right after it. */
function told(hall: Hall, player: string): [string, number][] {
  return timeline(emptyLedger(hall.ledger.edition), hall.events, player, true).map(({ type, tallies }) => [
    type,
    tallies.families[0]?.warnings ?? 0,
  ]);
}

/** Voids the only ruling of a player. */
function voidOnly(player: string) {
  return (hall: Hall) => {
    hall.kept.set('only', hall.penalties(player)[0]?.ruling ?? '');
    voidRuling('only')(hall);
  };
}
