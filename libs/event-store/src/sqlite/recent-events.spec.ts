import { expect, test } from '@jest/globals';
import type { StoredEvent } from '../port.js';
import { RecentEvents } from './recent-events.js';

const eventsAt = (from: number, count: number, body = '{}'): StoredEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    stream: 'a',
    revision: from + index,
    position: BigInt(from + index),
    id: `${from + index}`,
    type: 'Ruled',
    body,
  }));

const positions = (events: readonly StoredEvent[] | undefined) => events?.map(({ position }) => Number(position));

test('whoever follows closely is given what was committed since, and nothing at the end', () => {
  const recent = new RecentEvents();
  recent.keep(eventsAt(7, 2));
  recent.keep(eventsAt(9, 2));
  expect(positions(recent.after(6n, 3))).toEqual([7, 8, 9]);
  expect(positions(recent.after(9n, 3))).toEqual([10]);
  expect(positions(recent.after(10n, 3))).toEqual([]);
});

test('whoever is further behind is sent to the file', () => {
  const recent = new RecentEvents();
  expect(recent.after(0n, 3)).toBeUndefined();
  recent.keep(eventsAt(7, 2));
  expect(recent.after(5n, 3)).toBeUndefined();
});

test('it holds so many events and no more, always the last ones and without a hole', () => {
  const recent = new RecentEvents();
  for (let from = 1; from <= 10_000; from += 100) recent.keep(eventsAt(from, 100));
  expect(recent.after(5_000n, 1)).toBeUndefined();
  expect(positions(recent.after(9_900n, 1_000))).toEqual(Array.from({ length: 100 }, (_, index) => 9_901 + index));
});

test('large events make it hold fewer', () => {
  const recent = new RecentEvents();
  recent.keep(eventsAt(1, 100, 'x'.repeat(200_000)));
  expect(recent.after(50n, 1)).toBeUndefined();
  expect(positions(recent.after(99n, 5))).toEqual([100]);
});
