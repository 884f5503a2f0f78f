import { describe, expect, it } from '@jest/globals';
import { partsOf } from './parts.js';
import type { RosterEntry } from './roster.js';

const players = (count: number, name = 'Ana'): RosterEntry[] => Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}` }));

describe('the calls that enrol a roster', () => {
  it('are one for a hall, and have the same key whenever the same roster goes to the same tournament', () => {
    const [part, ...others] = partsOf('open', players(64));
    expect(others).toEqual([]);
    expect(part?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(partsOf('open', players(64))[0]?.key).toBe(part?.key);
  });

  it('have another key for another tournament or another roster', () => {
    const keys = [partsOf('open', players(64)), partsOf('side', players(64)), partsOf('open', players(63))].map((parts) => parts[0]?.key);
    expect(new Set(keys).size).toBe(3);
  });

  it('take 5,000 players at most, and less than a body may hold', () => {
    expect(partsOf('open', players(5_001)).map((part) => part.players.length)).toEqual([5_000, 1]);
    const long = partsOf('open', players(5_000, 'é'.repeat(190)));
    expect(long.every((part) => Buffer.byteLength(JSON.stringify({ players: part.players })) < 1_048_576)).toBe(true);
    expect(long.flatMap((part) => part.players)).toEqual(players(5_000, 'é'.repeat(190)));
  });
});
