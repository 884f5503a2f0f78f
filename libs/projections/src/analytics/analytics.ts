import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { readDatabaseFile } from '../read-database.js';
import type { AnalyticsProjection } from './definition.js';
import { keysOf, rowsQuery, suppressedQuery } from './question.js';
import type { AnalyticsQuery, AnalyticsQuestion, AnalyticsRow } from './question.js';
import { rowOf } from './reader.js';

/** Some rows of an answer. */
export interface AnalyticsPage {
  readonly items: readonly AnalyticsRow[];
  /** How many cells of the whole answer are suppressed. */
  readonly suppressed: number;
  /** The `after` of the next page; null at the end. */
  readonly next: readonly SQLInputValue[] | null;
}

type Rows = readonly Readonly<Record<string, unknown>>[];

interface Waiting {
  readonly resolve: (rows: readonly Rows[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The file beside this one, as it is: TypeScript where the sources run, JavaScript where they were built. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './reading-thread.ts' : './reading-thread.js', import.meta.url);

/**
 * Reads analytics projections from the read models of a data folder, which {@link openProjections} keeps. A season is many rows: they are counted in
 * a thread of their own, so that no ruling waits for a statistic.
 */
export class Analytics {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #asked = 0;

  constructor(private readonly folder: string) {}

  /**
   * Some rows of an answer, in the order of its keys.
   *
   * @param after the `next` of the page before; null for the first.
   * @throws what SQLite throws when the file cannot be read; Error when it was stopped meanwhile.
   */
  async page(
    projection: AnalyticsProjection,
    question: AnalyticsQuestion,
    after: readonly SQLInputValue[] | null,
    limit: number,
  ): Promise<AnalyticsPage> {
    const [rows = [], [counted] = []] = await this.#ask([
      rowsQuery(projection, question, after, limit + 1),
      suppressedQuery(projection, question),
    ]);
    const items = rows.slice(0, limit).map(rowOf);
    const last = items.at(-1);
    const next = last && rows.length > limit ? keysOf(projection, question).map((key) => last[key] as SQLInputValue) : null;
    return { items, suppressed: Number(counted?.['suppressed']), next };
  }

  /** Ends the thread; who still waits is refused. */
  async stop(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(queries: readonly AnalyticsQuery[]): Promise<readonly Rows[]> {
    const thread = (this.#thread ??= this.#begin());
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.postMessage({ id, queries });
    });
  }

  #begin(): Worker {
    const thread = new Worker(THREAD, { workerData: readDatabaseFile(this.folder), execArgv: ['--disable-warning=ExperimentalWarning'] });
    let failure: unknown = new Error('The analytics were stopped.');
    thread.on('message', ({ id, rows, error }: { id: number; rows?: readonly Rows[]; error?: unknown }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (rows) waiting?.resolve(rows);
      else waiting?.reject(error);
    });
    thread.on('error', (error) => {
      failure = error;
    });
    // One that ended is begun anew with the next question.
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const { reject } of this.#waiting.values()) reject(failure);
      this.#waiting.clear();
    });
    return thread;
  }
}
