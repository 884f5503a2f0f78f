import { describe, expect, it } from '@jest/globals';
import { fakeTimers, playedAll } from './seeds.js';
import { AS_IT_IS, RACING } from './world.js';

describe('a hall in which everybody acts at once', () => {
  it('a thousand days break no promise (G2, G4, G5, G6, G16)', async () => {
    const { wrong, happened } = await playedAll({ from: 1, to: 1_000 }, fakeTimers(), RACING, AS_IT_IS);
    expect(wrong).toEqual([]);
    // Nothing was promised in vain: each of these was tried, often.
    expect(happened('an API node came too late')).toBeGreaterThan(1_800);
    expect(happened('a command was sent again')).toBeGreaterThan(1_800);
    expect(happened('an API node crashed')).toBeGreaterThan(480);
    expect(happened('not-granted')).toBeGreaterThan(600);
    expect(happened('automatic')).toBeGreaterThan(720);
    expect(happened('game-loss-due')).toBeGreaterThan(360);
    expect(happened('ReviewAnswered')).toBeGreaterThan(90);
  }, 300_000);
});
