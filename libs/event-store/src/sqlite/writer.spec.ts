import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../store-errors.js';
import { connect, connectReadOnly, databaseFile, makeDurable } from './connection.js';
import { Writer } from './writer.js';

const MIB = 1024 * 1024;

let folder: string;
let db: DatabaseSync;
let writer: Writer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-store-'));
  db = connect(databaseFile(folder));
  makeDurable(db);
  db.exec('CREATE TABLE notes (note BLOB) STRICT');
  writer = new Writer(db, databaseFile(folder), () => undefined);
});
afterEach(async () => {
  if (db.isOpen) await writer.close();
  rmSync(folder, { recursive: true });
});

const note = (bytes: number): void => {
  writer.transaction('note', () => db.prepare('INSERT INTO notes VALUES (zeroblob(?))').run(bytes));
};
const notes = (): unknown => db.prepare('SELECT count(*) AS notes FROM notes').get()?.['notes'];
const log = (): string => `${databaseFile(folder)}-wal`;
const logSize = (): number => statSync(log()).size;

/** Commits without a rest, as a group of many writers does. */
async function noteMebibytes(count: number): Promise<void> {
  for (let written = 0; written < count; written += 1) {
    await turn();
    await writer.pause;
    note(MIB);
  }
}

describe('Writer', () => {
  it('records all of a transaction or, when it fails, nothing, and goes on', () => {
    const failure = new Error('no');
    const failing = (): void =>
      writer.transaction('note it', () => {
        db.exec("INSERT INTO notes VALUES (x'00')");
        throw failure;
      });
    expect(failing).toThrow(new StoreUnavailable('The event store could not note it: no.', { cause: failure }));
    expect(notes()).toBe(0);
    note(1);
    expect(notes()).toBe(1);
  });

  it('keeps the log bounded however much is written without a rest', async () => {
    await noteMebibytes(200);
    expect(logSize()).toBeGreaterThan(10 * MIB);
    expect(logSize()).toBeLessThan(100 * MIB);
    expect(statSync(databaseFile(folder)).size).toBeGreaterThan(100 * MIB);
  });

  it('leaves a short log alone', async () => {
    await noteMebibytes(10);
    await pause(200);
    expect(statSync(databaseFile(folder)).size).toBeLessThan(MIB);
  });

  it('writes on while a reader pins the log, and empties it when the reader has gone', async () => {
    note(1);
    const reader = connectReadOnly(databaseFile(folder));
    reader.exec('BEGIN; SELECT * FROM notes');
    await noteMebibytes(40);
    expect(await writer.emptyLog()).toBe(false);
    expect(notes()).toBe(41);
    expect(reader.prepare('SELECT count(*) AS notes FROM notes').get()).toMatchObject({ notes: 1 });
    reader.close();
    expect(await writer.emptyLog()).toBe(true);
    expect(logSize()).toBe(0);
  });

  it('leaves no log when it is closed, also while the log is being moved', async () => {
    await noteMebibytes(17);
    await turn();
    await writer.close();
    expect(existsSync(log())).toBe(false);
    expect(() => note(1)).toThrow('it is closed');
  });
});
