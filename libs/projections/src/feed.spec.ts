import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventStore, StoredEvent } from '@ladder/event-store';
import fc from 'fast-check';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { newEvent, newFolder, openLog, opening, removeFolders, tournamentIn, warning } from '../spec/log.js';
import { Feed } from './feed.js';
import { openReadDatabase, readDatabaseFile } from './read-database.js';
import { readyTables } from './table-sets.js';
import { WarningCounters, warningCounters } from './warning-counters.js';

/** Real logs on a disk that others may be using. */
jest.setTimeout(60_000);

describe('a projection that is fed', () => {
  let store: EventStore;
  let events: StoredEvent[];
  const reported: unknown[] = [];

  beforeEach(() => {
    store = openLog(newFolder());
    reported.length = 0;
  });
  afterEach(async () => {
    await store.close();
    removeFolders();
  });

  it('has counted every event once, wherever a crash cut it off', async () => {
    await logOf(opening(), warning('p-1'), warning('p-2'), warning('p-1'), warning('p-1'));
    expect(crashAtEveryWrite(DyingDatabase)).toEqual(new Set([JSON.stringify({ 'p-1': 3, 'p-2': 1 })]));
  });

  it('would be seen to count wrongly if it saved its checkpoint in another transaction', async () => {
    await logOf(opening(), warning('p-1'), warning('p-2'), warning('p-1'), warning('p-1'));
    expect(crashAtEveryWrite(CheckpointApart)).not.toEqual(new Set([JSON.stringify({ 'p-1': 3, 'p-2': 1 })]));
  });

  it('counts an event once, however often and in whatever batches the log gives it', async () => {
    await logOf(opening(), ...Array.from({ length: 11 }, (_, index) => warning(`p-${index % 3}`)));
    const batch = fc.tuple(fc.nat(11), fc.nat(11)).map(([one, other]) => [Math.min(one, other), Math.max(one, other) + 1] as const);
    fc.assert(
      fc.property(fc.array(batch), (batches) => {
        const { feed, counts, close } = opened();
        // A log repeats, and it leaves nothing out.
        let reached = 0;
        for (const [from, to] of batches) {
          if (from > reached) continue;
          feed.take(events.slice(from, to));
          reached = Math.max(reached, to);
        }
        feed.take(events.slice(reached));
        expect(counts()).toEqual({ 'p-0': 4, 'p-1': 4, 'p-2': 3 });
        close();
      }),
      { numRuns: 30 },
    );
  });

  const unreadable = () => ({ ...warning('p-1'), body: '{"type":' });
  it.each([
    ['of a schema that this version does not know', () => newEvent('WarningIssued', { player: 'p-1', category: 'slow-play' }, 2)],
    ['of a type that this version does not know', () => newEvent('WarningForgiven', { player: 'p-1' })],
    ['that is no JSON', unreadable],
    ['without the data it should have', () => newEvent('RulingVoided', {})],
    ['of a category that the edition does not know', () => warning('p-1', 'no-such-category')],
    [
      'that takes away a Warning that was never given',
      () =>
        newEvent('RulingVoided', {
          changes: [{ player: 'p-9', category: 'slow-play', wasInTally: true, staysInTally: false, becomes: null }],
        }),
    ],
  ])('quarantines an event %s, and goes on', async (_, poison) => {
    await logOf(opening(), warning('p-1'), poison(), warning('p-2'), warning('p-1'));
    for (const live of [true, false]) {
      const { db, feed, counts, close } = opened();
      if (live) feed.take(events);
      else await feed.advance(store);
      expect(counts()).toEqual({ 'p-1': 2, 'p-2': 1 });
      expect(feed.position).toBe(events.at(-1)?.position);
      expect(feed.hasQuarantined).toBe(true);
      expect(db.prepare('SELECT projection, place, position, type FROM quarantined').all()).toEqual([
        { projection: 'warning-counters', place: 'live', position: 3, type: events[2]?.type },
      ]);
      close();
    }
    expect(reported).toHaveLength(2);
  });

  it('passes over streams that are no ledgers, and what does not matter to it without parsing it, and moves its checkpoint past them', async () => {
    await store.append('something-else', -1, [newEvent('WarningIssued', { player: 'p-1', category: 'slow-play' }), newEvent('Other', {})]);
    await logOf(opening(), { ...newEvent('NoticeAcknowledged', {}), body: 'no JSON' });
    const { feed, counts, close } = opened();
    await feed.advance(store);
    expect([counts(), feed.position, feed.hasQuarantined]).toEqual([{}, 4n, false]);
    close();
  });

  it('goes on behind pages of events that do not matter to it', async () => {
    await logOf(opening(), ...Array.from({ length: 2100 }, () => newEvent('HeadJudgeNotified', {})), warning('p-1'));
    const { feed, counts, close } = opened();
    await feed.advance(store);
    expect([counts(), feed.position]).toEqual([{ 'p-1': 1 }, 2102n]);
    close();
  });

  it('refuses to go on where another process has fed the same file', async () => {
    await logOf(opening(), warning('p-1'));
    const { db, feed, counts, close } = opened();
    const other = new Feed(db, warningCounters, 'live', tournamentIn, () => undefined);
    feed.take(events);
    expect(() => other.take(events)).toThrow('another process writes to it');
    expect(counts()).toEqual({ 'p-1': 1 });
    close();
  });

  it('takes nothing when its file cannot be written, and says so', async () => {
    await logOf(opening(), warning('p-1'));
    const { file, feed, counts, close } = opened();
    const outside = new DatabaseSync(file);
    outside.exec('BEGIN IMMEDIATE');
    expect(() => feed.take(events)).toThrow('database is locked');
    expect([counts(), feed.position, feed.hasQuarantined]).toEqual([{}, 0n, false]);
    outside.exec('ROLLBACK');
    outside.close();
    feed.take(events);
    expect(counts()).toEqual({ 'p-1': 1 });
    close();
  });

  async function logOf(...toAppend: Parameters<EventStore['append']>[2]): Promise<void> {
    await store.append('tournament-t', -1, toAppend);
    events = await store.readAll(0n, 1000);
  }

  function opened(folder = newFolder()) {
    const db = openReadDatabase(folder, () => undefined);
    readyTables(db, [warningCounters]);
    const feed = new Feed(db, warningCounters, 'live', tournamentIn, (what) => reported.push(what));
    return { db, file: readDatabaseFile(folder), feed, counts: () => countsIn(db), close: () => db.close() };
  }

  /** What is counted in the end, after a crash at the first write, at the second, and so on; each outcome once. */
  function crashAtEveryWrite(Connection: typeof DyingDatabase): Set<string> {
    const outcomes = new Set<string>();
    let crashed = true;
    for (let writes = 0; crashed; writes += 1) {
      const folder = newFolder();
      opened(folder).close();
      crashed = feedUntilDeath(new Connection(readDatabaseFile(folder), writes));
      const { feed, counts, close } = opened(folder);
      feed.take(events);
      outcomes.add(JSON.stringify(counts()));
      close();
    }
    return outcomes;
  }

  function feedUntilDeath(db: DyingDatabase): boolean {
    try {
      const feed = new Feed(db, warningCounters, 'live', tournamentIn, () => undefined);
      for (let from = 0; from < events.length; from += 2) feed.take(events.slice(from, from + 2));
      return false;
    } catch {
      return true;
    } finally {
      db.close();
    }
  }
});

