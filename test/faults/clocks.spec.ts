import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import { Served } from '../support/served.js';
import { setCalendar } from '../support/calendar.js';

let server: Served;
beforeAll(async () => {
  server = await Served.start();
});
afterAll(() => server.end());
afterEach(() => {
  jest.useRealTimers();
});

const NOW = Date.now();
const at = (hours: number) => new Date(NOW + hours * 3_600_000);

it.each([
  ['stands still', [0, 0, 0, 0]],
  ['jumps ahead by two hours', [0, 0, 2, 2]],
  ['is set back by two hours', [0, 0, -2, -2]],
  ['does both, again and again', [2, -2, 1, -1]],
])('a clock that %s changes no order, no tally and no Game Loss', async (_what, hours) => {
  const hall = await Hall.open(server.admin);
  const answers: Ruled[] = [];
  for (const hour of hours) {
    setCalendar(at(hour));
    answers.push(await hall.warn('ana', 'slow-play', { ruledAt: at(hour).toISOString() }));
  }
  expect(answers.map(({ penalties }) => penalties[0]?.tally.category)).toEqual([1, 2, 3, 4]);
  expect(answers.map(({ penalties }) => penalties[0]?.escalation.status)).toEqual(['none', 'none', 'applied', 'applied']);

  const ledger = await hall.ledger();
  expect(ledger.map(({ position }) => position)).toEqual(ledger.map((_, index) => index));
  const times = ledger.map(({ metadata }) => metadata.recordedAt);
  expect(times).toEqual(times.toSorted());
  const feed = await Feed.open(hall.by('head'), hall.path);
  await feed.until((events) => events.at(-1)?.id === ledger.length - 1);
  feed.cut();
  expect(feed.events.map(({ id }) => id)).toEqual(ledger.map(({ position }) => position));
});
