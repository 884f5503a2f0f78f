import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { Commits } from '../commits.js';
import { readNow } from './reading.js';

/** So many events are looked through for moved streams at a time; it also bounds the names that wait for a slow group. */
const EVENTS_AT_A_TIME = 1024;

/** How far a group has come in the log, and the names it has yet to give out. */
interface Group {
  position: bigint;
  moved: string[];
}

/** Gives the names of moved streams to groups. A group reads the log from where it was founded, so it holds no queue that could overflow. */
export class WakeGroups {
  readonly #commits: Commits;
  readonly #groups = new Map<string, Group>();
  readonly #lastPosition: StatementSync;
  readonly #movedAfter: StatementSync;

  constructor(db: DatabaseSync, commits: Commits) {
    this.#commits = commits;
    this.#lastPosition = db.prepare('SELECT coalesce(max(position), 0) AS position FROM events', { readBigInts: true });
    this.#movedAfter = db.prepare(
      `SELECT streams.name, max(page.position) AS position
       FROM (SELECT stream, position FROM events WHERE position > ? ORDER BY position LIMIT ${EVENTS_AT_A_TIME}) AS page
       JOIN streams ON streams.id = page.stream
       GROUP BY page.stream ORDER BY 2`,
      { readBigInts: true },
    );
  }

  /** Joins a group, founding it when it is new: it is woken for what is appended from this call on. */
  join(name: string, signal: AbortSignal): AsyncIterable<string> {
    const group = this.#groups.get(name) ?? { position: readNow(() => this.#lastPosition.get()?.['position'] as bigint), moved: [] };
    this.#groups.set(name, group);
    return this.#wake(group, signal);
  }

  async *#wake(group: Group, signal: AbortSignal): AsyncGenerator<string> {
    while (!signal.aborted) {
      const name = group.moved.shift();
      if (name !== undefined) yield name;
      else if (this.#lookFurther(group)) await turn();
      else await this.#commits.next(signal);
    }
  }

  /** Returns whether any stream has moved. */
  #lookFurther(group: Group): boolean {
    const moved = readNow(() => this.#movedAfter.all(group.position));
    group.moved.push(...moved.map((row) => row['name'] as string));
    group.position = (moved.at(-1)?.['position'] as bigint | undefined) ?? group.position;
    return moved.length > 0;
  }
}
