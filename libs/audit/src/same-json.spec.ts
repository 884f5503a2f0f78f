import { expect, test } from '@jest/globals';
import { canonicalJson } from '@ladder/ledger';
import fc from 'fast-check';
import { isSameJson } from './same-json.js';

test('two values are the same where their canonical forms are', () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isSameJson(one, JSON.parse(canonicalJson(one)))).toBe(true);
      expect(isSameJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
    }),
  );
});

test.each<[string, unknown, unknown, boolean]>([
  ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['a member that is undefined', { a: 1, b: undefined }, { a: 1 }, true],
  ['a member more', { a: 1 }, { a: 1, b: null }, false],
  ['another member', { a: 1 }, { b: 1 }, false],
  ['a list and an object', [1], { 0: 1 }, false],
  ['a list in another order', [1, 2], [2, 1], false],
  ['nothing and an object', null, {}, false],
  ['what every object inherits', { toString: 1 }, { b: 1 }, false],
])('%s', (_, one, other, expected) => {
  expect(isSameJson(one, other)).toBe(expected);
});
