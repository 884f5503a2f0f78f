import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { idsOf, newEvent, newEvents } from '../contract/store-under-test.js';
import { EventIdTaken, StoreUnavailable, WrongExpectedRevision } from '../store-errors.js';
import { connect, databaseFile, makeDurable } from './connection.js';
import { createTables } from './schema.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { Writer } from './writer.js';

let folder: string;
let db: DatabaseSync;
let store: SqliteEventStore;
let failures: StoreUnavailable[];
let keep: () => void;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-store-'));
  db = connect(databaseFile(folder));
  makeDurable(db);
  createTables(db, new Uint8Array(32));
  failures = [];
  keep = () => undefined;
  const writer = new Writer(db, databaseFile(folder), (failure) => failures.push(failure));
  store = new SqliteEventStore(
    db,
    writer,
    () => keep(),
    () => writer.close(),
  );
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const large = () => ({ ...newEvent(), body: JSON.stringify({ text: 'x'.repeat(200_000) }) });

describe('appends that wait at the same time', () => {
  it('are one commit', async () => {
    const before = commits();
    await Promise.all(Array.from({ length: 100 }, (_, index) => store.append(`stream-${index}`, -1, [newEvent()])));
    expect(commits()).toBe(before + 1);
  });

  it('are more than one commit when they are large, so that nobody waits long', async () => {
    const before = commits();
    await Promise.all(Array.from({ length: 60 }, (_, index) => store.append(`stream-${index}`, -1, [large()])));
    expect(commits()).toBe(before + 2);
  });

  it('are each recorded or refused on their own, in the order in which they came', async () => {
    const [first, second, third] = [newEvent(), newEvent(), newEvent()];
    const answers = await Promise.allSettled([
      store.append('one', -1, [first]),
      store.append('one', -1, [newEvent()]),
      store.append('one', 0, [second]),
      store.append('two', 4, [newEvent()]),
      store.append('two', -1, [first]),
      store.append('one', -1, [first]),
      store.append('two', -1, [third]),
    ]);
    expect(answers).toMatchObject([
      { value: { revision: 0, position: 1n } },
      { reason: { name: 'WrongExpectedRevision', actual: 0 } },
      { value: { revision: 1, position: 2n } },
      { reason: { name: 'WrongExpectedRevision', actual: -1 } },
      { reason: { name: 'EventIdTaken' } },
      { value: { revision: 0, position: 1n } },
      { value: { revision: 0, position: 3n } },
    ]);
    expect(idsOf(await store.readAll(0n, 10))).toEqual(idsOf([first, second, third]));
  });

  it('are recorded without the one that meets a taken event id, of which neither event nor stream is left', async () => {
    const [taken, first, second] = [newEvent(), newEvent(), newEvent()];
    await store.append('one', -1, [taken]);
    const before = commits();
    const answers = await Promise.allSettled([
      store.append('one', 0, [first]),
      store.append('two', -1, [newEvent(), taken]),
      store.append('three', -1, [second]),
    ]);
    expect(answers).toMatchObject([
      { value: { revision: 1, position: 2n } },
      { reason: { name: 'EventIdTaken', message: expect.stringContaining(taken.id) } },
      { value: { revision: 0, position: 3n } },
    ]);
    expect(idsOf(await store.readAll(0n, 10))).toEqual(idsOf([taken, first, second]));
    expect(await store.streams('', '', 10)).toEqual(['one', 'three']);
    expect(commits()).toBe(before + 1);
  });

  it('are all refused when their commit fails, and the next ones follow without a gap', async () => {
    await store.append('one', -1, [newEvent()]);
    limitPagesTo(60);
    const group = [
      store.append('one', 0, [newEvent()]),
      store.append('two', -1, [large(), large()]),
      store.append('three', -1, [newEvent()]),
    ];
    for (const answer of await Promise.allSettled(group)) {
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: { message: 'The event store could not record what was appended: the disk is full.' },
      });
    }
    expect(await store.lastRevision('one')).toBe(0);
    expect(await store.streams('', '', 10)).toEqual(['one']);

    limitPagesTo(100_000);
    await store.append('one', 0, newEvents(2));
    await store.append('two', -1, [large()]);
    expect((await store.readAll(0n, 10)).map(({ position }) => position)).toEqual([1n, 2n, 3n, 4n]);
    expect(failures).toEqual([]);
  });

  it('are taken up to 10,000; one more is told that the store is busy', async () => {
    const waiting = Array.from({ length: 10_000 }, (_, index) =>
      store.append(`stream-${index % 10}`, Math.floor(index / 10) - 1, [newEvent()]),
    );
    await expect(store.append('one', -1, [newEvent()])).rejects.toThrow('The event store is busy');
    const answers = await Promise.all(waiting);
    expect(answers.map(({ position }) => position)).toEqual(answers.map((_, index) => BigInt(index + 1)));
    expect(await store.append('one', -1, [newEvent()])).toEqual({ revision: 0, position: 10_001n });
  });
});

