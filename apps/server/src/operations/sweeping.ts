import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Between passes, in milliseconds: what is swept has waited for a day. */
const HOUR = 60 * 60 * 1_000;

/** Sweeps the vault of a shared store at the start, and then every hour. A pass that fails is followed by the next, which goes on where it was. */
export class Sweeping {
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  /**
   * @param sweep makes one pass, and tells how many texts it took out.
   */
  constructor(
    private readonly sweep: (signal: AbortSignal) => Promise<number>,
    private readonly log: Pick<Logger, 'info' | 'warn'>,
    private readonly every = HOUR,
  ) {}

  start(): void {
    this.#running ??= this.#run(this.#stopping.signal);
  }

  /** Ends a pass that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const texts = await this.sweep(signal);
        if (texts > 0) this.log.info({ texts }, 'swept the vault: nothing had referred to them for a day');
      } catch (error) {
        if (!this.#isStopping()) this.log.warn({ err: error }, 'the vault cannot be swept: trying again in an hour');
      }
      await pause(this.every, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Asked anew: the compiler believes that what was asked before an `await` still holds. */
  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }
}
