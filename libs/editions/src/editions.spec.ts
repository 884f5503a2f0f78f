import { expect, test } from '@jest/globals';
import { shelve } from './editions.js';
import { EDITIONS } from './index.js';
import { RIFTBOUND_2026_10_16 } from './riftbound-2026-10-16.js';

test('the shelf holds each edition under its id', () => {
  expect([...EDITIONS.keys()]).toEqual(['riftbound-2026-10-16']);
  for (const [id, edition] of EDITIONS) expect(edition.id).toBe(id);
});

test('an edition on the shelf survives JSON unchanged, as an audit pack needs it', () => {
  for (const edition of EDITIONS.values()) expect(JSON.parse(JSON.stringify(edition))).toEqual(edition);
});

test('a broken edition stops the program and names every place', () => {
  const broken = { ...RIFTBOUND_2026_10_16, title: '', countedPer: 'week' as 'day' };
  expect(() => shelve([broken])).toThrow(
    'riftbound-2026-10-16: title must be a text that is not empty, not "".\n' +
      'riftbound-2026-10-16: countedPer must be one of tournament, day, not "week".',
  );
});

test('two editions of one id stop the program', () => {
  expect(() => shelve([RIFTBOUND_2026_10_16, RIFTBOUND_2026_10_16])).toThrow(
    'riftbound-2026-10-16: there is an edition of this id already.',
  );
});
