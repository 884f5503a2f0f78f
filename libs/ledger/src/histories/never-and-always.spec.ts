import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Hall } from '../../spec/hall.js';
import { hallOf, histories, played, refused } from '../../spec/histories.js';
import { decode, emptyLedger, encode, fold, fork, isSettled, owed, recordView, warningMoves } from '../index.js';
import type { Ledger } from '../index.js';

/** What holds in every tournament, whatever happens in it and whenever the saga comes. */

const RUNS = { numRuns: 2500 };

test('no command breaks the ledger, and a refused one records nothing', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const hall = hallOf(history);
      for (const move of history.moves) {
        const before = hall.events.length;
        const sagaAsleep = { ...move, saga: false };
        if (refused(hall, sagaAsleep)) expect(hall.events).toHaveLength(before);
        if (move.saga) hall.settle();
      }
    }),
    RUNS,
  );
});

test('tallies are never negative, and are the sum of what each event moved (R19)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      played(history, (hall) => {
        const moved = movedBy(hall);
        expect([...moved.values()].every((count) => count >= 0)).toBe(true);
        for (const player of hall.ledger.players.keys()) {
          const counted = [...moved].filter(([key, count]) => key.startsWith(`${player} `) && count > 0);
          const tallied = hall.recordOf(player).tallies.categories.map((row) => [`${player} ${row.category}`, row.warnings]);
          expect(new Map(tallied as [string, number][])).toEqual(new Map(counted));
        }
      });
    }),
    { numRuns: 2500 },
  );
});

test('one Warning has at most one Game Loss in force, and never a second one by itself (G5, R26)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      played(history, ({ ledger }) => {
        const inForce = new Map<string, number>();
        const automatic = new Map<string, number>();
        for (const { player, earned, status, annulled } of ledger.penalties.values()) {
          if (!earned) continue;
          const key = `${player} ${earned.place}`;
          if ((status === 'pending' || status === 'served') && !annulled) inForce.set(key, (inForce.get(key) ?? 0) + 1);
          if (earned.review === null) automatic.set(key, (automatic.get(key) ?? 0) + 1);
        }
        expect(Math.max(0, ...inForce.values())).toBeLessThan(2);
        expect(Math.max(0, ...automatic.values())).toBeLessThan(2);
      });
    }),
    RUNS,
  );
});

test('at a tournament that asks always, nothing is automatic (R28)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ledger } = played({ ...history, escalation: 'review' });
      expect([...ledger.penalties.values()].filter((each) => each.earned && each.by === 'saga')).toEqual([]);
    }),
    { numRuns: 2500 },
  );
});

test('settling always comes to an end, and a settled ledger owes nothing (R26)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const hall = played(history);
      expect(isSettled(hall.ledger)).toBe(true);
      expect(owed(hall.ledger)).toEqual([]);
    }),
    RUNS,
  );
});

test('a settled ledger has an open question exactly where it has one to ask, and every loss in force has its ground or its question (R28, R29)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ledger } = played(history);
      for (const review of ledger.reviews.values()) {
        if (review.status !== 'open' || review.question === 'referred-ruling') continue;
        expect(ledger.penalties.has(review.penalty ?? review.warning ?? '')).toBe(true);
      }
      for (const penalty of ledger.penalties.values()) {
        if (penalty.earned && penalty.status === 'pending' && !penalty.annulled && penalty.appliesTo?.when === 'next-game') {
          const { place } = penalty.earned;
          const warning = [...ledger.penalties.values()].find(
            (each) => each.kind === 'warning' && each.place === place && each.player === penalty.player && each.status === 'standing',
          );
          const byHand = [...ledger.penalties.values()].some((each) => each.place === place && each.staysInTally);
          expect(warning !== undefined || byHand || penalty.groundAnswered).toBe(true);
        }
      }
    }),
    RUNS,
  );
});

test('every Game Loss and worse is told once, and every question (R10, G6)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const hall = played(history);
      const told = [...hall.ledger.notices.values()].map((notice) => `${notice.told} ${notice.penalty ?? ''}`);
      expect(new Set(told).size).toBe(told.length);
      const losses = [...hall.ledger.penalties.values()].filter(
        (each) => !each.absorbed && ['game-loss', 'match-loss', 'disqualification'].includes(each.kind),
      );
      for (const { id } of losses) {
        const of = [...hall.ledger.notices.values()].filter((notice) => notice.about === 'penalty' && notice.penalty === id);
        expect(of).toHaveLength(1);
      }
      for (const { id } of hall.ledger.reviews.values()) {
        expect([...hall.ledger.notices.values()].some((notice) => notice.about === 'review' && notice.review === id)).toBe(true);
      }
    }),
    RUNS,
  );
});

test('deciding, owing and looking leave the ledger as it is, and a fork is another ledger', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const hall = hallOf(history);
      for (const move of history.moves) {
        const before = contents(hall.ledger);
        const copy = new Hall();
        copy.ledger = fork(hall.ledger);
        copy.kept.clear();
        refused(copy, move);
        copy.settle();
        owed(hall.ledger);
        for (const player of hall.ledger.players.keys()) recordView(hall.ledger, player, true);
        expect(contents(hall.ledger)).toBe(before);
        refused(hall, move);
      }
    }),
    { numRuns: 2500 },
  );
});

test('the first events of a ledger, folded again, give the record as it was then (R25)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const then: { position: number; contents: string }[] = [];
      const { events, ledger } = played(history, (hall) => {
        then.push({ position: hall.ledger.revision, contents: contents(hall.ledger) });
      });
      const again = emptyLedger(ledger.edition);
      for (const event of events) {
        fold(again, event);
        for (const moment of then) if (moment.position === event.position) expect(contents(again)).toBe(moment.contents);
      }
      expect(contents(again)).toBe(contents(ledger));
    }),
    { numRuns: 2500 },
  );
});

test('stored bytes read back are the same event, and the same bytes', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const event of played(history).events) {
        const bytes = encode(event);
        expect(decode(bytes)).toEqual(event);
        expect(encode(decode(bytes))).toBe(bytes);
      }
    }),
    { numRuns: 2500 },
  );
});

/** Warnings by player and category, added up from the events alone. */
function movedBy(hall: Hall): Map<string, number> {
  const moved = new Map<string, number>();
  for (const event of hall.events) {
    for (const { player, category, by } of warningMoves(event)) {
      moved.set(`${player} ${category}`, (moved.get(`${player} ${category}`) ?? 0) + by);
    }
  }
  return moved;
}

/** Everything in a ledger, in its order, as text. */
function contents(ledger: Ledger): string {
  const { edition: _, ...rest } = ledger;
  return JSON.stringify(rest, (__, value: unknown) => {
    if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
    return value instanceof Set ? [...(value as Set<unknown>)] : value;
  });
}
