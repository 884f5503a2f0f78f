import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { EventReader } from '@ladder/event-store';
import { Feed } from '../feed.js';
import type { Log, TournamentIn } from '../feed.js';
import { openReadDatabase, removeReadDatabase } from '../read-database.js';
import type { Report } from '../read-database.js';
import type { Progress } from '../runner.js';
import { isPoison } from '../sqlite-failure.js';
import { readyTables } from '../table-sets.js';
import { facts } from './facts.js';
import type { FactSources } from './fact-sources.js';
import { AnalyticsReader } from './reader.js';

export interface AnalyticsSettings extends FactSources {
  readonly store: Pick<EventReader, 'readAll' | 'lastPosition'>;
  readonly tournamentIn: TournamentIn;
  /** Told of events that cannot be taken. */
  readonly report: Report;
  /** Told how far it has come, and how far it has to go, as positions of the log. */
  readonly progress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a whole log into a temporary file of facts, up to where it ended at the beginning, for the time that `read` takes. The file goes
 * whatever happens, also when the process is made to exit meanwhile.
 *
 * @throws StoreUnavailable when log or vault do not answer; the signal's reason when it was aborted.
 */
export async function withAnalytics<T>(
  { store, tournamentIn, report, progress = () => undefined, signal, ...sources }: AnalyticsSettings,
  read: (analytics: AnalyticsReader) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `ladder-analytics-${process.pid}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const log: Log = {
    readAll: (...read) => {
      signal?.throwIfAborted();
      return store.readAll(...read);
    },
  };
  const end = await store.lastPosition();
  const build = async (db: DatabaseSync, eventByEvent: boolean): Promise<void> => {
    const projection = facts(sources);
    readyTables(db, [projection]);
    const feed = new Feed(db, projection, 'live', tournamentIn, report);
    const reaches = (position: bigint): void => progress(Number(position), Number(end));
    while (feed.position < end) {
      const more = eventByEvent ? await feed.advance(log) : await feed.build(log, reaches);
      if (eventByEvent) reaches(feed.position);
      if (!more) return;
    }
  };
  let db = openReadDatabase(folder, report);
  try {
    try {
      await build(db, false);
    } catch (error) {
      if (signal?.aborted || !isPoison(error)) throw error;
      // What was written so far is of no use: with one event that cannot be taken, they are taken one by one.
      db.close();
      removeReadDatabase(folder);
      db = openReadDatabase(folder, report);
      await build(db, true);
    }
    return await read(new AnalyticsReader(db));
  } finally {
    db.close();
    remove();
    process.off('exit', remove);
  }
}
