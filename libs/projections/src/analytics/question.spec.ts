import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AnalyticsProjection } from './definition.js';
import { FEWEST_PERSONS } from './question.js';
import { AnalyticsReader } from './reader.js';

interface Fact {
  readonly category: string;
  readonly round: number;
  readonly person: string;
}

const BY_ROUND: AnalyticsProjection = {
  name: 'by-round',
  counts: 'Of each category in each round: the rulings.',
  keys: ['category', 'round'],
  groups: [],
  figures: { rulings: 'count(*)' },
  from: 'facts',
};

function toldOf(facts: readonly Fact[], projection = BY_ROUND) {
  const db = new DatabaseSync(':memory:');
  try {
    db.exec('CREATE TABLE facts (category TEXT, round INTEGER, person TEXT) STRICT');
    const insert = db.prepare('INSERT INTO facts VALUES (?, ?, ?)');
    for (const { category, round, person } of facts) insert.run(category, round, person);
    return [...new AnalyticsReader(db).rows(projection)];
  } finally {
    db.close();
  }
}

const inRound = (round: number, ...persons: string[]) => persons.map((person) => ({ category: 'slow-play', round, person }));

describe('an answer of the analytics', () => {
  it('hides a figure more where the hidden ones of a total are all about the same person', () => {
    const alone = [1, 2, 3, 4, 5, 6].flatMap((round) => inRound(round, 'ana'));
    const told = toldOf([...alone, ...inRound(7, 'ben', 'cid', 'dan', 'eli', 'fay'), ...inRound(8, 'b', 'c', 'd', 'e', 'f', 'g')]);
    expect(told.map(({ round, rulings }) => [round, rulings])).toEqual([...[1, 2, 3, 4, 5, 6, 7].map((round) => [round, null]), [8, 6]]);
  });

  it('never leaves, between a total and what is told of it, what fewer than five persons did', () => {
    const facts = fc.record({
      category: fc.constantFrom('slow-play', 'missed-trigger'),
      round: fc.integer({ min: 1, max: 4 }),
      person: fc.integer({ min: 1, max: 12 }).map(String),
    });
    const whole: AnalyticsProjection = { ...BY_ROUND, keys: ['round'] };
    fc.assert(
      fc.property(fc.array(facts, { minLength: 10, maxLength: 80 }), (all) => {
        for (const [projection, totalOf] of [
          [BY_ROUND, (fact: Fact) => fact.category],
          [whole, () => 'all'],
        ] as const) {
          const told = toldOf(all, projection).filter(({ suppressed }) => !suppressed);
          const isTold = (fact: Fact) =>
            told.some(({ category, round }) => (category === undefined || category === fact.category) && round === fact.round);
          for (const total of new Set(all.filter(isTold).map(totalOf))) {
            const hidden = new Set(all.filter((fact) => totalOf(fact) === total && !isTold(fact)).map(({ person }) => person));
            expect(hidden.size === 0 || hidden.size >= FEWEST_PERSONS).toBe(true);
          }
        }
      }),
    );
  });
});
