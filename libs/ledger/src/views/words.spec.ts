import { expect, test } from '@jest/globals';
import { count, ordinal, placeWords, reasonWords, targetWords } from './words.js';

test('numbers are spoken as English speaks them', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 101, 111, 112, 121].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 23rd 101st 111th 112th 121st',
  );
  expect([0, 1, 2].map((number) => count(number, 'Warning'))).toEqual(['0 Warnings', '1 Warning', '2 Warnings']);
});

test('a place names only what is known of it', () => {
  expect(placeWords({ round: 3, table: 12, game: 2 })).toBe('round 3, table 12, game 2');
  expect(placeWords({ round: 3, table: null, game: null })).toBe('round 3');
});

test('a loss is for a game or a match, this one or the next', () => {
  const here = { round: 3, table: 12, game: null };
  expect(
    [{ when: 'now', ...here }, { when: 'now-match', ...here }, { when: 'next-game' }, { when: 'next-match' }].map((each) =>
      targetWords(each as Parameters<typeof targetWords>[0]),
    ),
  ).toEqual(['the game in progress (round 3, table 12)', 'the match in progress (round 3, table 12)', 'the next game', 'the next match']);
});

test('a reason names its rule, and cites only what the edition cites (R20)', () => {
  const reason = { rule: 'tournament-error/any-category', count: 6, threshold: 6, cites: ['TR 703.1.b.2'], counted: [] };
  expect(reasonWords(reason)).toBe('6 Warnings of the family, of any category, where 6 or more are a Game Loss (TR 703.1.b.2)');
  expect(reasonWords({ ...reason, rule: 'x/same-category', cites: [] })).toBe(
    '6 Warnings of the same category, where 6 or more are a Game Loss',
  );
});
