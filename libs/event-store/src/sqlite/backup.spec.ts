import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allAfter, newEvent, newEvents } from '../contract/store-under-test.js';
import type { EventStore } from '../port.js';
import { seal } from '../vault/seal.js';
import { databaseFile } from './connection.js';
import { BackupUnusable, FolderInUse, FolderUnusable } from './folder-errors.js';
import { openSqliteStore } from './open.js';
import type { SqliteStore } from './open.js';
import { restoreSqlite } from './restore.js';

const masterKey = new Uint8Array(32).fill(7);
let base: string;
let folder: string;
let file: string;
let opened: SqliteStore;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'event-store-'));
  folder = join(base, 'data');
  file = join(base, 'saved.backup');
  opened = openSqliteStore({ folder, masterKey });
});
afterEach(async () => {
  await opened.store.close();
  rmSync(base, { recursive: true });
});

describe('a backup', () => {
  it('taken while others write ends, and holds everything acknowledged before it began, as one moment had it', async () => {
    const { store, vault, backup } = opened;
    const { kept } = seal('about Ada', ['ada']);
    await store.append('texts', -1, [newEvent()], [kept]);
    // Large enough that copying takes several steps, with commits between them.
    for (let from = -1; from < 9999; from += 1000)
      await store.append(
        'many',
        from,
        Array.from({ length: 1000 }, () => newEvent('x'.repeat(900))),
      );
    const acknowledged = await store.lastPosition();
    const stop = new AbortController();
    const writing = Promise.all(['one', 'two', 'three'].map((stream) => writeUntil(stop.signal, store, stream)));

    await backup(file);
    stop.abort();
    const [written] = await writing;

    expect(written).toBeGreaterThan(0);
    const target = join(base, 'restored');
    restoreSqlite({ file, folder: target });
    const restored = openSqliteStore({ folder: target, masterKey });
    const events = await allAfter(restored.store, 0n);
    expect(BigInt(events.length)).toBeGreaterThanOrEqual(acknowledged);
    expect(events).toEqual((await allAfter(store, 0n)).slice(0, events.length));
    expect(await restored.vault.open([kept.ref])).toEqual(await vault.open([kept.ref]));
    expect((await restored.store.append('more', -1, [newEvent()])).position).toBe(BigInt(events.length) + 1n);
    await restored.store.close();
  }, 30_000);

  it('is one file that needs no other, and leaves no other behind', async () => {
    await opened.store.append('one', -1, newEvents(3));
    await opened.backup(file);
    expect(readdirSync(base).toSorted()).toEqual(['data', 'saved.backup']);
    restoreSqlite({ file, folder: join(base, 'restored') });
    expect(readdirSync(base).toSorted()).toEqual(['data', 'restored', 'saved.backup']);
  });

  it('never overwrites a file', async () => {
    writeFileSync(file, 'precious');
    await expect(opened.backup(file)).rejects.toThrow(BackupUnusable);
    await expect(opened.backup(file)).rejects.toThrow(
      `The backup file ${file} cannot be used: it exists, and a backup never overwrites a file.`,
    );
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  it('that cannot be written says so and leaves nothing behind', async () => {
    await expect(opened.backup(join(base, 'missing', 'saved.backup'))).rejects.toThrow(BackupUnusable);
    expect(readdirSync(base)).toEqual(['data']);
  });

  it('two at once to the same file are one', async () => {
    await opened.store.append('one', -1, newEvents(3));
    const answers = await Promise.allSettled([opened.backup(file), opened.backup(file)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    restoreSqlite({ file, folder: join(base, 'restored') });
  });
});

describe('restoring', () => {
  beforeEach(async () => {
    await opened.store.append('one', -1, newEvents(3));
    await opened.backup(file);
  });

  it('a folder that holds data, or that somebody writes to, is refused and left as it is', async () => {
    expect(() => restoreSqlite({ file, folder })).toThrow(FolderInUse);
    await opened.store.append('one', 2, [newEvent()]);
    await opened.store.close();
    expect(() => restoreSqlite({ file, folder })).toThrow(FolderUnusable);
    expect(() => restoreSqlite({ file, folder })).toThrow('it holds data already (events.db)');
    opened = openSqliteStore({ folder, masterKey });
    expect(await opened.store.lastRevision('one')).toBe(3);
  });

  it('a folder with the read models of another store is refused, one with only settings is not', () => {
    const target = mkdtempSync(join(base, 'target-'));
    writeFileSync(join(target, 'master.key'), 'key');
    writeFileSync(join(target, 'read-models.db-wal'), '');
    expect(() => restoreSqlite({ file, folder: target })).toThrow('read-models.db-wal');
    rmSync(join(target, 'read-models.db-wal'));
    restoreSqlite({ file, folder: target });
    expect(readdirSync(target)).toContain('events.db');
  });

  it.each([
    ['is missing', (saved: string) => rmSync(saved), 'it does not exist'],
    ['is empty', (saved: string) => writeFileSync(saved, ''), 'there is no event store in it'],
    ['is no database', (saved: string) => writeFileSync(saved, 'no database '.repeat(500)), 'file is not a database'],
    ['was cut short', (saved: string) => writeFileSync(saved, readFileSync(saved).subarray(0, -4096)), 'cannot be used'],
    [
      'has lost its first event',
      (saved: string) => change(saved, 'DROP TRIGGER events_are_never_deleted; DELETE FROM events WHERE position = 1'),
      'events are missing',
    ],
    ['is of a newer release', (saved: string) => change(saved, 'PRAGMA user_version = 2'), 'it was written by a newer release (version 2'],
    ['is of another program', (saved: string) => change(saved, 'PRAGMA application_id = 7'), 'there is no event store in it'],
  ])('a backup that %s is refused, and nothing is restored', (_what, spoil, reason) => {
    spoil(file);
    const target = join(base, 'restored');
    expect(() => restoreSqlite({ file, folder: target })).toThrow(BackupUnusable);
    expect(() => restoreSqlite({ file, folder: target })).toThrow(reason);
    expect(readdirSync(base)).not.toContain('restored');
  });

  it('the live file of a store is no backup: what is in its log would be lost', () => {
    expect(() => restoreSqlite({ file: databaseFile(folder), folder: join(base, 'restored') })).toThrow('take a backup of that store');
  });
});

/** Appends to one stream until it is stopped; returns how many events. */
async function writeUntil(signal: AbortSignal, store: EventStore, stream: string): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    await store.append(stream, count - 1, [newEvent('x'.repeat(1000))]);
    count += 1;
  }
  return count;
}

function change(saved: string, sql: string): void {
  const db = new DatabaseSync(saved);
  db.exec(sql);
  db.close();
}