/** A connection whose process dies after so many writes: what it has not committed is gone. */
class DyingDatabase extends DatabaseSync {
  constructor(
    file: string,
    private writesLeft: number,
  ) {
    super(file);
  }

  override exec(sql: string): void {
    this.#live();
    super.exec(sql);
  }

  override prepare(...args: Parameters<DatabaseSync['prepare']>): StatementSync {
    const statement = super.prepare(...args);
    const run = statement.run.bind(statement) as (...values: unknown[]) => ReturnType<StatementSync['run']>;
    statement.run = (...values: unknown[]) => {
      this.#live();
      return run(...values);
    };
    return statement;
  }

  #live(): void {
    // An I/O error, so that no event is blamed.
    if (this.writesLeft === 0) throw Object.assign(new Error('the power was cut'), { errcode: 10 });
    this.writesLeft -= 1;
  }
}

/** What must not be: the checkpoint is saved in a transaction of its own. */
class CheckpointApart extends DyingDatabase {
  override prepare(...args: Parameters<DatabaseSync['prepare']>): StatementSync {
    const statement = super.prepare(...args);
    if (!args[0].startsWith('UPDATE checkpoints')) return statement;
    const run = statement.run as (...values: unknown[]) => ReturnType<StatementSync['run']>;
    statement.run = (...values: unknown[]) => {
      this.exec('COMMIT');
      this.exec('BEGIN IMMEDIATE');
      return run(...values);
    };
    return statement;
  }
}

function countsIn(db: DatabaseSync): Record<string, number> {
  return Object.fromEntries(new WarningCounters(db).countersOf('t').map(({ player, warnings }) => [player, warnings]));
}
