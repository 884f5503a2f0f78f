import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore } from '@ladder/event-store';
import { Hall } from '../spec/hall.js';
import type { Saga } from './index.js';

describe('the escalation saga on a real store', () => {
  let hall: Hall;
  beforeEach(() => {
    hall = new Hall();
  });
  afterEach(() => hall.close());

  it('a third Warning becomes one Game Loss, and the head judge is told once', async () => {
    await hall.saga();
    await hall.begin('a');
    await hall.warn('a', 3);
    expect(await hall.judges.settled('a', 10_000)).toBe(true);
    expect(await hall.tally('a')).toEqual({ losses: 1, notices: 1 });
  });

  it('what happened while it was down is caught up with', async () => {
    for (const tournament of ['a', 'b']) {
      await hall.begin(tournament);
      await hall.warn(tournament, 4);
    }
    await hall.saga();
    for (const tournament of ['a', 'b']) {
      expect(await hall.judges.settled(tournament, 10_000)).toBe(true);
      expect(await hall.tally(tournament)).toEqual({ losses: 2, notices: 2 });
    }
  });

  it('begun again with its place in the log lost it changes nothing', async () => {
    await hall.begin('a');
    await hall.warn('a', 4);
    await caughtUp(await hall.saga(), hall.store);
    const end = await hall.store.lastPosition();
    for (let times = 0; times < 3; times += 1) await caughtUp(await hall.saga(), hall.store);
    expect(await hall.store.lastPosition()).toBe(end);
  });

  it('two of them on one store give one Game Loss for each Warning, and one notice', async () => {
    const tournaments = Array.from({ length: 20 }, (_, index) => `t-${index}`);
    const sagas = await Promise.all([hall.saga(), hall.saga(), hall.saga()]);
    await Promise.all(
      tournaments.map(async (tournament) => {
        await hall.begin(tournament);
        await hall.warn(tournament, 6);
      }),
    );
    for (const saga of sagas) await caughtUp(saga, hall.store);
    for (const tournament of tournaments) expect(await hall.tally(tournament)).toEqual({ losses: 4, notices: 4 });
  });

  it('a store that takes nothing for a while is waited for, and then everything owed is recorded', async () => {
    let full = false;
    const saga = await hall.saga(hall.storeWhichMayBeFull(() => full));
    await hall.begin('a');
    full = true;
    await hall.warn('a', 3);
    while (saga.failing.length === 0) await pause(5);
    expect(saga.failing).toEqual(['a']);
    full = false;
    expect(await hall.judges.settled('a', 10_000)).toBe(true);
    await caughtUp(saga, hall.store);
    expect(saga.failing).toEqual([]);
    expect(await hall.tally('a')).toEqual({ losses: 1, notices: 1 });
  });
});

/** Waits until a saga has settled the log to its end. */
async function caughtUp(saga: Saga, store: EventStore): Promise<void> {
  while (saga.settled < (await store.lastPosition())) await pause(5);
}
