import type { StoredEvent } from '@ladder/event-store';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { reasonOf } from './sqlite-failure.js';
import type { Place } from './table-sets.js';

/** The events that a table set could not take, and why. They stay until the projection is rebuilt by a version that can. */
export class Quarantine {
  readonly #put: StatementSync;
  readonly #any: StatementSync;

  constructor(
    db: DatabaseSync,
    private readonly projection: string,
    private readonly place: Place,
  ) {
    this.#put = db.prepare(
      'INSERT INTO quarantined (projection, place, position, stream, revision, type, error) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#any = db.prepare('SELECT 1 FROM quarantined WHERE projection = ? AND place = ? LIMIT 1');
  }

  /** Records an event that is passed over, in the transaction that moves the checkpoint past it. */
  put({ position, stream, revision, type }: StoredEvent, error: unknown): void {
    this.#put.run(this.projection, this.place, position, stream, revision, type, reasonOf(error));
  }

  get isEmpty(): boolean {
    return this.#any.get(this.projection, this.place) === undefined;
  }
}
