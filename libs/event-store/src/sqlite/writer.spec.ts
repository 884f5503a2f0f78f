import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
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
  writer = new Writer(db, () => undefined);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const note = (bytes: number): void => {
  writer.transaction('note', () => db.prepare('INSERT INTO notes VALUES (zeroblob(?))').run(bytes));
};
const notes = (): unknown => db.prepare('SELECT count(*) AS notes FROM notes').get()?.['notes'];
const logSize = (): number => statSync(`${databaseFile(folder)}-wal`).size;

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

  it('keeps the log near 16 MiB however much is written', () => {
    for (let written = 0; written < 100; written += 1) {
      note(MIB);
      writer.checkpointWhenDue();
    }
    expect(logSize()).toBeGreaterThan(10 * MIB);
    expect(logSize()).toBeLessThan(20 * MIB);
  });

  it('writes on while a reader pins the log, and empties it when the reader has gone', () => {
    note(1);
    const reader = connectReadOnly(databaseFile(folder));
    reader.exec('BEGIN; SELECT * FROM notes');
    for (let written = 0; written < 40; written += 1) {
      note(MIB);
      writer.checkpointWhenDue();
    }
    expect(writer.emptyLog()).toBe(false);
    expect(notes()).toBe(41);
    expect(reader.prepare('SELECT count(*) AS notes FROM notes').get()).toMatchObject({ notes: 1 });
    reader.close();
    expect(writer.emptyLog()).toBe(true);
    expect(logSize()).toBe(0);
  });
});