describe('an append', () => {
  it('of an event id that is in another place already is refused', async () => {
    const event = newEvent();
    await store.append('one', -1, [event]);
    await expect(store.append('two', -1, [event])).rejects.toThrow(EventIdTaken);
    await expect(store.append('one', 0, [event])).rejects.toThrow(EventIdTaken);
  });

  it('sent again answers with the position of the first', async () => {
    const events = newEvents(2);
    const first = await store.append('one', -1, events);
    await store.append('one', 1, newEvents(3));
    expect(await store.append('one', -1, events)).toEqual(first);
  });

  it('whose texts the vault cannot take is refused alone', async () => {
    keep = () => {
      throw new StoreUnavailable('The key is damaged.');
    };
    const refused = store.append('one', -1, [newEvent()]);
    await expect(refused).rejects.toThrow('The key is damaged.');
    keep = () => undefined;
    expect(await store.append('one', -1, [newEvent()])).toEqual({ revision: 0, position: 1n });
  });

  it('to a store that cannot be written is refused, and reads go on', async () => {
    await store.append('one', -1, newEvents(3));
    db.exec('PRAGMA query_only = ON');
    await expect(store.append('one', 2, [newEvent()])).rejects.toThrow(StoreUnavailable);
    expect(await store.readStream('one', 0, 10)).toHaveLength(3);
    db.exec('PRAGMA query_only = OFF');
    await expect(store.append('one', 1, [newEvent()])).rejects.toThrow(WrongExpectedRevision);
    expect((await store.append('one', 2, [newEvent()])).position).toBe(4n);
  });

  it('gets a position that is exact also beyond the whole numbers of a double', async () => {
    const last = 2n ** 53n + 1n;
    db.exec('DROP TRIGGER events_are_appended_without_gaps');
    db.exec(`INSERT INTO streams VALUES (1, 'one'); INSERT INTO events VALUES (${last}, 1, 0, '${newEvent().id}', 'T', '{}')`);
    expect(await store.append('one', 0, [newEvent()])).toEqual({ revision: 1, position: last + 1n });
    expect((await store.readAll(last, 1)).map(({ position }) => position)).toEqual([last + 1n]);
    expect(await store.lastPosition()).toBe(last + 1n);
  });
});

/** Counts the frames that end a commit in the write-ahead log: https://sqlite.org/fileformat2.html#walformat */
function commits(): number {
  const [header, frame] = [32, 24 + 4096];
  const log = readFileSync(`${databaseFile(folder)}-wal`);
  const frames = Array.from({ length: Math.floor((log.length - header) / frame) }, (_, index) => log.subarray(header + index * frame));
  return frames.filter((bytes) => bytes.readUInt32BE(4) > 0).length;
}

/** Stands for the size of the disk: SQLite answers with the same error. */
function limitPagesTo(pages: number): void {
  db.exec(`PRAGMA max_page_count = ${pages}`);
}
