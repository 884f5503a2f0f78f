import { describe, expect, test } from '@jest/globals';
import { categoryOf, EDITIONS, ladderFor, LEVELS, upgradesAt, validateEdition } from './index.js';
import type { Category, Edition, LadderRule } from './index.js';

describe('under the edition of 2026-10-16', () => {
  test('the third Warning of one game play error is a Game Loss at every level, and the sixth or fifth of any at the high ones', () => {
    expect(ladder('looking-at-extra-cards', 'casual')).toEqual(['game-play-error/same-category 3 of looking-at-extra-cards, TR 702.1.b.1']);
    expect(ladder('looking-at-extra-cards', 'competitive')).toEqual([
      'game-play-error/same-category 3 of looking-at-extra-cards, TR 702.1.b.1',
      'game-play-error/any-category 6 of game-play-error, TR 702.1.b.2',
    ]);
    expect(ladder('looking-at-extra-cards', 'professional')).toEqual([
      'game-play-error/same-category 3 of looking-at-extra-cards, TR 702.1.b.1',
      'game-play-error/any-category 5 of game-play-error, TR 702.1.b.3',
    ]);
  });

  test('tournament errors have the same rules, counted on their own', () => {
    expect(ladder('slow-play', 'casual')).toEqual(['tournament-error/same-category 3 of slow-play, TR 703.1.b.1']);
    expect(ladder('slow-play', 'competitive')).toEqual([
      'tournament-error/same-category 3 of slow-play, TR 703.1.b.1',
      'tournament-error/any-category 6 of tournament-error, TR 703.1.b.2',
    ]);
    expect(ladder('slow-play', 'professional')).toEqual([
      'tournament-error/same-category 3 of slow-play, TR 703.1.b.1',
      'tournament-error/any-category 5 of tournament-error, TR 703.1.b.3',
    ]);
  });

  test('the second Warning of one unsporting conduct is a Game Loss at every level, and there is no total', () => {
    for (const level of LEVELS) {
      expect(ladder('angle-shooting', level)).toEqual(['unsporting-conduct/same-category 2 of angle-shooting, TR 704.1.b']);
      expect(upgradesAt(riftbound, level, { family: 'unsporting-conduct' })).toBeNull();
    }
  });

  test('Failure to Maintain Game State never upgrades, while the total of its family stays', () => {
    for (const level of LEVELS) {
      expect(ladder('failure-to-maintain-game-state', level)).toEqual([]);
      expect(upgradesAt(riftbound, level, { category: 'failure-to-maintain-game-state' })).toBeNull();
    }
    expect(upgradesAt(riftbound, 'competitive', { family: 'game-play-error' })).toBe(6);
  });

  test('there is no total at casual level', () => {
    for (const { id } of riftbound.families) expect(upgradesAt(riftbound, 'casual', { family: id })).toBeNull();
  });

  test('nothing upgrades a category or a family that the edition does not have', () => {
    expect(upgradesAt(riftbound, 'competitive', { category: 'game-play-error' })).toBeNull();
    expect(upgradesAt(riftbound, 'competitive', { family: 'slow-play' })).toBeNull();
  });
});

test.each(['riftbound', 'league', 'festival'] as const)('%s: what a record shows is what the ladder does', (name) => {
  const edition = { riftbound, league, festival }[name];
  for (const category of edition.categories.filter(({ neverUpgrades }) => neverUpgrades === undefined)) {
    for (const level of LEVELS) {
      const at = (scope: 'category' | 'family') =>
        ladderFor(edition, category, level).find((step) => step.scope === scope)?.threshold ?? null;
      expect(upgradesAt(edition, level, { category: category.id })).toBe(at('category'));
      expect(upgradesAt(edition, level, { family: category.family })).toBe(at('family'));
    }
  }
});

describe('an edition of another kind', () => {
  test('may count each day on its own', () => {
    expect(validateEdition(league)).toEqual({ ok: true, edition: league });
    expect(league.countedPer).toBe('day');
    expect(upgradesAt(league, 'casual', { family: 'procedure' })).toBe(4);
    expect(upgradesAt(league, 'casual', { category: 'lateness' })).toBe(2);
    expect(upgradesAt(league, 'professional', { category: 'lateness' })).toBeNull();
  });

  test('may do without totals', () => {
    expect(validateEdition(festival)).toEqual({ ok: true, edition: festival });
    for (const level of LEVELS) {
      expect(upgradesAt(festival, level, { family: 'procedure' })).toBeNull();
      expect(upgradesAt(festival, level, { category: 'lateness' })).toBe(3);
    }
  });
});

const riftbound = edition('riftbound-2026-10-16');

const lateness: Category = {
  id: 'lateness',
  tr: 'TR 3.1',
  name: 'Lateness',
  family: 'procedure',
  conditions: [],
  outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 3.1'] }],
  remedy: 'Play on.',
  provenance: { kind: 'cited', edition: '2024-02-29' },
};

const sameCategory: LadderRule = {
  id: 'procedure/same-category',
  family: 'procedure',
  scope: 'category',
  thresholds: {
    casual: { count: 3, cites: ['TR 3.a'] },
    competitive: { count: 3, cites: ['TR 3.a'] },
    professional: { count: 3, cites: ['TR 3.a'] },
  },
};

/** Counts over the tournament, by category only. */
const festival: Edition = {
  id: 'festival-2024',
  game: 'A game of cards',
  title: 'Festival rules',
  effective: '2024-02-29',
  countedPer: 'tournament',
  families: [{ id: 'procedure', name: 'Procedure', tr: 'TR 3' }],
  categories: [lateness],
  ladder: [sameCategory],
  settings: { extensionAfterSeconds: 60, duplicateWithinMinutes: 10 },
};

/** Counts each day anew, at casual level only, where the text says nothing about the total that the league set itself. */
const league: Edition = {
  ...festival,
  id: 'league-2024',
  title: 'League rules',
  countedPer: 'day',
  ladder: [
    { ...sameCategory, thresholds: { casual: { count: 2, cites: ['TR 3.b'] } } },
    { id: 'procedure/any-category', family: 'procedure', scope: 'family', thresholds: { casual: { count: 4, cites: [] } } },
  ],
};

function edition(id: string): Edition {
  const found = EDITIONS.get(id);
  if (found === undefined) throw new Error(`There is no edition ${id}.`);
  return found;
}

/** The ladder of a category, each step as one line. */
function ladder(id: string, level: (typeof LEVELS)[number]): string[] {
  const category = categoryOf(riftbound, id);
  if (category === undefined) throw new Error(`There is no category ${id}.`);
  return ladderFor(riftbound, category, level).map(
    ({ rule, threshold, scopeId, cites }) => `${rule} ${threshold} of ${scopeId}, ${cites.join(', ')}`,
  );
}
