import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newEvent, newEvents } from '../contract/store-under-test.js';
import { StoreUnavailable } from '../store-errors.js';
import { seal } from '../vault/seal.js';
import { databaseFile } from './connection.js';
import { FolderInUse, FolderUnusable } from './folder-errors.js';
import { openSqliteStore, openSqliteStoreReadOnly } from './open.js';

const masterKey = new Uint8Array(32).fill(7);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('openSqliteStore', () => {
  it('makes the folder when it is missing', async () => {
    const { store } = openSqliteStore({ folder: join(folder, 'a', 'b'), masterKey });
    expect(await store.append('one', -1, [newEvent()])).toEqual({ revision: 0, position: 1n });
    await store.close();
  });

  it('a second writer of a folder is refused, with the folder named, until the first has closed', async () => {
    const { store } = openSqliteStore({ folder, masterKey });
    expect(() => openSqliteStore({ folder, masterKey })).toThrow(FolderInUse);
    expect(() => openSqliteStore({ folder, masterKey })).toThrow(`Another process writes to the folder ${folder}.`);
    await store.append('one', -1, [newEvent()]);
    await store.close();
    await openSqliteStore({ folder, masterKey }).store.close();
  });

  it('a folder that is refused is let go, so that it can be opened once it is right', async () => {
    await openSqliteStore({ folder, masterKey }).store.close();
    expect(() => openSqliteStore({ folder, masterKey: new Uint8Array(32) })).toThrow('its vault was made with another master key');
    await openSqliteStore({ folder, masterKey }).store.close();
  });

  it('files of a newer release are refused and left as they are', async () => {
    await openSqliteStore({ folder, masterKey }).store.close();
    const newer = new DatabaseSync(databaseFile(folder));
    newer.exec('PRAGMA user_version = 2');
    newer.close();
    for (const open of [openSqliteStore, openSqliteStoreReadOnly]) {
      expect(() => open({ folder, masterKey })).toThrow(FolderUnusable);
      expect(() => open({ folder, masterKey })).toThrow(
        `The folder ${folder} cannot be used: it was written by a newer release (version 2`,
      );
    }
  });

  it('a file that is no database is refused', () => {
    writeFileSync(databaseFile(folder), 'no database '.repeat(1000));
    for (const open of [openSqliteStore, openSqliteStoreReadOnly]) {
      expect(() => open({ folder, masterKey })).toThrow(`The folder ${folder} cannot be used: file is not a database.`);
    }
  });

  it('a database of another program is refused and left as it is', () => {
    const other = new DatabaseSync(databaseFile(folder));
    other.exec('CREATE TABLE notes (note TEXT)');
    expect(() => openSqliteStore({ folder, masterKey })).toThrow('its events.db belongs to another program');
    expect(other.prepare('SELECT group_concat(name) AS names FROM sqlite_schema').get()).toMatchObject({ names: 'notes' });
    other.close();
  });

  it('a folder that cannot be written is refused', () => {
    mkdirSync(databaseFile(folder));
    expect(() => openSqliteStore({ folder, masterKey })).toThrow(FolderUnusable);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => openSqliteStore({ folder: file, masterKey })).toThrow(FolderUnusable);
    expect(() => openSqliteStore({ folder: join(file, 'below'), masterKey })).toThrow(FolderUnusable);
  });

  it('a damaged page is an unavailable store, not a wrong answer', async () => {
    const first = openSqliteStore({ folder, masterKey });
    for (let from = -1; from < 2000; from += 500) await first.store.append('one', from, newEvents(500));
    await first.store.close();
    damageFirstPageOfEvents(databaseFile(folder));

    const { store } = openSqliteStore({ folder, masterKey });
    await expect(store.readAll(0n, 10)).rejects.toThrow(StoreUnavailable);
    await expect(store.append('one', 2499, [newEvent()])).rejects.toThrow(StoreUnavailable);
    await store.close();
  });

  it('after closing everything is refused with the reason', async () => {
    const { store, vault } = openSqliteStore({ folder, masterKey });
    await store.close();
    await store.close();
    const asked = [store.readAll(0n, 1), store.lastRevision('one'), store.append('one', -1, [newEvent()]), vault.forget('ada')];
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: { name: 'StoreUnavailable', message: expect.stringContaining('is closed') },
      });
    }
  });
});

describe('openSqliteStoreReadOnly', () => {
  it('reads events and texts while a server writes, and what it wrote since', async () => {
    const { store, vault } = openSqliteStore({ folder, masterKey });
    const { kept } = seal('about Ada', ['ada']);
    await store.append('one', -1, [newEvent()], [kept]);
    const reader = openSqliteStoreReadOnly({ folder, masterKey });
    expect(await reader.store.lastRevision('one')).toBe(0);
    expect((await reader.vault.open([kept.ref])).get(kept.ref)?.text).toBe('about Ada');

    await store.append('one', 0, [newEvent()]);
    await vault.forget('ada');

    expect(await reader.store.readAll(0n, 10)).toEqual(await store.readAll(0n, 10));
    expect(await reader.vault.open([kept.ref])).toEqual(new Map());
    reader.close();
    await store.close();
  });

  it('reads a folder that nobody writes to, and does not keep a server from starting', async () => {
    const first = openSqliteStore({ folder, masterKey });
    await first.store.append('one', -1, [newEvent()]);
    await first.store.close();
    const reader = openSqliteStoreReadOnly({ folder, masterKey });
    const { store } = openSqliteStore({ folder, masterKey });
    await store.append('one', 0, [newEvent()]);
    expect(await reader.store.lastRevision('one')).toBe(1);
    reader.close();
    await store.close();
  });

  it('a folder without a store, or of another master key, is refused', async () => {
    expect(() => openSqliteStoreReadOnly({ folder, masterKey })).toThrow('there is no event store in it');
    await openSqliteStore({ folder, masterKey }).store.close();
    expect(() => openSqliteStoreReadOnly({ folder, masterKey: new Uint8Array(32) })).toThrow('its vault was made with another master key');
  });
});

function damageFirstPageOfEvents(file: string): void {
  const db = new DatabaseSync(file);
  const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'events'").get()?.['rootpage']);
  db.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
}
