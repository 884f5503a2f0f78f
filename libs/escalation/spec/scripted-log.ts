import { StoreUnavailable } from '@ladder/event-store';
import type { StoredEvent } from '@ladder/event-store';
import { streamOf } from '@ladder/ledgers';

/** A log that goes the way a spec tells it to: events come when they are added, and it fails and comes back on demand. */
export class ScriptedLog {
  readonly #events: StoredEvent[] = [];
  #next = Promise.withResolvers<'look again' | 'it is over'>();
  #failure: Error | undefined;
  /** From where it was followed, each time. */
  readonly followedFrom: bigint[] = [];
  /** How many batches were asked for and given. */
  given = 0;

  /** Something happens in each of these tournaments, in this order. */
  add(...tournaments: readonly string[]): void {
    this.addTo(...tournaments.map(streamOf));
  }

  addTo(...streams: readonly string[]): void {
    for (const stream of streams) {
      const position = BigInt(this.#events.length + 1);
      this.#events.push({ stream, revision: 0, position, id: '', type: 'Noted', body: '{}' });
    }
    this.#announce('look again');
  }

  /** Whoever follows is thrown out, and the log cannot be read until it is back. */
  fails(): void {
    this.#failure = new StoreUnavailable('the connection is lost');
    this.#announce('look again');
  }

  isBack(): void {
    this.#failure = undefined;
  }

  /** Whoever follows comes to an end that the log does not have. */
  dropsItsFollowers(): void {
    this.#announce('it is over');
  }

  lastPosition(): Promise<bigint> {
    return this.#failure ? Promise.reject(this.#failure) : Promise.resolve(BigInt(this.#events.length));
  }

  /** Batches of at most three. */
  async *follow(after: bigint, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    this.followedFrom.push(after);
    signal.addEventListener('abort', () => this.#announce('look again'));
    let seen = Number(after);
    while (!signal.aborted) {
      if (this.#failure) throw this.#failure;
      const batch = this.#events.slice(seen, seen + 3);
      if (batch.length > 0) {
        seen += batch.length;
        this.given += 1;
        yield batch;
      } else if ((await this.#next.promise) === 'it is over') return;
    }
  }

  #announce(what: 'look again' | 'it is over'): void {
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers();
    resolve(what);
  }
}
