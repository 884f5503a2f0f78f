import { StoreUnavailable } from '@ladder/event-store';
import type { EventReader, EventStore } from '@ladder/event-store';
import type { DatabaseSync } from 'node:sqlite';
import type { TournamentIn } from './feed.js';
import type { Projection } from './projection.js';
import { openReadDatabase, removeReadDatabase } from './read-database.js';
import type { Report } from './read-database.js';
import { Runner } from './runner.js';
import type { Progress } from './runner.js';
import { SagaProgress } from './saga-progress.js';
import { reasonOf } from './sqlite-failure.js';
import { Tournaments, tournaments } from './tournaments.js';
import { WarningCounters, warningCounters } from './warning-counters.js';

export interface ProjectionSettings {
  /** The data folder, which must exist; the read models lie in its `read.db`, of which each process needs its own. */
  readonly folder: string;
  readonly store: Pick<EventStore, 'follow' | 'readAll' | 'readStream' | 'lastPosition'>;
  /** What is kept besides the Warning counters and the tournaments. */
  readonly besides: readonly Projection[];
  readonly tournamentIn: TournamentIn;
  readonly report: Report;
}

/** What spans tournaments, kept up to date with the log. */
export interface Projections {
  readonly counters: WarningCounters;
  readonly tournaments: Tournaments;
  /** Where the saga has come to; its place is here because it is as disposable as the rest. */
  readonly sagaProgress: SagaProgress;
  /** The names that {@link rebuild} takes. */
  readonly names: readonly string[];
  /** Up to which position of the log all of them hold everything. */
  readonly position: bigint;
  /** What is wrong at present: projections that passed over an event or cannot be written, or the log. Empty: all is well. */
  readonly failing: readonly string[];
  /** Waits until all of them hold everything up to `position`, at most `ms` milliseconds; tells whether that came true. */
  reaches(position: bigint, ms: number): Promise<boolean>;
  /** Waits until all of them hold what is in the log now, at most `ms` milliseconds; tells whether that came true. */
  catchUp(ms: number): Promise<boolean>;
  /**
   * Builds a projection anew beside the live one, which is read meanwhile, and lets it take over.
   *
   * @param progress is told positions of the log: how far it has come, and how far it has to go.
   * @throws RangeError for an unknown name; Error when it was stopped before the end, after which it starts again at the next start.
   */
  rebuild(name: string, progress?: Progress): Promise<void>;
  /** Ends after the batch at hand and closes the file. Nothing can be read from then on. */
  stop(): Promise<void>;
}

/**
 * Opens the read models of a data folder and begins to follow the log from where they are. A file that is damaged, is not ours, or has seen
 * what the log does not hold (it was restored from a backup) is removed and built anew, and that is reported.
 *
 * @throws FolderUnusable when the file cannot be opened or made.
 * @throws StoreUnavailable when the log does not answer.
 */
export async function openProjections({ folder, store, besides, tournamentIn, report }: ProjectionSettings): Promise<Projections> {
  const end = await store.lastPosition();
  const opened = (db: DatabaseSync) => ({
    db,
    runner: new Runner(db, store, [warningCounters, tournaments, ...besides], tournamentIn, report),
    counters: new WarningCounters(db),
    tournaments: new Tournaments(db),
    sagaProgress: new SagaProgress(db),
  });
  const { db, runner, ...readers } = openedOrAnew(await openThatFollowed(store, end, folder, report), opened, folder, report);
  runner.start(end);
  return {
    ...readers,
    names: runner.names,
    get position() {
      return runner.position;
    },
    get failing() {
      return runner.failing;
    },
    reaches: (position, ms) => runner.reaches(position, ms),
    catchUp: async (ms) => runner.reaches(await store.lastPosition(), ms),
    rebuild: (name, progress) => runner.rebuild(name, progress),
    stop: async () => {
      await runner.stop();
      try {
        readers.sagaProgress.write();
      } catch {
        // The saga looks through a little more at the next start.
      }
      db.close();
    },
  };
}

/** What is opened in the file, or in one that is made anew where its tables are not what they should be. */
function openedOrAnew<T>(db: DatabaseSync, opened: (db: DatabaseSync) => T, folder: string, report: Report): T {
  try {
    return opened(db);
  } catch (error) {
    db.close();
    removeReadDatabase(folder);
    report('read.db', damaged(error));
    return opened(openReadDatabase(folder, report));
  }
}

/** Opens the file, and makes it anew if it has followed another log than this one. */
async function openThatFollowed(log: Pick<EventReader, 'readStream'>, end: bigint, folder: string, report: Report): Promise<DatabaseSync> {
  const db = openReadDatabase(folder, report);
  let why = new Error('It has seen what the log does not hold: it is removed and built anew from the log.');
  try {
    if (await hasFollowed(db, log, end)) return db;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    why = damaged(error);
  }
  db.close();
  removeReadDatabase(folder);
  report('read.db', why);
  return openReadDatabase(folder, report);
}

function damaged(error: unknown): Error {
  return new Error(`It is damaged (${reasonOf(error)}): it is removed and built anew from the log.`, { cause: error });
}

/** Whether each last event that a checkpoint remembers is in the log, at its place, and the saga has not come further than the log. */
async function hasFollowed(db: DatabaseSync, log: Pick<EventReader, 'readStream'>, end: bigint): Promise<boolean> {
  const remembered = db
    .prepare('SELECT position, stream, revision, id FROM checkpoints WHERE id IS NOT NULL', { readBigInts: true })
    .all() as unknown as { position: bigint; stream: string; revision: bigint; id: string }[];
  for (const { position, stream, revision, id } of remembered) {
    const [event] = await log.readStream(stream, Number(revision), 1);
    if (event?.id !== id || event.position !== position) return false;
  }
  return (await new SagaProgress(db).load()) <= end;
}
