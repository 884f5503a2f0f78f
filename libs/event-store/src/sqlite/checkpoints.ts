import { Worker } from 'node:worker_threads';

/** The file beside this one, as it is: TypeScript where the sources run, JavaScript where they were built. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js', import.meta.url);

/**
 * Runs checkpoints of a database file in a thread of its own, with its own connection: to copy 16 MiB and sync them would hold up the event loop for
 * some 20 ms. The thread is begun with the first checkpoint, and keeps the process alive only while it runs one.
 */
export class Checkpoints {
  readonly #file: string;
  #thread: Worker | undefined;
  #answer: ((failure?: Error) => void) | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Moves the log, as it is now and as far as no reader needs it, into the database file. Commits may go on meanwhile. Not to be asked for again
   * before it has answered.
   *
   * @throws what SQLite answered; an Error when the thread has ended.
   */
  async run(): Promise<void> {
    const thread = (this.#thread ??= this.#begin());
    thread.ref();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#answer = (failure) => (failure ? reject(failure) : resolve());
        thread.postMessage(null);
      });
    } finally {
      thread.unref();
    }
  }

  /** Ends the thread, and with it its connection. */
  async end(): Promise<void> {
    await this.#thread?.terminate();
  }

  #begin(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#file, execArgv: ['--disable-warning=ExperimentalWarning'] });
    // An error would lose on its way the code by which a broken disk is told, so what it says comes by itself.
    thread.on('message', ({ failure }: { failure?: { message: string } }) =>
      this.#answer?.(failure && Object.assign(new Error(failure.message), failure)),
    );
    thread.on('error', (failure: Error) => this.#answer?.(failure));
    // One that ended is begun anew with the next checkpoint.
    thread.on('exit', () => {
      this.#thread = undefined;
      this.#answer?.(new Error('the thread of checkpoints has ended'));
    });
    return thread;
  }
}
