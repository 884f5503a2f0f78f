import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Zone, wallTimeIn } from './local-time.js';
import type { DateOrder } from './local-time.js';

const shown = (text: string, order: DateOrder | null = null) => {
  const read = wallTimeIn(text, order);
  return 'time' in read ? new Date(read.time.shown).toISOString().slice(0, 19) : read.unclear;
};

describe('a time as tools write it', () => {
  test.each([
    ['2026-11-07 10:41', '2026-11-07T10:41:00'],
    ['2026-11-07T10:41:05', '2026-11-07T10:41:05'],
    ['2026-11-07T10:41:05.123Z', '2026-11-07T10:41:05'],
    ['2026/11/07 9:05', '2026-11-07T09:05:00'],
    ['07.11.2026 10:41', '2026-11-07T10:41:00'],
    ['07.11.2026, 10:41', '2026-11-07T10:41:00'],
    ['25/11/2026 10:41', '2026-11-25T10:41:00'],
    ['11/25/2026 10:41 PM', '2026-11-25T22:41:00'],
    ['11/25/2026 12:05 am', '2026-11-25T00:05:00'],
    ['7/7/2026 10:41', '2026-07-07T10:41:00'],
  ])('%s is read', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('may be day or month: only who knows the tool can say', () => {
    expect(shown('07/11/2026 10:41')).toBe('day-or-month');
    expect(shown('07/11/2026 10:41', 'day-first')).toBe('2026-11-07T10:41:00');
    expect(shown('07/11/2026 10:41', 'month-first')).toBe('2026-07-11T10:41:00');
  });

  test.each([
    '',
    '10:41',
    '2026-11-07',
    '2026-02-30 10:00',
    '2026-13-01 10:00',
    '2026-11-07 24:10',
    '13:00 PM',
    'yesterday',
    '2026-11-07 10:61',
  ])('%j is none', (text) => {
    expect(shown(text)).toBe('no-time');
  });
});

describe('the wall of a zone', () => {
  const berlin = new Zone('Europe/Berlin');
  const moments = (text: string, zone = berlin) => {
    const read = wallTimeIn(text, null);
    if (!('time' in read)) throw new Error(text);
    return zone.momentsOf(read.time).map((each) => new Date(each).toISOString());
  };

  test('shows most times once', () => {
    expect(moments('2026-11-07 10:41')).toEqual(['2026-11-07T09:41:00.000Z']);
    expect(moments('2026-07-07 10:41')).toEqual(['2026-07-07T08:41:00.000Z']);
    expect(moments('2026-11-07 10:41', new Zone('Asia/Kathmandu'))).toEqual(['2026-11-07T04:56:00.000Z']);
  });

  test('shows those of one hour twice in the night when it is put back, the earlier first', () => {
    expect(moments('2026-10-25 02:30')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']);
  });

  test('never shows those of one hour in the night when it is put forward', () => {
    expect(moments('2026-03-29 02:30')).toEqual([]);
    expect(moments('2026-03-29 03:00')).toEqual(['2026-03-29T01:00:00.000Z']);
  });

  test('is not looked at where the text names its offset', () => {
    expect(moments('2026-10-25 02:30 +01:00')).toEqual(['2026-10-25T01:30:00.000Z']);
  });

  test('always gives back every moment that it showed', () => {
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham', 'Australia/Lord_Howe', 'UTC'].map((name) => new Zone(name));
    const minutes = fc.integer({ min: Date.UTC(2025, 0) / 60_000, max: Date.UTC(2027, 0) / 60_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
        const moment = minute * 60_000;
        const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone.name, dateStyle: 'short', timeStyle: 'medium' }).format(moment);
        expect(moments(wall, zone)).toContain(new Date(moment).toISOString());
      }),
    );
  });

  test('does not exist where nobody knows the zone', () => {
    expect(() => new Zone('Europe/Nowhere')).toThrow(RangeError);
  });
});
