import type { StoredEvent } from '@ladder/event-store';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Place } from './table-sets.js';

/** How far the rows of a table set have come in the log, kept beside the rows. */
export class Checkpoint {
  readonly #load: StatementSync;
  readonly #save: StatementSync;

  constructor(
    db: DatabaseSync,
    private readonly projection: string,
    private readonly place: Place,
  ) {
    this.#load = db.prepare('SELECT position FROM checkpoints WHERE projection = ? AND place = ?', { readBigInts: true });
    this.#save = db.prepare(
      'UPDATE checkpoints SET position = ?, stream = ?, revision = ?, id = ? WHERE projection = ? AND place = ? AND position = ?',
    );
  }

  /** The position of the last event taken; `0n` before the first. */
  load(): bigint {
    return this.#load.get(this.projection, this.place)?.['position'] as bigint;
  }

  /**
   * Moves on from one event to a later one, in the transaction that writes the rows.
   *
   * @throws Error when it does not stand where the caller left it: another process writes to the file, and the same events would be taken twice.
   */
  save(from: bigint, { position, stream, revision, id }: StoredEvent): void {
    const { changes } = this.#save.run(position, stream, revision, id, this.projection, this.place, from);
    if (changes === 0) throw new Error(`The checkpoint of ${this.projection} is not at ${from}: another process writes to it.`);
  }
}
