import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newEvent } from '../contract/store-under-test.js';
import { seal } from '../vault/seal.js';
import { connectReadOnly, databaseFile } from './connection.js';
import { openSqliteStore } from './open.js';
import type { SqliteStore } from './open.js';

const masterKey = new Uint8Array(32).fill(7);
let folder: string;
let opened: SqliteStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-store-'));
  opened = openSqliteStore({ folder, masterKey });
});
afterEach(async () => {
  await opened.store.close();
  rmSync(folder, { recursive: true });
});

describe('after a person was forgotten', () => {
  it('no file holds the text, its salt, its entry or the wrapped key', async () => {
    const { store, vault } = opened;
    const canary = 'Canary-Žofie-31415';
    const ada = seal(canary, ['ada']).kept;
    const ben = seal('about Ben', ['ben']).kept;
    await store.append('stream-canary', -1, [newEvent()], [ada, ben]);
    const secrets = [...rowsOf('ada', ada.ref), Buffer.from(canary), Buffer.from(ada.salt), Buffer.from(ada.salt, 'hex')];
    const others = rowsOf('ben', ben.ref);

    await vault.forget('ada');

    const files = bytesOfFiles();
    expect(files.includes('stream-canary')).toBe(true);
    expect(others.map((bytes) => files.includes(bytes))).toEqual([true, true]);
    expect(secrets.map((bytes) => files.includes(bytes))).toEqual(secrets.map(() => false));
  });

  it('a text in clear was in no file before either', async () => {
    const { kept } = seal('Canary-Žofie-31415', ['ada']);
    await opened.store.append('stream-canary', -1, [newEvent()], [kept]);
    const files = bytesOfFiles();
    for (const secret of [kept.text, kept.salt, Buffer.from(kept.salt, 'hex')]) expect(files.includes(secret)).toBe(false);
  });

  it('no copy of a key is left behind, whoever came and was forgotten in between', async () => {
    const { store, vault } = opened;
    const persons = Array.from({ length: 400 }, (_, index) => `person-${(index * 7919) % 400}`);
    const texts = persons.map((person) => seal(`about ${person}`, [person]).kept);
    for (let index = 0; index < persons.length; index += 1) {
      await store.append(`stream-${index}`, -1, [newEvent()], texts.slice(index, index + 1));
      if (index % 3 === 2) await vault.forget(persons[(index * 5) % index] ?? '');
    }
    const keys = new Map(persons.map((person) => [person, rowsOf(person)[0] ?? Buffer.alloc(0)]));
    const wiped = await vault.forgotten(persons);
    const later = persons.filter((person) => !wiped.has(person)).filter((_, index) => index % 2 === 0);
    for (const person of later) await vault.forget(person);

    const files = bytesOfFiles();
    const found = persons.filter((person) => files.includes(keys.get(person) ?? ''));
    const forgotten = await vault.forgotten(persons);
    expect(later.length).toBeGreaterThan(100);
    expect(found.filter((person) => !wiped.has(person))).toEqual(persons.filter((person) => !forgotten.has(person)));
  }, 30_000);

  it('a later backup holds no more of the person than the folder', async () => {
    const { store, vault, backup } = opened;
    const { kept } = seal('about Ada', ['ada']);
    await store.append('stream-canary', -1, [newEvent()], [kept]);
    const secrets = rowsOf('ada', kept.ref);
    await vault.forget('ada');
    const file = join(folder, 'later.backup');
    await backup(file);
    const bytes = readFileSync(file);
    expect(bytes.includes('stream-canary')).toBe(true);
    expect(secrets.map((secret) => bytes.includes(secret))).toEqual([false, false]);
  });
});

