import { START, streamNameFilter } from '@eventstore/db-client';
import type { AllStreamResolvedEvent, EventStoreDBClient } from '@eventstore/db-client';
import { Commits } from '../commits.js';
import type { StoredEvent } from '../port.js';
import { pauseAfter, waitFor } from './backoff.js';
import { EVENTS, PULSE } from './names.js';
import { OF_LEADER, positionOf, storedEvent } from './reading.js';

/** How much of the log's end is kept: followers that are further behind read pages from the server. */
const MOST_EVENTS = 8192;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** So many events are looked through on the server before it says how far it has come. */
const SEARCH_WINDOW = 256;

/**
 * The end of the log, kept up to date by the one subscription of this process; all followers are served from it. The server filters by how streams
 * are named. A subscription that fails or falls silent is opened again, for ever, after the last event that it gave.
 */
export class Tail {
  readonly #client: EventStoreDBClient;
  readonly #commits = new Commits();
  readonly #closing: AbortSignal;
  readonly #report: (error: unknown) => void;
  /** All events of ours after `#from` and up to `#to`, in order. */
  #events: StoredEvent[] = [];
  #characters = 0;
  #from = 0n;
  #to = 0n;
  #restart: (error: Error) => void = () => undefined;
  #onPulse: (id: string) => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(client: EventStoreDBClient, closing: AbortSignal, report: (error: unknown) => void) {
    this.#client = client;
    this.#closing = closing;
    this.#report = report;
  }

  /**
   * @param after where to begin: the position of the last event of all.
   * @param onPulse is told the id of each pulse that comes by.
   */
  start(after: bigint, onPulse: (id: string) => void): void {
    this.#from = this.#to = after;
    this.#onPulse = onPulse;
    this.#running = this.#run();
  }

  /** At most `most` events after a position; undefined when the position lies before what is kept. */
  after(position: bigint, most: number): StoredEvent[] | undefined {
    if (position < this.#from) return undefined;
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.position ?? 0n) <= position) low = middle + 1;
      else high = middle;
    }
    return this.#events.slice(low, low + most);
  }

  /** Resolves when something came, or the signal aborts. As with `Commits`, who found nothing must ask in the same turn. */
  next(signal: AbortSignal): Promise<void> {
    return this.#commits.next(signal);
  }

  /** Opens the subscription anew. */
  restart(reason: string): void {
    this.#restart(new Error(reason));
  }

  /** Everyone who waits looks again; resolves when the subscription has ended. The signal has been aborted before. */
  async close(): Promise<void> {
    this.#commits.announce();
    this.restart('closing');
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let tries = 0; !this.#closing.aborted; tries += 1) {
      const error = await this.#subscribe(() => (tries = 0)).catch((failure: unknown) => failure);
      if (!this.#isClosing()) this.#report(error);
      await waitFor(pauseAfter(tries), this.#closing);
    }
  }

  /** Asked anew: the compiler believes that what was asked before an `await` still holds. */
  #isClosing(): boolean {
    return this.#closing.aborted;
  }

  /** Rejects when the subscription ends, for whatever reason; then the call is ended too, which leaving it would not do. */
  async #subscribe(goesWell: () => void): Promise<void> {
    let live = true;
    const subscription = this.#client.subscribeToAll({
      fromPosition: this.#to === 0n ? START : { commit: this.#to, prepare: this.#to },
      filter: streamNameFilter({
        prefixes: [EVENTS, PULSE],
        maxSearchWindow: SEARCH_WINDOW,
        checkpointReached: (reached, { commit }) => {
          // Events that wait to be taken lie before it; the next one will say the same and more.
          if (live && reached.readableLength === 0) this.#moveTo(commit);
        },
      }),
      ...OF_LEADER,
    });
    try {
      await new Promise<never>((_, reject) => {
        this.#restart = reject;
        subscription.on('error', reject);
        subscription.on('end', () => reject(new Error('The subscription has ended.')));
        subscription.on('close', () => reject(new Error('The subscription was closed.')));
        subscription.on('data', (resolved: AllStreamResolvedEvent) => {
          if (!live) return;
          goesWell();
          this.#take(resolved);
        });
      });
    } finally {
      live = false;
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  #take({ event }: AllStreamResolvedEvent): void {
    if (!event) return;
    const position = positionOf(event);
    if (position <= this.#to) return;
    if (event.streamId === PULSE) this.#onPulse(event.id);
    else if (event.streamId.startsWith(EVENTS)) this.#keep(storedEvent(event));
    this.#moveTo(position);
  }

  #keep(event: StoredEvent): void {
    this.#events.push(event);
    this.#characters += event.body.length;
    if (this.#events.length <= MOST_EVENTS && this.#characters <= MOST_CHARACTERS) return;
    // Half at a time, so that the rest is not moved for each event.
    const dropped = this.#events.splice(0, Math.ceil(this.#events.length / 2));
    for (const { body } of dropped) this.#characters -= body.length;
    this.#from = dropped.at(-1)?.position ?? this.#from;
  }

  #moveTo(position: bigint): void {
    if (position > this.#to) this.#to = position;
    this.#commits.announce();
  }
}
