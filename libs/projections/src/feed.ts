import type { EventReader, StoredEvent } from '@ladder/event-store';
import { decode, EVENT_TYPES } from '@ladder/ledger';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { Checkpoint } from './checkpoint.js';
import type { Projection, Rows } from './projection.js';
import { Quarantine } from './quarantine.js';
import type { Report } from './read-database.js';
import { isPoison, reasonOf } from './sqlite-failure.js';
import { tableIn } from './table-sets.js';
import type { Place } from './table-sets.js';
import { inTransaction } from './transaction.js';

/** Events read at a time when catching up. */
const PAGE = 1000;
/** Written in one go, so many rows hold up the event loop for about as long as a page. */
const ROWS_IN_ONE_GO = 2048;
const PAGES_TO_CATCH_UP = 64;
/** What a build gathers before it writes: the more, the fewer times a row is written. Some 20 MB at most. */
const ROWS_TO_BUILD = 65_536;
const PAGES_TO_BUILD = 256;

/** What is asked of the log to catch up with it. */
export type Log = Pick<EventReader, 'readAll'>;

/** Which tournament's ledger a stream is; null for a stream that is none. */
export type TournamentIn = (stream: string) => string | null;

/**
 * Feeds one table set of a projection. Rows and checkpoint are written in one transaction, so that every event is in the rows exactly once,
 * however often the log gives it and whenever the process dies. An event that cannot be taken is quarantined and passed over.
 */
export class Feed {
  readonly #rows: Rows;
  readonly #checkpoint: Checkpoint;
  readonly #quarantine: Quarantine;
  readonly #passedOver: ReadonlySet<string>;
  #position: bigint;

  constructor(
    private readonly db: DatabaseSync,
    readonly projection: Projection,
    place: Place,
    private readonly tournamentIn: TournamentIn,
    private readonly report: Report,
  ) {
    this.#rows = projection.rowsIn(db, (table) => tableIn(place, table));
    this.#checkpoint = new Checkpoint(db, projection.name, place);
    this.#quarantine = new Quarantine(db, projection.name, place);
    // A type that this version does not know might matter: it is decoded, and refused there.
    this.#passedOver = new Set(EVENT_TYPES.filter((type) => !projection.types.includes(type)));
    this.#position = this.#checkpoint.load();
  }

  /** Up to which position of the log the rows hold everything. */
  get position(): bigint {
    return this.#position;
  }

  get hasQuarantined(): boolean {
    return !this.#quarantine.isEmpty;
  }

  /** Fetches what the rows need to take these events. To be waited for before {@link take}. @throws StoreUnavailable: try again. */
  async ready(events: readonly StoredEvent[]): Promise<void> {
    await this.#rows.ready?.(events.filter(({ position, type }) => position > this.#position && !this.#passedOver.has(type)));
  }

  /**
   * Takes events that follow one another in the log, at once and in one transaction. Those that it has already are passed over.
   *
   * @throws what SQLite throws when the file cannot be written; nothing was taken then.
   */
  take(events: readonly StoredEvent[]): void {
    const fresh = events.filter(({ position }) => position > this.#position);
    const last = fresh.at(-1);
    if (last === undefined) return;
    try {
      for (const event of fresh) this.#apply(event);
      this.#commit(last);
    } catch (error) {
      this.#rows.forget();
      if (!isPoison(error)) throw error;
      this.#takeOneByOne(fresh, last);
    }
  }

  /**
   * Catches up by some pages, whose rows are written together. False when the log gave nothing more.
   *
   * @throws StoreUnavailable, and as {@link take} does.
   */
  async advance(log: Log): Promise<boolean> {
    const from = this.#position;
    try {
      const last = await this.#gather(log, PAGES_TO_CATCH_UP, ROWS_IN_ONE_GO);
      // A set that was built may have taken over meanwhile: it has these events.
      if (last !== undefined && this.#position === from) this.#commit(last);
      this.#rows.forget();
    } catch (error) {
      this.#rows.forget();
      if (!isPoison(error)) throw error;
      for (let pages = 0; pages < PAGES_TO_CATCH_UP; pages += 1) {
        const page = await log.readAll(this.#position, PAGE, this.#passedOver);
        await this.ready(page);
        this.take(page);
      }
    }
    return this.#position > from;
  }

  /**
   * Advances a set that is being built. Nobody reads it, and when it is cut off it is begun anew; so it gathers more, and writes that in
   * small transactions between which others have their turn. False when the log gave nothing more.
   *
   * @param reaches is told the position that each page reaches.
   * @throws StoreUnavailable, after which it can go on; anything else, a poisonous event too, leaves a set that is of no use.
   */
  async build(log: Log, reaches: (position: bigint) => void): Promise<boolean> {
    const last = await this.#gather(log, PAGES_TO_BUILD, ROWS_TO_BUILD, reaches);
    if (last === undefined) return false;
    while (this.#rows.waiting > ROWS_IN_ONE_GO) {
      inTransaction(this.db, () => this.#rows.write(ROWS_IN_ONE_GO));
      await turn();
    }
    this.#commit(last);
    return true;
  }

  /** Goes on from the checkpoint in the file: another set has taken over. */
  reload(): void {
    this.#rows.forget();
    this.#position = this.#checkpoint.load();
  }

  /** Takes pages into memory, up to a page that is not full; nothing when that fails. Returns the last event. */
  async #gather(log: Log, maxPages: number, maxRows: number, reaches: (position: bigint) => void = () => undefined) {
    let last: StoredEvent | undefined;
    try {
      for (let pages = 0; pages < maxPages && this.#rows.waiting < maxRows; pages += 1) {
        const page = await log.readAll(last?.position ?? this.#position, PAGE, this.#passedOver);
        const end = page.at(-1);
        if (end === undefined) break;
        await this.ready(page);
        for (const event of page) this.#apply(event);
        last = end;
        reaches(last.position);
      }
      return last;
    } catch (error) {
      this.#rows.forget();
      throw error;
    }
  }

  #apply({ stream, type, position, body }: StoredEvent): void {
    if (this.#passedOver.has(type)) return;
    const tournament = this.tournamentIn(stream);
    if (tournament !== null) this.#rows.take(tournament, decode(body), position);
  }

  #commit(last: StoredEvent): void {
    inTransaction(this.db, () => {
      this.#rows.write();
      this.#checkpoint.save(this.#position, last);
    });
    this.#position = last.position;
  }

  /** Finds out which of the events cannot be taken, and takes the others. */
  #takeOneByOne(events: readonly StoredEvent[], last: StoredEvent): void {
    const refused: string[] = [];
    inTransaction(this.db, () => {
      for (const event of events) {
        this.db.exec('SAVEPOINT one_event');
        try {
          this.#apply(event);
          this.#rows.write();
        } catch (error) {
          this.#rows.forget();
          if (!isPoison(error)) throw error;
          this.db.exec('ROLLBACK TO one_event');
          this.#quarantine.put(event, error);
          refused.push(`${event.type} at ${event.position}: ${reasonOf(error)}`);
        }
        this.db.exec('RELEASE one_event');
      }
      this.#checkpoint.save(this.#position, last);
    });
    this.#position = last.position;
    // One line, however many: a log that a newer version wrote may hold a great many.
    if (refused.length > 0) {
      this.report(this.projection.name, new Error(`${refused.length} events cannot be taken and are passed over, first ${refused[0]}`));
    }
  }
}