describe('keeping many texts one after the other, as a copy does', () => {
  it('leaves the log bounded', async () => {
    let largest = 0;
    for (let count = 0; count < 600; count += 1) {
      await opened.vault.put([seal('x'.repeat(256 * 1024), [`person-${count}`]).kept]);
      await turn();
      largest = Math.max(largest, statSync(`${databaseFile(folder)}-wal`).size);
    }
    expect(largest).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('forget', () => {
  it('waits until a reader has let go of the log that holds the key', async () => {
    const { kept } = seal('about Ada', ['ada']);
    await opened.store.append('stream-canary', -1, [newEvent()], [kept]);
    const [key = Buffer.alloc(0)] = rowsOf('ada');
    const reader = connectReadOnly(databaseFile(folder));
    reader.exec('BEGIN; SELECT * FROM persons');
    let done = false;
    const forgetting = opened.vault.forget('ada').then(() => (done = true));
    await pause(300);
    expect(done).toBe(false);
    expect(bytesOfFiles().includes(key)).toBe(true);
    reader.close();
    await forgetting;
    expect(bytesOfFiles().includes(key)).toBe(false);
  });

  it('leaves nothing of the key also while the log is being moved in the background', async () => {
    const { kept } = seal('about Ada', ['ada']);
    await opened.store.append('stream-canary', -1, [newEvent()], [kept]);
    const [key = Buffer.alloc(0)] = rowsOf('ada');
    // More than the log is let grow to.
    for (let from = -1; from < 400; from += 1) {
      await opened.store.append('long', from, [{ ...newEvent(), body: JSON.stringify({ text: 'x'.repeat(50_000) }) }]);
    }
    await opened.vault.forget('ada');
    expect(bytesOfFiles().includes(key)).toBe(false);
  });

  it('is finished by the next start when it was cut short', async () => {
    const { kept } = seal('about Ada', ['ada']);
    await opened.store.append('stream-canary', -1, [newEvent()], [kept]);
    const [key = Buffer.alloc(0)] = rowsOf('ada');
    const copy = mkdtempSync(join(tmpdir(), 'event-store-'));
    // A copy of the files as a crash right after the commit would leave them.
    const reader = connectReadOnly(databaseFile(folder));
    reader.exec('BEGIN; SELECT * FROM persons');
    const forgetting = opened.vault.forget('ada');
    await pause(10);
    execFileSync('cp', ['-r', `${folder}/.`, copy]);
    reader.close();
    await forgetting;
    expect(bytesOfFiles(copy).includes(key)).toBe(true);

    const again = openSqliteStore({ folder: copy, masterKey });
    expect(await again.vault.forgotten(['ada'])).toEqual(new Set(['ada']));
    expect(bytesOfFiles(copy).includes(key)).toBe(false);
    await again.store.close();
    rmSync(copy, { recursive: true });
  });
});

describe('keep', () => {
  it('keeps nothing of an append that is refused', async () => {
    const { kept } = seal('about Ada', ['ada']);
    await opened.store.append('one', -1, [newEvent()]);
    await expect(opened.store.append('one', -1, [newEvent()], [kept])).rejects.toMatchObject({ name: 'WrongExpectedRevision' });
    expect(await opened.vault.open([kept.ref])).toEqual(new Map());
    expect(rowsOf('ada')).toEqual([]);
  });

  it('a ref that is kept already stays as it is', async () => {
    const { kept } = seal('first', ['ada']);
    await opened.store.append('one', -1, [newEvent()], [kept]);
    await opened.store.append('one', 0, [newEvent()], [{ ...kept, text: 'second', persons: ['ben'] }]);
    expect((await opened.vault.open([kept.ref])).get(kept.ref)?.text).toBe('first');
    await opened.vault.forget('ben');
    expect((await opened.vault.open([kept.ref])).size).toBe(1);
  });

  it('a damaged key refuses the appends about that person and no others', async () => {
    await opened.store.append('one', -1, [newEvent()], [seal('about Ada', ['ada']).kept]);
    damage('persons', 'wrapped_key');
    const about = (person: string) => [seal(`about ${person}`, [person, 'cleo']).kept];
    const [ada, ben] = await Promise.allSettled([
      opened.store.append('one', 0, [newEvent()], about('ada')),
      opened.store.append('one', 0, [newEvent()], about('ben')),
    ]);
    expect(ada).toMatchObject({ reason: { message: "The vault's key for ada is damaged." } });
    expect(ben).toMatchObject({ value: { revision: 1 } });
  });
});

describe('open', () => {
  it('says so when an entry is damaged, and does not take it for forgotten', async () => {
    const { kept } = seal('about Ada', ['ada']);
    await opened.store.append('one', -1, [newEvent()], [kept]);
    damage('kept_texts', 'sealed');
    await expect(opened.vault.open([kept.ref])).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: `The vault's entry ${kept.ref} is damaged.`,
    });
  });

  it('does not remember what was forgotten', async () => {
    const { kept } = seal('about both', ['ada', 'ben']);
    await opened.store.append('one', -1, [newEvent()], [kept]);
    expect((await opened.vault.open([kept.ref])).size).toBe(1);
    await opened.vault.forget('ben');
    expect((await opened.vault.open([kept.ref])).size).toBe(0);
  });
});

/** The wrapped key of a person and, if asked for, the sealed entry of a text, as they lie in the file. */
function rowsOf(person: string, ref = ''): Buffer[] {
  const db = new DatabaseSync(databaseFile(folder), { readOnly: true });
  const rows = db
    .prepare('SELECT wrapped_key AS bytes FROM persons WHERE name = ? UNION ALL SELECT sealed FROM kept_texts WHERE ref = ?')
    .all(person, ref);
  db.close();
  return rows.map(({ bytes }) => Buffer.from(bytes as Uint8Array));
}

/** All bytes of all files, read from a copy: closing a file that SQLite has open in the same process would drop its locks. */
function bytesOfFiles(of = folder): Buffer {
  const copy = mkdtempSync(join(tmpdir(), 'event-store-copy-'));
  execFileSync('cp', ['-r', `${of}/.`, copy]);
  const bytes = Buffer.concat(readdirSync(copy).map((name) => readFileSync(join(copy, name))));
  rmSync(copy, { recursive: true });
  return bytes;
}

/** Overwrites the newest value of a column, as a fault of the disk would. */
function damage(table: string, column: string): void {
  const db = new DatabaseSync(databaseFile(folder));
  db.exec('DROP TRIGGER persons_are_only_forgotten');
  db.exec(`UPDATE ${table} SET ${column} = randomblob(length(${column}))`);
  db.close();
}
