import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FolderUnusable, StoreUnavailable } from '@ladder/event-store';
import type { EventStore } from '@ladder/event-store';
import { mkdirSync, openSync, rmSync, statSync, writeFileSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { manyWarnings, newFolder, openLog, removeFolders, tournamentIn } from '../spec/log.js';
import { MeddledLog } from '../spec/meddled-log.js';
import { readOutside, rowHash } from '../spec/rows.js';
import { openProjections } from './index.js';
import type { Projections } from './index.js';

/** Real logs on a disk that others may be using. */
jest.setTimeout(60_000);

describe('the file of the read models', () => {
  let folder: string;
  let store: EventStore;
  let end: bigint;
  let reported: string[];

  beforeEach(async () => {
    folder = newFolder();
    store = openLog(folder);
    end = await manyWarnings(store, 'a', 1200);
    reported = [];
  });
  afterEach(async () => {
    await store.close();
    removeFolders();
  });

  it('is made when it is missing, and holds the same again after it was deleted', async () => {
    const before = await rowsAfterAStart();
    rmSync(join(folder, 'read.db'));
    expect(await rowsAfterAStart()).toBe(before);
    expect(reported).toEqual([]);
  });

  it.each([
    ['belongs to another program', () => readOutside(folder, (db) => db.exec('PRAGMA application_id = 7'))],
    ['is of another version', () => readOutside(folder, (db) => db.exec('PRAGMA user_version = 99'))],
    ['is damaged', () => writeFileSync(join(folder, 'read.db'), 'this is no database, but it is long enough to look like one to somebody')],
    ['is damaged', () => overwriteMiddle(join(folder, 'read.db'))],
    ['is damaged', () => readOutside(folder, (db) => db.exec('ALTER TABLE warning_counters RENAME COLUMN warnings TO vvarnings'))],
    ['is damaged', () => readOutside(folder, (db) => db.exec('ALTER TABLE checkpoints RENAME COLUMN stream TO strean'))],
  ])('is built anew when it %s, and that is reported', async (reason, damage) => {
    const before = await rowsAfterAStart();
    damage();
    expect(await rowsAfterAStart()).toBe(before);
    expect(reported).toEqual([expect.stringContaining(`read.db: It ${reason}`)]);
  });

  it('is built anew when the log was restored from an older backup', async () => {
    await rowsAfterAStart();
    const restored = openLog(newFolder());
    await manyWarnings(restored, 'a', 300);
    const projections = await openProjections(settings(restored));
    await projections.reaches(await restored.lastPosition(), 10_000);
    expect(reported).toEqual([expect.stringContaining('what the log does not hold')]);
    expect(projections.counters.countersOf('a', 'p-1')).toMatchObject([{ warnings: 1 }]);
    await projections.stop();
    await restored.close();
  });

  it('is built anew when the log went another way since, though it is as long', async () => {
    await rowsAfterAStart();
    const other = openLog(newFolder());
    await manyWarnings(other, 'a', 1200);
    const projections = await openProjections(settings(other));
    expect(reported).toEqual([expect.stringContaining('what the log does not hold')]);
    await projections.stop();
    await other.close();
  });

  it('forgets how far the saga came when the log ends before that', async () => {
    const empty = openLog(newFolder());
    const before = await openProjections(settings(empty));
    await before.sagaProgress.save(1n);
    await before.stop();
    const after = await openProjections(settings(empty));
    expect(await after.sagaProgress.load()).toBe(0n);
    await after.stop();
    await empty.close();
  });

  it('keeps how far the saga came, in 64 bits', async () => {
    const long = new MeddledLog(store);
    long.lastPosition = () => Promise.resolve(2n ** 60n);
    const before = await openProjections({ ...settings(store), store: long });
    expect(await before.sagaProgress.load()).toBe(0n);
    await before.sagaProgress.save(9_007_199_254_740_993n);
    await before.stop();
    const after = await openProjections({ ...settings(store), store: long });
    expect(await after.sagaProgress.load()).toBe(9_007_199_254_740_993n);
    await after.stop();
  });

  it('writes how far the saga came now and then, and at the end, and always knows the latest', async () => {
    const long = new MeddledLog(store);
    long.lastPosition = () => Promise.resolve(2n ** 60n);
    const projections = await openProjections({ ...settings(store), store: long });
    const written = () => readOutside(folder, (db) => db.prepare('SELECT position FROM saga_progress').get()?.['position']);
    for (let position = 1n; position <= 1_000n; position += 1n) await projections.sagaProgress.save(position);
    expect(await projections.sagaProgress.load()).toBe(1_000n);
    expect(written()).toBeLessThan(1_000);
    await projections.stop();
    expect(written()).toBe(1_000);
  });

  it('has a projection of another version built anew, and keeps the others', async () => {
    const before = await rowsAfterAStart();
    readOutside(folder, (db) => {
      db.exec("UPDATE checkpoints SET version = 0 WHERE projection = 'warning-counters'");
      db.exec('UPDATE warning_counters SET warnings = 77');
      db.exec("UPDATE tournaments SET level = 'kept as it was'");
    });
    await rowsAfterAStart();
    readOutside(folder, (db) => db.exec("UPDATE tournaments SET level = 'competitive'"));
    expect(rowHash(folder)).toBe(before);
    expect(reported).toEqual([]);
  });

  it('loses the tables of a projection that there is no more', async () => {
    await rowsAfterAStart();
    readOutside(folder, (db) => {
      db.exec('CREATE TABLE once (upon TEXT)');
      db.exec(`INSERT INTO checkpoints (projection, place, version, tables) VALUES ('once', 'live', 1, '["once"]')`);
    });
    await rowsAfterAStart();
    expect(readOutside(folder, (db) => db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'once'").all())).toEqual([]);
  });

  it('is not opened where it cannot be: the folder is named', async () => {
    mkdirSync(join(folder, 'read.db'));
    await expect(openProjections(settings(store))).rejects.toThrow(FolderUnusable);
    await expect(openProjections(settings(store))).rejects.toThrow(folder);
  });

  it('is not opened when the log does not answer', async () => {
    const log = new MeddledLog(store);
    log.goDown();
    await expect(openProjections({ ...settings(store), store: log })).rejects.toThrow(StoreUnavailable);
  });

  function settings(log: EventStore) {
    return {
      folder,
      store: log,
      besides: [],
      tournamentIn,
      report: (what: string, error: unknown) => reported.push(`${what}: ${(error as Error).message}`),
    };
  }

  /** Opens, waits until all is there, stops; the hash of all rows. */
  async function rowsAfterAStart(): Promise<string> {
    const projections: Projections = await openProjections(settings(store));
    expect(await projections.reaches(end, 10_000)).toBe(true);
    await projections.stop();
    return rowHash(folder);
  }
});

function overwriteMiddle(file: string): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xff), 0, 4096, Math.floor(statSync(file).size / 8192) * 4096);
  closeSync(descriptor);
}
