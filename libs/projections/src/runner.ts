import { StoreUnavailable } from '@ladder/event-store';
import type { EventStore, StoredEvent } from '@ladder/event-store';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { Feed } from './feed.js';
import type { Log, TournamentIn } from './feed.js';
import type { Projection } from './projection.js';
import type { Report } from './read-database.js';
import { isPoison } from './sqlite-failure.js';
import { createBuildingTables, readyTables, takeOver } from './table-sets.js';

/** Told how far a rebuild has come, and how far it has to go, as positions of the log. */
export type Progress = (done: number, total: number) => void;

/** Between tries, in milliseconds: doubled from the first to the longest, for ever. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 30_000;

/**
 * After each delivery, in milliseconds: what comes meanwhile is written in one transaction. Who waits for a position ends it, and the first event
 * after a rest is not kept waiting at all.
 */
const GATHERING = 25;
/** So many events at once are more than gathering brings together: there are more of them. */
const MANY_EVENTS = 128;

const THE_LOG = 'the log';

/** A rebuild that is under way, and those who watch it. */
interface Rebuild {
  readonly done: Promise<void>;
  readonly watchers: Set<Progress>;
}

/**
 * Keeps projections up to date. One follower of the log serves all of them. A projection that is behind, after a start or when its file could
 * not be written, catches up beside it in big pages and then joins. A rebuild fills a second set of tables in the same way, which takes over
 * when it has come as far as the live one. What fails is tried for ever with growing pauses.
 */
