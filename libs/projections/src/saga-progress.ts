import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** In milliseconds: a saga that moves with every ruling would otherwise write with every ruling. */
const BETWEEN_WRITES = 250;

/**
 * Where the escalation saga has come to in the log. It lies in the disposable file because losing it costs time and no Game Loss: what is
 * settled is not owed again. So it is written now and then, and when the file is closed; a crash takes the last quarter of a second with it.
 */
export class SagaProgress {
  readonly #load: StatementSync;
  readonly #save: StatementSync;
  #unwritten: bigint | undefined;
  #writtenAt = -Infinity;

  constructor(db: DatabaseSync) {
    this.#load = db.prepare('SELECT position FROM saga_progress', { readBigInts: true });
    this.#save = db.prepare(
      'INSERT INTO saga_progress (only, position) VALUES (1, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
    );
  }

  /** The position that was saved last; `0n` when there is none. */
  load(): Promise<bigint> {
    return Promise.resolve(this.#unwritten ?? (this.#load.get()?.['position'] as bigint | undefined) ?? 0n);
  }

  save(position: bigint): Promise<void> {
    return new Promise((resolve) => {
      this.#unwritten = position;
      if (performance.now() - this.#writtenAt >= BETWEEN_WRITES) this.write();
      resolve();
    });
  }

  /** Writes what was saved and is not written yet. */
  write(): void {
    if (this.#unwritten === undefined) return;
    this.#save.run(this.#unwritten);
    this.#unwritten = undefined;
    this.#writtenAt = performance.now();
  }
}
