import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@ladder/event-store';
import type { EventStore } from '@ladder/event-store';
import { MASTER_KEY } from '../material/master-key.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure } from '../measure/figure.ts';
import { inScratch } from '../measure/scratch.ts';

const WRITERS = [
  { writers: 1, atLeast: 1 },
  { writers: 16, atLeast: 5 },
  { writers: 64, atLeast: 7 },
];
/** As long as a recorded Warning. */
const BODY = JSON.stringify({ data: 'x'.repeat(500) });
const TYPE = 'WarningIssued';
/** So many fill a write-ahead log of 16 MiB. */
const FILLING = 1_500;

/**
 * Durable appends a second, of one event each, by so many writers each to a stream of its own, against the same rows written by hand: the same
 * tables with the same unique keys, one synced transaction a row.
 */
export async function figure(quick: boolean): Promise<Figure[]> {
  const each = quick ? 100 : 1_000;
  return inScratch(async (folder) => {
    const { store } = openSqliteStore({ folder: join(folder, 'ours'), masterKey: MASTER_KEY });
    const bare = bareTable(join(folder, 'bare.db'));
    const figures: Figure[] = [];
    // Until both logs have been filled and begun anew: a file that still grows takes twice as long to sync.
    await appendsPerSecond(store, 'filling', 1, FILLING);
    bare('filling', 1, FILLING);
    for (const { writers, atLeast } of WRITERS) {
      const runs = await runsOf(quick, async (run) => ({
        ours: await appendsPerSecond(store, `${writers}-${run}`, writers, Math.ceil((each * Math.min(writers, 8)) / writers)),
        against: bare(`${writers}-${run}`, writers, each),
      }));
      figures.push(
        compared(
          `store alone, ${writers} writer${writers > 1 ? 's' : ''}, against bare node:sqlite one by one (appends/s)`,
          { atLeast },
          runs,
        ),
      );
    }
    await store.close();
    return figures;
  });
}

/** @param each so many appends by each writer, who waits for one before the next. */
async function appendsPerSecond(store: EventStore, prefix: string, writers: number, each: number): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let revision = -1; revision < each - 1; revision += 1) {
        await store.append(`${prefix}-${writer}`, revision, [{ id: randomUUID(), type: TYPE, body: BODY }]);
      }
    }),
  );
  return (writers * each) / ((performance.now() - begin) / 1_000);
}

/** The least that keeps an event for good: what is told of it by unique keys, and a sync for each. */
function bareTable(file: string): (prefix: string, streams: number, count: number) => number {
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE events (
      position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
      body TEXT NOT NULL, UNIQUE (stream, revision)
    ) STRICT`);
  const addStream = db.prepare('INSERT INTO streams (name) VALUES (?)');
  const add = db.prepare('INSERT INTO events (stream, revision, id, type, body) VALUES (?, ?, ?, ?, ?)');
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  return (prefix, streams, count) => {
    const ids = Array.from({ length: streams }, (_, writer) => Number(addStream.run(`${prefix}-${writer}`).lastInsertRowid));
    const started = performance.now();
    for (let number = 0; number < count; number += 1) {
      begin.run();
      add.run(ids[number % streams] ?? 0, Math.floor(number / streams), randomUUID(), TYPE, BODY);
      commit.run();
    }
    return count / ((performance.now() - started) / 1_000);
  };
}
