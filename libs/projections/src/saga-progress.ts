import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Where the escalation saga has come to in the log. It lies in the disposable file because losing it costs time and no Game Loss: what is
 * settled is not owed again. Saving costs no fsync.
 */
export class SagaProgress {
  readonly #load: StatementSync;
  readonly #save: StatementSync;

  constructor(db: DatabaseSync) {
    this.#load = db.prepare('SELECT position FROM saga_progress', { readBigInts: true });
    this.#save = db.prepare(
      'INSERT INTO saga_progress (only, position) VALUES (1, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
    );
  }

  /** The position that was saved last; `0n` when there is none. */
  load(): Promise<bigint> {
    return Promise.resolve((this.#load.get()?.['position'] as bigint | undefined) ?? 0n);
  }

  save(position: bigint): Promise<void> {
    return new Promise((resolve) => {
      this.#save.run(position);
      resolve();
    });
  }
}
