import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { histories, historiesOf } from '../../spec/histories.js';
import { PLAYERS } from '../../spec/moves.js';
import { played } from '../../spec/playing.js';
import type { Hall } from '../../spec/hall.js';
import { talliesOf, warningMoves } from '../index.js';
import type { Ledger } from '../index.js';

test('tallies are never negative, and are the sum of what each event moved (R19)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const moved = new Map<string, number>();
      let from = 0;
      played(history, (hall) => {
        from = addUp(moved, hall, from);
        expect([...moved].filter(([, count]) => count < 0)).toEqual([]);
        expect(tallied(hall.ledger)).toEqual(
          [...moved]
            .filter(([, count]) => count > 0)
            .map(([row, count]) => `${row} ${count}`)
            .sort(),
        );
      });
    }),
  );
});

test('without corrections each Warning from the threshold on costs one game, and none before it (R14–R18, R21)', () => {
  fc.assert(
    fc.property(historiesOf(['warn', 'round']), ({ level, format, moves }) => {
      const online = moves.map((move) => ({ ...move, three: move.three * 4 + 2 }));
      const hall = played({ level, format, escalation: 'automatic', moves: online });
      const { category, family } = THRESHOLDS[level];
      const given = new Map<string, number>();
      const next = (key: string) => {
        given.set(key, (given.get(key) ?? 0) + 1);
        return given.get(key) ?? 0;
      };
      for (const event of hall.events) {
        if (event.type !== 'WarningIssued') continue;
        const { player, category: error, penalty } = event.data;
        const of = FAMILIES[error] ?? 'game-play-error';
        const [ofCategory, ofFamily] = [next(`${player} ${error}`), next(`${player} ${of}`)];
        const crosses = error !== 'failure-to-maintain-game-state' && (ofCategory >= category[of] || ofFamily >= family[of]);
        const late = event.data.round < roundAt(hall, event.position);
        const losses = [...hall.ledger.penalties.values()].filter((each) => each.earned?.warning === penalty);
        expect(losses).toHaveLength(crosses && !late ? 1 : 0);
        const asked = [...hall.ledger.reviews.values()].filter((review) => review.warning === penalty);
        expect(asked).toHaveLength(crosses && late ? 1 : 0);
      }
    }),
  );
});

type FamilyId = 'game-play-error' | 'tournament-error' | 'unsporting-conduct';

/** The tournament rules, once more and by hand. */
const FAMILIES: Readonly<Record<string, FamilyId>> = {
  'slow-play': 'tournament-error',
  'marked-cards': 'tournament-error',
  'unsporting-minor': 'unsporting-conduct',
};
const SAME = { 'game-play-error': 3, 'tournament-error': 3, 'unsporting-conduct': 2 };
const totals = (number: number) => ({ 'game-play-error': number, 'tournament-error': number, 'unsporting-conduct': Infinity });
const THRESHOLDS = {
  casual: { category: SAME, family: totals(Infinity) },
  competitive: { category: SAME, family: totals(6) },
  professional: { category: SAME, family: totals(5) },
};

function roundAt(hall: Hall, position: number): number {
  const started = hall.events.slice(0, position).findLast((event) => event.type === 'RoundStarted');
  return started?.data.round ?? 0;
}

function addUp(moved: Map<string, number>, hall: Hall, from: number): number {
  for (const event of hall.events.slice(from)) {
    for (const { player, category, by } of warningMoves(event)) {
      moved.set(`${player} ${category}`, (moved.get(`${player} ${category}`) ?? 0) + by);
    }
  }
  return hall.events.length;
}

function tallied(ledger: Ledger): string[] {
  return PLAYERS.flatMap((player) => talliesOf(ledger, player).categories.map((row) => `${player} ${row.category} ${row.warnings}`)).sort();
}
