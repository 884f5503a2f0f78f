import { describe, expect, it } from '@jest/globals';
import { fakeTimers, playedAll } from './seeds.js';
import { AS_IT_IS, FAILING } from './world.js';

describe('a hall in which two sagas crash, come late, lose their place and race each other', () => {
  it('fifteen hundred days break no promise: one Warning, one Game Loss; each thing told once; all that is owed is settled', async () => {
    const { wrong, happened } = await playedAll({ from: 1_501, to: 3_000 }, fakeTimers(), FAILING, AS_IT_IS);
    expect(wrong).toEqual([]);
    // Nothing was promised in vain: each of these was tried, often.
    expect(happened('a saga crashed')).toBeGreaterThan(4_000);
    expect(happened('a saga came too late')).toBeGreaterThan(450);
    expect(happened('a saga had to try again')).toBeGreaterThan(5_000);
    expect(happened('automatic')).toBeGreaterThan(1_200);
    expect(happened('confirmed')).toBeGreaterThan(40);
    expect(happened('game-loss-due')).toBeGreaterThan(500);
    expect(happened('possible-duplicate')).toBeGreaterThan(300);
    expect(happened('loss-without-ground')).toBeGreaterThan(100);
    expect(happened('GameLossRescinded')).toBeGreaterThan(35);
    expect(happened('ReviewWithdrawn')).toBeGreaterThan(60);
    expect(happened('PenaltyAnnulled')).toBeGreaterThan(8);
  }, 300_000);
});
