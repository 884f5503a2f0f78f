import { expect, it } from '@jest/globals';

import { RecentlyUsed } from './recently-used.js';

it('what was not used for the longest time makes room', () => {
  const map = new RecentlyUsed<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2]);
});

it('setting an entry again needs no room', () => {
  const map = new RecentlyUsed<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect([map.get('a'), map.get('b'), map.size]).toEqual([3, 2, 2]);
});
