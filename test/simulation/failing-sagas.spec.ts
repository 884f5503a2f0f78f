import { describe, expect, it } from '@jest/globals';
import { fakeTimers, playedAll } from './seeds.js';
import { AS_IT_IS, FAILING } from './world.js';

describe('a hall in which two sagas crash, come late, lose their place and race each other', () => {
  it('a thousand days break no promise: one Warning, one Game Loss; each thing told once; all that is owed is settled', async () => {
    const { wrong, happened } = await playedAll({ from: 1_001, to: 2_000 }, fakeTimers(), FAILING, AS_IT_IS);
    expect(wrong).toEqual([]);
    // Nothing was promised in vain: each of these was tried, often.
    expect(happened('a saga crashed')).toBeGreaterThan(2_400);
    expect(happened('a saga came too late')).toBeGreaterThan(270);
    expect(happened('a saga had to try again')).toBeGreaterThan(3_000);
    expect(happened('automatic')).toBeGreaterThan(720);
    expect(happened('confirmed')).toBeGreaterThan(24);
    expect(happened('game-loss-due')).toBeGreaterThan(300);
    expect(happened('possible-duplicate')).toBeGreaterThan(180);
    expect(happened('loss-without-ground')).toBeGreaterThan(60);
    expect(happened('GameLossRescinded')).toBeGreaterThan(21);
    expect(happened('ReviewWithdrawn')).toBeGreaterThan(36);
    expect(happened('PenaltyAnnulled')).toBeGreaterThan(4);
  }, 300_000);
});
