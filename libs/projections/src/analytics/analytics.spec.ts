import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ladder/event-store';
import type { EventStore } from '@ladder/event-store';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Hall, TEXT } from '../../spec/hall.js';
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
  let membership: string | undefined;
  const reported: string[] = [];

  beforeEach(async () => {
    folder = newFolder();
    vaultIsDown = false;
    membership = undefined;
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

  it('are rebuilt while rulings arrive, which changes nothing and holds nobody up', async () => {
    await threeTournaments();
    const hall = await Hall.opened(store, 'under-way');
    const rebuilt = projections.rebuild('analytics');
    for (let rulings = 0; rulings < 20; rulings += 1) {
      await hall.warns('p-2', rulings % 2 === 0 ? 'slow-play' : 'general-error');
      expect((await analytics.page(playerCounters, {}, null, 100)).items.length).toBeGreaterThanOrEqual(9);
    }
    await rebuilt;
    expect(await projections.reaches(hall.position, 10_000)).toBe(true);
    const kept = await analytics.page(playerCounters, {}, null, 100);
    expect(kept.items).toContainEqual(expect.objectContaining({ person: 'player|under-way|p-2', warnings: 20 }));
    await projections.rebuild('analytics');
    expect(await analytics.page(playerCounters, {}, null, 100)).toEqual(kept);
  });

  it('say what is wrong with the file, and go on when it is right again', async () => {
    await threeTournaments();
    readOutside(folder, (db) => db.exec('ALTER TABLE facts_penalties RENAME TO elsewhere'));
    await expect(analytics.page(categoriesByRound, {}, null, 100)).rejects.toThrow('facts_penalties');
    readOutside(folder, (db) => db.exec('ALTER TABLE elsewhere RENAME TO facts_penalties'));
    expect((await analytics.page(categoriesByRound, {}, null, 100)).items).not.toEqual([]);
  });

  it('have nobody any more who was erased: no pseudonym is left in the file, and a rebuild brings none back', async () => {
    membership = 'membership';
    const hall = await Hall.opened(store, 'gone');
    await hall.warns('p-1');
    await projections.reaches(hall.position, 10_000);
    const facts = () => readOutside(folder, (db) => ['players', 'penalties', 'rulings'].map((each) => db.prepare(`SELECT * FROM facts_${each}`).all())); // prettier-ignore
    expect(JSON.stringify(facts())).toContain('person|membership');
    expect(JSON.stringify(facts())).toContain('judge|gone|judge');
    const erase = { type: 'erase-person', force: true, reason: TEXT } as const;
    for (const id of ['p-1', 'p-2', 'p-3']) expect(await hall.happens({ ...erase, kind: 'player', id })).toBe(true);
    expect(await hall.happens({ ...erase, kind: 'official', id: 'judge' })).toBe(true);
    await projections.reaches(hall.position, 10_000);
    const erased = facts();
    await projections.rebuild('analytics');
    expect(facts()).toEqual(erased);
    await projections.stop();
    const bytes = readdirSync(folder).filter((name) => name.startsWith('read.db')).map((name) => readFileSync(join(folder, name), 'latin1')); // prettier-ignore
    expect(bytes.join('')).toContain('player|gone|p-1');
    for (const pseudonym of ['person|membership', 'judge|gone|judge']) expect(bytes.join('')).not.toContain(pseudonym);
    projections = await opened();
  });

  it('wait for a vault that does not answer, while everything else goes on', async () => {
    vaultIsDown = true;
    const hall = await Hall.opened(store, 'four');
    await hall.warns('p-1');
    await until(() => projections.failing.includes('analytics'));
    await until(() => projections.counters.countersOf('four').length === 1);
    vaultIsDown = false;
    expect(await projections.reaches(hall.position, 10_000)).toBe(true);
    await until(() => projections.failing.length === 0);
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
        return new Map(membership === undefined ? [] : [[TEXT.ref, { text: membership, salt: '' }]]);
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
