import { describe, expect, it } from '@jest/globals';
import { fakeTimers, playedAll } from './seeds.js';
import { AS_IT_IS, RACING } from './world.js';

describe('a hall in which everybody acts at once', () => {
  it('fifteen hundred days break no promise (G2, G4, G5, G6, G16)', async () => {
    const { wrong, happened } = await playedAll({ from: 1, to: 1_500 }, fakeTimers(), RACING, AS_IT_IS);
    expect(wrong).toEqual([]);
    // Nothing was promised in vain: each of these was tried, often.
    expect(happened('an API node came too late')).toBeGreaterThan(3_000);
    expect(happened('a command was sent again')).toBeGreaterThan(3_000);
    expect(happened('an API node crashed')).toBeGreaterThan(800);
    expect(happened('not-granted')).toBeGreaterThan(1_000);
    expect(happened('automatic')).toBeGreaterThan(1_200);
    expect(happened('game-loss-due')).toBeGreaterThan(600);
    expect(happened('ReviewAnswered')).toBeGreaterThan(150);
  }, 300_000);
});