export class Runner {
  readonly #feeds: ReadonlyMap<string, Feed>;
  readonly #cutOff: readonly string[];
  /** Those that have everything up to {@link #seen} and get what follows as it comes. */
  readonly #live = new Set<Feed>();
  readonly #rebuilds = new Map<string, Rebuild>();
  readonly #failing = new Set<string>();
  readonly #tasks = new Set<Promise<void>>();
  readonly #waiting = new Set<() => void>();
  readonly #stop = new AbortController();
  /** Ends the gathering that is under way. */
  #hurry: () => void = () => undefined;
  /** Ends whatever reads it page by page when the runner stops. */
  readonly #log: Log = {
    readAll: (...read) =>
      this.#isStopped() ? Promise.reject(new StoreUnavailable('The projections are stopped.')) : this.store.readAll(...read),
  };
  #turn: Promise<unknown> = Promise.resolve();
  #seen = 0n;

  constructor(
    private readonly db: DatabaseSync,
    private readonly store: Pick<EventStore, 'follow' | 'readAll' | 'lastPosition'>,
    projections: readonly Projection[],
    private readonly tournamentIn: TournamentIn,
    private readonly report: Report,
  ) {
    this.#cutOff = readyTables(db, projections);
    this.#feeds = new Map(projections.map((each) => [each.name, new Feed(db, each, 'live', tournamentIn, report)]));
  }

  /** Begins where it was. @param end the position of the log's last event. */
  start(end: bigint): void {
    this.#seen = end;
    this.#begin(this.#untilDone(THE_LOG, (goesWell) => this.#follow(goesWell)));
    for (const feed of this.#feeds.values()) {
      // A projection that has nothing yet is built as one that is rebuilt.
      if (feed.position === 0n && end > 0n) this.#beginRebuild(feed);
      else this.#begin(this.#bringUp(feed));
    }
    for (const name of this.#cutOff) this.rebuild(name).catch(() => undefined);
  }

  /** Ends after the batch at hand. A rebuild that is under way starts again at the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#hurry();
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    this.#announce();
  }

  get names(): readonly string[] {
    return [...this.#feeds.keys()];
  }

  /** Up to which position of the log every projection holds everything. */
  get position(): bigint {
    return [...this.#feeds.values()].map(({ position }) => position).reduce((lowest, each) => (each < lowest ? each : lowest));
  }

  /** What is wrong at present: projections that passed over an event or cannot be written, or the log that cannot be followed. */
  get failing(): readonly string[] {
    const incomplete = [...this.#feeds.values()].filter(({ hasQuarantined }) => hasQuarantined).map(({ projection }) => projection.name);
    return [...new Set([...this.#failing, ...incomplete])];
  }

  /** Waits until every projection holds everything up to `position`, at most `ms` milliseconds; tells whether that came true. */
  async reaches(position: bigint, ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    while (this.position < position) {
      const left = deadline - performance.now();
      if (left <= 0 || this.#isStopped()) return false;
      this.#hurry();
      await this.#moved(left);
    }
    return true;
  }

  /**
   * Builds the rows of a projection anew from the log beside the live ones, and puts them in their place. A rebuild that is under way is joined.
   *
   * @throws RangeError when there is no such projection; Error when the runner was stopped before the end.
   */
  async rebuild(name: string, progress: Progress = () => undefined): Promise<void> {
    const feed = this.#feeds.get(name);
    if (!feed) throw new RangeError(`There is no projection ${name}: there are ${this.names.join(', ')}.`);
    const running = this.#rebuilds.get(name) ?? this.#beginRebuild(feed);
    running.watchers.add(progress);
    await running.done;
    // One that has taken over is not among them any more.
    if (this.#rebuilds.get(name) === running) throw new Error(`The rebuild of ${name} was stopped; it starts again at the next start.`);
  }

  #beginRebuild(live: Feed): Rebuild {
    const { name } = live.projection;
    const watchers = new Set<Progress>();
    const done = this.#rebuild(live, (position, goal) => {
      for (const watcher of watchers) watcher(position, goal);
    });
    const rebuild = { done, watchers };
    this.#rebuilds.set(name, rebuild);
    this.#begin(done);
    return rebuild;
  }

  #rebuild(live: Feed, progress: Progress): Promise<void> {
    const { projection } = live;
    // The live one may be further than the follower, just after it caught up.
    const goal = (): bigint => (live.position > this.#seen ? live.position : this.#seen);
    const reaches = (position: bigint): void => progress(Number(position), Number(goal()));
    let begun: Feed | undefined;
    let eventByEvent = false;
    return this.#untilDone(`the rebuild of ${projection.name}`, async () => {
      const building = (begun ??= this.#beginBuilding(projection));
      const advance = async (): Promise<boolean> => {
        if (!eventByEvent) return building.build(this.#log, reaches);
        const more = await building.advance(this.#log);
        reaches(building.position);
        return more;
      };
      try {
        await this.#catchUp(building, goal, advance);
        await this.#alone(async () => {
          await this.#catchUp(building, goal, advance);
          if (this.#isStopped()) return;
          takeOver(this.db, projection);
          live.reload();
          this.#live.add(live);
          this.#rebuilds.delete(projection.name);
        });
        this.#announce();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) begun = undefined;
        eventByEvent ||= isPoison(error);
        throw error;
      }
    });
  }

  #beginBuilding(projection: Projection): Feed {
    createBuildingTables(this.db, projection);
    return new Feed(this.db, projection, 'building', this.tournamentIn, this.report);
  }

  /** Lets a projection that is behind catch up, and join those that are up to date. */
  #bringUp(feed: Feed): Promise<void> {
    const goal = (): bigint => this.#seen;
    const advance = async (): Promise<boolean> => {
      const more = await feed.advance(this.#log);
      this.#announce();
      return more;
    };
    return this.#untilDone(feed.projection.name, async () => {
      await this.#catchUp(feed, goal, advance);
      await this.#alone(async () => {
        await this.#catchUp(feed, goal, advance);
        this.#live.add(feed);
      });
    });
  }

  /** Reads up to a goal. While the follower goes on the goal moves, so this comes near it; done {@link #alone}, it gets there. */
  async #catchUp(feed: Feed, goal: () => bigint, advance: () => Promise<boolean>): Promise<void> {
    while (feed.position < goal() && !this.#isStopped()) {
      if (!(await advance())) throw new StoreUnavailable('The log does not give again what it gave before.');
    }
  }

  async #follow(goesWell: () => void): Promise<void> {
    // It answers, which an idle log would not show; what follows may still fail, so the pauses go on growing until an event came.
    await this.store.lastPosition();
    this.#failing.delete(THE_LOG);
    for await (const events of this.store.follow(this.#seen, this.#stop.signal)) {
      goesWell();
      await this.#alone(() => this.#deliver(events));
      if (events.length < MANY_EVENTS) await this.#gathered();
    }
    if (!this.#isStopped()) throw new StoreUnavailable('The log ended without a reason.');
  }

  async #deliver(events: readonly StoredEvent[]): Promise<void> {
    this.#seen = events.at(-1)?.position ?? this.#seen;
    for (const feed of this.#live) {
      try {
        await feed.ready(events);
        feed.take(events);
      } catch (error) {
        // Its file could not be written, or what it needs could not be had. It is behind from now on.
        this.#live.delete(feed);
        this.#fails(feed.projection.name, error);
        this.#begin(this.#bringUp(feed));
      }
      // Each writes for a millisecond or two, and judges wait for answers meanwhile.
      await turn();
    }
    this.#announce();
  }

  /** Resolves when enough was gathered, or when somebody waits for what is in the log by now. */
  #gathered(): Promise<void> {
    if (this.#waiting.size > 0 || this.#isStopped()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, GATHERING);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Works while nothing is delivered to the live feeds, and no other feed joins or takes over. */
  #alone(work: () => void | Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Tries for ever with growing pauses, until the work is done or the runner stops. Red meanwhile. */
  async #untilDone(what: string, work: (goesWell: () => void) => Promise<void>): Promise<void> {
    let tries = 0;
    const goesWell = (): void => {
      tries = 0;
      this.#failing.delete(what);
    };
    while (!this.#isStopped()) {
      try {
        await work(goesWell);
        goesWell();
        return;
      } catch (error) {
        if (this.#isStopped()) return;
        this.#fails(what, error);
        const ms = Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE);
        tries += 1;
        await pause(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
  }

  #fails(what: string, error: unknown): void {
    this.#failing.add(what);
    this.report(what, error);
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  #begin(task: Promise<void>): void {
    const tracked = task.finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }

  #announce(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when a projection has moved, or after `ms`. */
  #moved(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiting.add(wake);
    });
  }
}
