import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ladder/event-store';
import type { EventStore } from '@ladder/event-store';
import { setTimeout as pause } from 'node:timers/promises';
import { Hall } from '../../spec/hall.js';
import { newFolder, openLog, removeFolders, tournamentIn } from '../../spec/log.js';
import { readOutside } from '../../spec/rows.js';
import { Analytics, AnalyticsReader, facts, openProjections } from '../index.js';
import type { AnalyticsRow, Projections } from '../index.js';
import { categoriesByRound } from './categories.js';
import { playerCounters } from './player-counters.js';

describe('the analytics of a data folder', () => {
  let folder: string;
  let store: EventStore;
  let projections: Projections;
  let analytics: Analytics;
  let vaultIsDown: boolean;
  const reported: string[] = [];

  beforeEach(async () => {
    folder = newFolder();
    vaultIsDown = false;
    reported.length = 0;
    store = openLog(folder);
    projections = await opened();
    analytics = new Analytics(folder);
  });
  afterEach(async () => {
    await analytics.stop();
    await projections.stop();
    await store.close();
    removeFolders();
  });

  it('are read page by page, and each page goes on where the one before ended', async () => {
    await threeTournaments();
    const all = readOutside(folder, (db) => [...new AnalyticsReader(db).rows(playerCounters)]);
    expect(all).toHaveLength(9);
    const items: AnalyticsRow[] = [];
    let after: Parameters<Analytics['page']>[2] = null;
    do {
      const page = await analytics.page(playerCounters, {}, after, 2);
      items.push(...page.items);
      after = page.next;
    } while (after !== null);
    expect(items).toEqual(all);
  });

  it('are the same after a rebuild, and while one takes over', async () => {
    await threeTournaments();
    const before = await analytics.page(categoriesByRound, {}, null, 100);
    const rebuilt = projections.rebuild('analytics');
    for (let asked = 0; asked < 20; asked += 1) expect(await analytics.page(categoriesByRound, {}, null, 100)).toEqual(before);
    await rebuilt;
    expect(await analytics.page(categoriesByRound, {}, null, 100)).toEqual(before);
    expect(projections.failing).toEqual([]);
  });

  it('say what is wrong with the file, and go on when it is right again', async () => {
    await threeTournaments();
    readOutside(folder, (db) => db.exec('ALTER TABLE facts_penalties RENAME TO elsewhere'));
    await expect(analytics.page(categoriesByRound, {}, null, 100)).rejects.toThrow('facts_penalties');
    readOutside(folder, (db) => db.exec('ALTER TABLE elsewhere RENAME TO facts_penalties'));
    expect((await analytics.page(categoriesByRound, {}, null, 100)).items).not.toEqual([]);
  });

  it('wait for a vault that does not answer, while everything else goes on', async () => {
    vaultIsDown = true;
    const hall = await Hall.opened(store, 'four');
    await hall.warns('p-1');
    await until(() => projections.failing.includes('analytics'));
    await until(() => projections.counters.countersOf('four').length === 1);
    vaultIsDown = false;
    expect(await projections.reaches(hall.position, 10_000)).toBe(true);
    expect(projections.failing).toEqual([]);
    expect(readOutside(folder, (db) => db.prepare('SELECT * FROM facts_penalties').all())).toHaveLength(1);
    expect(reported).toContain('analytics');
  });

  it('refuse who still waits when they are stopped', async () => {
    const asked = expect(analytics.page(categoriesByRound, {}, null, 100)).rejects.toThrow('stopped');
    await analytics.stop();
    await asked;
  });

  async function threeTournaments(): Promise<void> {
    for (const tournament of ['one', 'two', 'three']) {
      const hall = await Hall.opened(store, tournament);
      for (const player of ['p-1', 'p-2', 'p-3', 'p-3', 'p-3']) await hall.warns(player);
      await projections.reaches(hall.position, 10_000);
    }
  }

  function opened(): Promise<Projections> {
    const vault = {
      open: async () => {
        if (vaultIsDown) throw new StoreUnavailable('The vault is down.');
        return new Map();
      },
    };
    const kept = facts({ vault, pseudonym: (kind, ...texts) => [kind, ...texts].join('|') });
    return openProjections({ folder, store, besides: [kept], tournamentIn, report: (what) => reported.push(what) });
  }
});

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error('it did not come to that');
    await pause(5);
  }
}
