import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { EventReader, StoredEvent } from '../port.js';
import { reading } from './reading.js';

const COLUMNS = 'streams.name AS stream, events.revision, events.position, events.id, events.type, events.body';

type EventRow = [stream: string, revision: bigint, position: bigint, id: string, type: string, body: string];

/** Reads events from a connection. */
export class SqliteEventReader implements EventReader {
  readonly #stream: StatementSync;
  readonly #all: StatementSync;
  readonly #passingOver: StatementSync;
  readonly #lastRevision: StatementSync;
  readonly #lastPosition: StatementSync;
  readonly #streams: StatementSync;

  constructor(db: DatabaseSync) {
    // Rows as arrays are read faster, and integers as bigint are never rounded.
    const prepare = (sql: string): StatementSync => db.prepare(sql, { returnArrays: true, readBigInts: true });
    this.#stream = prepare(`
      SELECT ${COLUMNS} FROM streams CROSS JOIN events ON events.stream = streams.id
      WHERE streams.name = ? AND events.revision >= ? ORDER BY events.revision LIMIT ?`);
    this.#all = prepare(`
      SELECT ${COLUMNS} FROM events CROSS JOIN streams ON streams.id = events.stream
      WHERE events.position > ? ORDER BY events.position LIMIT ?`);
    // Positions have no gaps, so it is known where a page ends; of what is passed over nothing but its type is fetched.
    this.#passingOver = prepare(`
      SELECT ${COLUMNS} FROM events CROSS JOIN streams ON streams.id = events.stream
      WHERE events.position > ?1 AND events.position <= ?1 + ?2 AND (
        events.type NOT IN (SELECT value FROM json_each(?3)) OR events.position = min(?1 + ?2, (SELECT max(position) FROM events))
      ) ORDER BY events.position`);
    this.#lastRevision = prepare('SELECT max(revision) FROM events WHERE stream = (SELECT id FROM streams WHERE name = ?)');
    this.#lastPosition = prepare('SELECT max(position) FROM events');
    this.#streams = prepare('SELECT name FROM streams WHERE name >= ? AND name > ? ORDER BY name LIMIT ?');
  }

  readStream(stream: string, fromRevision: number, maxCount: number): Promise<StoredEvent[]> {
    return reading(() => rows(this.#stream.all(stream, fromRevision, atLeastOne(maxCount))).map(eventOf));
  }

  /** Reads after a turn of the event loop, so that a long replay, page after page, holds up nobody. */
  async readAll(after: bigint, maxCount: number, passingOver?: ReadonlySet<string>): Promise<StoredEvent[]> {
    await turn();
    return reading(() => {
      const most = atLeastOne(maxCount);
      if (!passingOver) return this.pageAfter(after, most);
      return rows(this.#passingOver.all(after, most, JSON.stringify([...passingOver]))).map(eventOf);
    });
  }

  lastRevision(stream: string): Promise<number> {
    return reading(() => Number(valueOf(this.#lastRevision.get(stream)) ?? -1));
  }

  lastPosition(): Promise<bigint> {
    return reading(() => BigInt(valueOf(this.#lastPosition.get()) ?? 0));
  }

  streams(prefix: string, after: string, limit: number): Promise<string[]> {
    return reading(() => {
      const names = this.#streams.all(prefix, after, atLeastOne(limit)).map((row) => String(valueOf(row)));
      // Names with the prefix stand together, so the first without it is the end of them.
      const end = names.findIndex((name) => !name.startsWith(prefix));
      return end < 0 ? names : names.slice(0, end);
    });
  }

  /** At most `maxCount` events after position `after`, at once. */
  protected pageAfter(after: bigint, maxCount: number): StoredEvent[] {
    return rows(this.#all.all(after, maxCount)).map(eventOf);
  }
}

/** SQLite takes a negative limit for none. */
function atLeastOne(count: number): number {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`A page holds a whole number of entries from 1 on, not ${count}.`);
  return count;
}

function eventOf([stream, revision, position, id, type, body]: EventRow): StoredEvent {
  return { stream, revision: Number(revision), position, id, type, body };
}

/** The types of `node:sqlite` do not know that rows come as arrays here. */
function rows(found: unknown): EventRow[] {
  return found as EventRow[];
}

function valueOf(row: unknown): bigint | string | null {
  return (row as [bigint | string | null])[0];
}
