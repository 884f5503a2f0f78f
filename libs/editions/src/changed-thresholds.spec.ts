import { expect, test } from '@jest/globals';
import { categoryOf, changedThresholds, ladderFor, LEVELS } from './index.js';
import { RIFTBOUND_2026_10_16 as RIFTBOUND } from './riftbound-2026-10-16.js';

const counts = new Map([
  ['game-play-error/same-category', 4],
  ['game-play-error/any-category', 9],
]);

test('changed thresholds hold at every level, also at one where the rule did not hold', () => {
  const changed = changedThresholds(RIFTBOUND, counts);
  if (!changed.ok) throw new Error(changed.complaints.join('\n'));
  const category = categoryOf(changed.edition, 'general-error');
  if (!category) throw new Error('the category is missing');
  for (const level of LEVELS) {
    const steps = ladderFor(changed.edition, category, level).map(({ rule, threshold }) => [rule, threshold]);
    expect(steps).toEqual([...counts]);
  }
});

test('what is not changed stays, and the edition itself is not touched', () => {
  const before = JSON.stringify(RIFTBOUND);
  const changed = changedThresholds(RIFTBOUND, new Map([['game-play-error/same-category', 4]]));
  expect(changed).toMatchObject({ ok: true, edition: { ...RIFTBOUND, ladder: expect.anything() } });
  expect(changed.ok && changed.edition.ladder.slice(1)).toEqual(RIFTBOUND.ladder.slice(1));
  expect(JSON.stringify(RIFTBOUND)).toBe(before);
  expect(changedThresholds(RIFTBOUND, new Map())).toEqual({ ok: true, edition: RIFTBOUND });
});

test('a threshold below two is refused at each level, with the place named', () => {
  const changed = changedThresholds(RIFTBOUND, new Map([['game-play-error/same-category', 1]]));
  expect(changed).toEqual({
    ok: false,
    complaints: LEVELS.map(
      (level) =>
        `riftbound-2026-10-16, ladder[0] game-play-error/same-category, thresholds, ${level}: count must be a whole number of at least 2, not 1.`,
    ),
  });
});

test('a rule that the edition does not have is refused, and those that it has are named', () => {
  const changed = changedThresholds(RIFTBOUND, new Map([['manners/same-category', 3]]));
  expect(changed.ok || changed.complaints).toEqual([
    expect.stringMatching(
      /^riftbound-2026-10-16: there is no ladder rule manners\/same-category; there are game-play-error\/same-category, /,
    ),
  ]);
});
