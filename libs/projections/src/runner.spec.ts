import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventStore } from '@ladder/event-store';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { manyWarnings, newEvent, newFolder, openLog, opening, removeFolders, tournamentIn, warning } from '../spec/log.js';
import { MeddledLog } from '../spec/meddled-log.js';
import { readOutside, rowHash } from '../spec/rows.js';
import { openProjections } from './index.js';
import type { Projections, ProjectionSettings, WarningCounter } from './index.js';

/** Some pages. */
const MANY = 5000;

/** Real logs on a disk that others may be using. */
jest.setTimeout(60_000);

describe('projections that follow the log', () => {
  let folder: string;
  let store: EventStore;
  let opened: Projections[];
  let reported: string[];

  beforeEach(() => {
    folder = newFolder();
    store = openLog(folder);
    opened = [];
    reported = [];
  });
  afterEach(async () => {
    for (const each of opened) await each.stop();
    await store.close();
    removeFolders();
  });

  describe('day by day', () => {
    it('go on from where they were, and read nothing again', async () => {
      const log = new MeddledLog(store);
      await manyWarnings(store, 'a', 20);
      const end = await log.lastPosition();
      const first = await open({ folder, store: log });
      await first.reaches(end, 5000);
      await stop(first);
      log.readFrom.length = 0;
      const again = await open({ folder, store: log });
      expect(again.position).toBe(end);
      await until(() => log.followers === 1);
      expect(log.readFrom).toEqual([end]);
    });

    it('take a log with holes that says things twice as they take any other', async () => {
      const log = new MeddledLog(store);
      await manyWarnings(store, 'a', 1500);
      const meddled = await open({ folder: newFolder(), store: log });
      const plain = await open();
      for (let moves = 0; moves < 20; moves += 1) await store.append('tournament-a', 1500 + moves, [warning('p-1')]);
      expect(await meddled.reaches(await log.lastPosition(), 5000)).toBe(true);
      expect(await plain.reaches(await store.lastPosition(), 5000)).toBe(true);
      expect(meddled.counters.countersOf('a')).toEqual(plain.counters.countersOf('a'));
      expect(meddled.counters.countersOf('a', 'p-1')).toMatchObject([{ warnings: 23 }]);
    });

    it('are red while the log is down, follow it again when it is back, and miss nothing', async () => {
      const log = new MeddledLog(store);
      const projections = await open({ folder, store: log });
      await manyWarnings(store, 'a', 10);
      await projections.reaches(await log.lastPosition(), 5000);
      log.goDown();
      await until(() => projections.failing.length > 0);
      expect(projections.failing).toEqual(['the log']);
      await store.append('tournament-a', 10, [warning('p-1')]);
      log.comeUp();
      expect(await projections.reaches(await log.lastPosition(), 5000)).toBe(true);
      expect(projections.failing).toEqual([]);
      expect(projections.counters.countersOf('a', 'p-1')).toMatchObject([{ warnings: 2 }]);
    });

    it('are green again when the log is back, though nothing happens in it', async () => {
      const log = new MeddledLog(store);
      const projections = await open({ folder, store: log });
      await until(() => log.followers === 1);
      log.goDown();
      await until(() => projections.failing.length > 0);
      log.comeUp();
      await until(() => projections.failing.length === 0);
      expect(log.followers).toBe(1);
    });

    it('are red while their file cannot be written, and catch up when it can', async () => {
      const projections = await open();
      await manyWarnings(store, 'a', 10);
      await projections.reaches(await store.lastPosition(), 5000);
      const outside = new DatabaseSync(join(folder, 'read.db'));
      outside.exec('BEGIN IMMEDIATE');
      const { position } = await store.append('tournament-a', 10, [warning('p-1')]);
      await until(() => projections.failing.length === 2);
      expect(projections.counters.countersOf('a', 'p-1')).toMatchObject([{ warnings: 1 }]);
      outside.exec('ROLLBACK');
      outside.close();
      expect(await projections.reaches(position, 5000)).toBe(true);
      await until(() => projections.failing.length === 0);
      expect(projections.counters.countersOf('a', 'p-1')).toMatchObject([{ warnings: 2 }]);
    });

    it('pass over an event that cannot be taken, stay red, and keep going', async () => {
      const projections = await open();
      await store.append('tournament-a', -1, [opening(), newEvent('WarningIssued', {}, 99), warning('p-1')]);
      const { position } = await store.append('tournament-a', 2, [warning('p-1')]);
      expect(await projections.reaches(position, 5000)).toBe(true);
      expect(projections.counters.countersOf('a', 'p-1')).toMatchObject([{ warnings: 2 }]);
      expect(projections.failing).toEqual(['warning-counters']);
      expect(reported).toHaveLength(1);
      await stop(projections);
      expect((await open()).failing).toEqual(['warning-counters']);
    });

    it('tell that a position is not reached in time', async () => {
      const projections = await open();
      expect(await projections.reaches(1n, 20)).toBe(false);
    });
  });

  describe('rebuilt', () => {
    it('hold the same rows, and were read all the while', async () => {
      await manyWarnings(store, 'a', MANY);
      const projections = await open();
      await projections.reaches(await store.lastPosition(), 20_000);
      const [live, counters] = [rowHash(folder), projections.counters.countersOf('a')];
      const seen: [number, number][] = [];
      const readMeanwhile: WarningCounter[][] = [];
      await projections.rebuild('warning-counters', (done, total) => {
        seen.push([done, total]);
        readMeanwhile.push(projections.counters.countersOf('a'));
      });
      await projections.rebuild('tournaments');
      expect(rowHash(folder)).toBe(live);
      for (const each of readMeanwhile) expect(each).toEqual(counters);
      expect(seen.map(([done]) => done)).toEqual([1000, 2000, 3000, 4000, 5000, MANY + 1]);
      expect(seen.at(-1)).toEqual([MANY + 1, MANY + 1]);
      expect(tablesIn(folder)).not.toContainEqual(expect.stringContaining('building'));
    });

    it('hold the same rows though events arrive meanwhile', async () => {
      await manyWarnings(store, 'a', MANY);
      const projections = await open();
      await projections.reaches(await store.lastPosition(), 20_000);
      const done = new AbortController();
      let revision = MANY;
      const rebuilding = projections.rebuild('warning-counters').finally(() => done.abort());
      while (!done.signal.aborted) ({ revision } = await store.append('tournament-a', revision, [warning('p-1'), warning('p-2')]));
      await rebuilding;
      await store.append('tournament-a', revision, [warning('p-1')]);
      await projections.reaches(await store.lastPosition(), 5000);
      const fresh = await open({ folder: newFolder(), store });
      await fresh.reaches(await store.lastPosition(), 20_000);
      expect(revision).toBeGreaterThan(MANY);
      expect(projections.counters.countersOf('a')).toEqual(fresh.counters.countersOf('a'));
    });

    it('begin again by themselves after the process was killed when half of the rows were written', async () => {
      await manyWarnings(store, 'a', MANY, MANY);
      const projections = await open();
      await projections.reaches(await store.lastPosition(), 20_000);
      const live = rowHash(folder);
      const left = newFolder();
      const rebuilding = projections.rebuild('warning-counters');
      while (rowsBuiltIn(folder) === 0) await turn();
      copyWhatAKillLeaves(folder, left);
      await rebuilding;
      expect(rowsBuiltIn(left)).toBeGreaterThan(0);
      expect(rowsBuiltIn(left)).toBeLessThan(MANY);
      const after = await open({ folder: left, store });
      await until(() => !tablesIn(left).includes('building_warning_counters'));
      expect(rowHash(left)).toBe(live);
      expect(after.position).toBe(await store.lastPosition());
    });

    it('say so when they are stopped in the middle, and begin again at the next start', async () => {
      await manyWarnings(store, 'a', MANY);
      const projections = await open();
      await projections.reaches(await store.lastPosition(), 20_000);
      const live = rowHash(folder);
      let stopped: Promise<void> | undefined;
      const rebuilding = projections.rebuild('warning-counters', () => {
        stopped ??= stop(projections);
      });
      await expect(rebuilding).rejects.toThrow('it starts again at the next start');
      await stopped;
      await open();
      await until(() => !tablesIn(folder).includes('building_warning_counters'));
      expect(rowHash(folder)).toBe(live);
    });

    it('hold the same rows after the process was killed while they were built for the first time', async () => {
      const end = await manyWarnings(store, 'a', MANY, MANY);
      const projections = await open();
      const left = newFolder();
      while (rowsBuiltIn(folder) === 0) await turn();
      copyWhatAKillLeaves(folder, left);
      await projections.reaches(end, 20_000);
      const after = await open({ folder: left, store });
      expect(after.position).toBe(0n);
      expect(await after.reaches(end, 20_000)).toBe(true);
      expect(rowHash(left)).toBe(rowHash(folder));
    });

    it('pass over the same events that cannot be taken', async () => {
      await manyWarnings(store, 'a', 1500);
      await store.append('tournament-a', 1500, [newEvent('WarningIssued', {}, 99), warning('p-1'), newEvent('RulingVoided', {})]);
      const projections = await open();
      await projections.reaches(await store.lastPosition(), 20_000);
      const [live, quarantined] = [rowHash(folder), quarantinedIn(folder)];
      await projections.rebuild('warning-counters');
      expect(rowHash(folder)).toBe(live);
      expect(quarantinedIn(folder)).toEqual(quarantined);
      expect(quarantined).toEqual([1502, 1504]);
      expect(projections.failing).toEqual(['warning-counters']);
    });

    it('heal what was wrong with their rows', async () => {
      const end = await manyWarnings(store, 'a', 100);
      const projections = await open();
      await projections.reaches(end, 5000);
      const live = rowHash(folder);
      readOutside(folder, (outside) =>
        outside.exec("UPDATE warning_counters SET warnings = 77; DELETE FROM warning_counters WHERE player = 'p-7'"),
      );
      expect(rowHash(folder)).not.toBe(live);
      await projections.rebuild('warning-counters');
      expect(rowHash(folder)).toBe(live);
    });

    it('wait for a log that is down', async () => {
      const log = new MeddledLog(store);
      const end = (await manyWarnings(store, 'a', MANY)) * 1000n;
      const projections = await open({ folder, store: log });
      await projections.reaches(end, 20_000);
      const live = rowHash(folder);
      let down = false;
      const rebuilding = projections.rebuild('warning-counters', () => {
        if (!down) log.goDown();
        down = true;
      });
      await until(() => projections.failing.includes('the rebuild of warning-counters'));
      expect(rowHash(folder)).toBe(live);
      log.comeUp();
      await rebuilding;
      expect(rowHash(folder)).toBe(live);
    });

    it('are rebuilt once, however many ask at the same time', async () => {
      await manyWarnings(store, 'a', 100);
      const projections = await open();
      await projections.reaches(await store.lastPosition(), 5000);
      const told: string[] = [];
      await Promise.all(['one', 'other'].map((who) => projections.rebuild('warning-counters', () => told.push(who))));
      expect(told).toEqual(['one', 'other']);
    });

    it('have names, and no other name is taken', async () => {
      const projections = await open();
      expect(projections.names).toEqual(['warning-counters', 'tournaments']);
      await expect(projections.rebuild('warnings')).rejects.toThrow(RangeError);
    });
  });

  async function open(settings: Pick<ProjectionSettings, 'folder' | 'store'> = { folder, store }): Promise<Projections> {
    const projections = await openProjections({ ...settings, besides: [], tournamentIn, report: (what) => reported.push(what) });
    opened.push(projections);
    return projections;
  }

  function stop(projections: Projections): Promise<void> {
    opened = opened.filter((each) => each !== projections);
    return projections.stop();
  }
});

function copyWhatAKillLeaves(from: string, to: string): void {
  for (const file of ['read.db', 'read.db-wal']) if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
}

function tablesIn(folder: string): string[] {
  return readOutside(folder, (db) => db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()).map(({ name }) =>
    String(name),
  );
}

/** How many counters stand in the set that is being built. */
function rowsBuiltIn(folder: string): number {
  return readOutside(folder, (db) => Number(db.prepare('SELECT count(*) AS rows FROM building_warning_counters').get()?.['rows']));
}

function quarantinedIn(folder: string): number[] {
  return readOutside(folder, (db) => db.prepare('SELECT position FROM quarantined').all()).map(({ position }) => Number(position));
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error('it did not come to that');
    await pause(5);
  }
}
