import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventStore } from '@ladder/event-store';
import { Hall } from '../spec/hall.js';
import { newFolder, openLog, removeFolders, tournamentIn } from '../spec/log.js';
import { openProjections } from './index.js';
import type { Projections, TournamentStatus } from './index.js';

/** Real logs on a disk that others may be using. */
jest.setTimeout(60_000);

describe('the list of tournaments', () => {
  let store: EventStore;
  let projections: Projections;

  beforeAll(async () => {
    const folder = newFolder();
    store = openLog(folder);
    projections = await openProjections({ folder, store, besides: [], tournamentIn, report: () => undefined });
    const [, b, c] = [
      await Hall.opened(store, 'a'),
      await Hall.opened(store, 'b'),
      await Hall.opened(store, 'c'),
      await Hall.opened(store, 'd'),
    ];
    const reason = { ref: 'reason', commitment: '5ea1'.repeat(16) };
    for (const hall of [b, c]) await hall.happens({ type: 'close-tournament' });
    await c.happens({ type: 'reopen-tournament', reason });
    await c.happens({ type: 'start-round', number: 5 });
    expect(await projections.reaches(await store.lastPosition(), 10_000)).toBe(true);
  });
  afterAll(async () => {
    await projections.stop();
    await store.close();
    removeFolders();
  });

  it('tells what a tournament is, whether it is open and which round is going on, and no name', () => {
    const [c] = projections.tournaments.page({ limit: 1, before: openedPosition('d') }).items;
    expect(c).toEqual({
      id: 'c',
      level: 'competitive',
      format: 'individual',
      edition: 'riftbound-2026-10-16',
      escalation: 'automatic',
      status: 'open',
      currentRound: 5,
      openedAt: '2026-11-07T09:15:00.000Z',
      openedPosition: openedPosition('c'),
    });
  });

  it('shows those that are open or those that are closed, the last opened first', () => {
    expect(ids({ limit: 10 })).toEqual(['d', 'c', 'b', 'a']);
    expect(ids({ limit: 10, status: 'open' })).toEqual(['d', 'c', 'a']);
    expect(ids({ limit: 10, status: 'closed' })).toEqual(['b']);
  });

  it('is read page by page, and a tournament that is opened meanwhile makes none appear twice', async () => {
    const first = projections.tournaments.page({ limit: 2, status: 'open' });
    expect(first.items.map(({ id }) => id)).toEqual(['d', 'c']);
    const late = await Hall.opened(store, 'late');
    await projections.reaches(late.position, 10_000);
    const second = projections.tournaments.page({ limit: 2, status: 'open', before: first.next ?? 0n });
    expect([second.items.map(({ id }) => id), second.next]).toEqual([['a'], null]);
  });

  it('refuses a page of no tournaments', () => {
    expect(() => projections.tournaments.page({ limit: 0 })).toThrow(RangeError);
  });

  function ids(page: { limit: number; status?: TournamentStatus }): string[] {
    return projections.tournaments.page(page).items.map(({ id }) => id);
  }

  function openedPosition(id: string): bigint | undefined {
    return projections.tournaments.page({ limit: 10 }).items.find((each) => each.id === id)?.openedPosition;
  }
});
