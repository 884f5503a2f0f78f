import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { RowKeys } from '../imports/row-keys.js';
import { partsOf } from './parts.js';
import type { RosterEntry } from './roster.js';

const players = (count: number, name = 'Ana'): RosterEntry[] => Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}` }));
const keysOf = (secret: string, tournament: string) =>
  new RowKeys({ hmac: (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest() }, 'import-roster', tournament);
const parts = (roster: readonly RosterEntry[], { secret = 'a secret', tournament = 'open' } = {}) =>
  partsOf(roster, keysOf(secret, tournament));

describe('the calls that enrol a roster', () => {
  it('are one for a hall, and have the same key whenever the same roster goes to the same tournament', () => {
    const [part, ...others] = parts(players(64));
    expect(others).toEqual([]);
    expect(part?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parts(players(64))[0]?.key).toBe(part?.key);
  });

  it('have another key for another tournament, another roster, and under another secret: nobody can find out by it who is named', () => {
    const keys = [
      parts(players(64)),
      parts(players(64), { tournament: 'side' }),
      parts(players(63)),
      parts(players(64), { secret: 'another' }),
    ];
    expect(new Set(keys.map(([part]) => part?.key)).size).toBe(4);
  });

  it('take 5,000 players at most, and less than a body may hold', () => {
    expect(parts(players(5_001)).map((part) => part.players.length)).toEqual([5_000, 1]);
    const long = parts(players(5_000, 'é'.repeat(190)));
    expect(long.every((part) => Buffer.byteLength(JSON.stringify({ players: part.players })) < 1_048_576)).toBe(true);
    expect(long.flatMap((part) => part.players)).toEqual(players(5_000, 'é'.repeat(190)));
  });
});
