import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { connect, databaseFile, makeDurable } from './connection.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('makeDurable', () => {
  it('commits are synchronous and deleted rows overwritten, on a new file and on the same file opened again', () => {
    for (const opening of ['new', 'again']) {
      const db = connect(databaseFile(folder));
      makeDurable(db);
      db.exec(`CREATE TABLE ${opening === 'new' ? 'one' : 'two'} (id INTEGER PRIMARY KEY)`);
      const settings = db
        .prepare('SELECT synchronous, journal_mode, secure_delete FROM pragma_synchronous, pragma_journal_mode, pragma_secure_delete')
        .get();
      expect(settings).toMatchObject({ synchronous: 2, journal_mode: 'wal', secure_delete: 1 });
      db.close();
    }
  });

  it('a database that cannot have a write-ahead log is refused', () => {
    const db = connect(':memory:');
    expect(() => makeDurable(db)).toThrow('cannot hold a write-ahead log');
    db.close();
  });
});
