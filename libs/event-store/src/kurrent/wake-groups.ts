import { END, PINNED, persistentSubscriptionToAllSettingsFromDefaults, streamNameFilter } from '@eventstore/db-client';
import type { EventStoreDBClient, PersistentSubscriptionToAll, PersistentSubscriptionToAllResolvedEvent } from '@eventstore/db-client';
import { Commits } from '../commits.js';
import { isGroupThere, unavailable } from './kurrent-failure.js';
import { EVENTS } from './names.js';

/** So many events the server gives one process before they are acknowledged. */
const BUFFER = 32;

/** What this process has heard for a group and not yet given to one of its joiners. */
interface Heard {
  readonly moved: Set<string>;
  readonly commits: Commits;
  joiners: number;
  failure: Error | undefined;
  leave: () => void;
}

/**
 * Gives the names of moved streams to groups that span processes: one persistent subscription a group, taken part in once by each process. It only
 * wakes, so that every event is acknowledged when it comes, and none is parked. When it fails, all who joined here are told, and join again.
 */
export class WakeGroups {
  readonly #client: EventStoreDBClient;
  readonly #groups = new Map<string, Heard>();
  readonly #closing: AbortSignal;

  constructor(client: EventStoreDBClient, closing: AbortSignal) {
    this.#client = client;
    this.#closing = closing;
  }

  join(name: string, signal: AbortSignal): AsyncIterable<string> {
    return this.#wake(this.#heardOf(name), signal);
  }

  /** Everyone who waits looks again: the signal has been aborted before. */
  close(): void {
    for (const { commits, leave } of this.#groups.values()) {
      leave();
      commits.announce();
    }
  }

  async *#wake(heard: Heard, signal: AbortSignal): AsyncGenerator<string> {
    heard.joiners += 1;
    try {
      while (!signal.aborted) {
        if (this.#closing.aborted) throw unavailable('wake anybody', 'it is closed');
        if (heard.failure) throw unavailable('wake anybody', heard.failure);
        const [name] = heard.moved;
        if (name === undefined) {
          await heard.commits.next(signal);
          continue;
        }
        heard.moved.delete(name);
        yield name;
      }
    } finally {
      heard.joiners -= 1;
      if (heard.joiners === 0) heard.leave();
    }
  }

  #heardOf(name: string): Heard {
    const known = this.#groups.get(name);
    if (known) return known;
    const heard: Heard = { moved: new Set(), commits: new Commits(), joiners: 0, failure: undefined, leave: () => undefined };
    this.#groups.set(name, heard);
    this.#listen(name, heard).catch((error: unknown) => {
      heard.failure = error instanceof Error ? error : new Error(String(error));
      if (this.#groups.get(name) === heard) this.#groups.delete(name);
      heard.commits.announce();
    });
    return heard;
  }

  /** Rejects when the subscription ends, for whatever reason; resolves when nobody here takes part any more. */
  async #listen(name: string, heard: Heard): Promise<void> {
    const left = Promise.withResolvers<undefined>();
    heard.leave = () => {
      if (this.#groups.get(name) === heard) this.#groups.delete(name);
      left.resolve(undefined);
    };
    await Promise.race([this.#found(name), left.promise]);
    if (this.#groups.get(name) !== heard) return;
    const subscription = this.#client.subscribeToPersistentSubscriptionToAll(name, { bufferSize: BUFFER });
    try {
      await Promise.race([left.promise, failureOf(subscription, (moved) => this.#hear(heard, moved))]);
    } finally {
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  #hear(heard: Heard, stream: string): void {
    heard.moved.add(stream.slice(EVENTS.length));
    heard.commits.announce();
  }

  /** Makes the group on the server unless it is there: it wakes for what is appended from now on. */
  async #found(name: string): Promise<void> {
    const settings = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: END, consumerStrategyName: PINNED });
    try {
      await this.#client.createPersistentSubscriptionToAll(name, settings, { filter: streamNameFilter({ prefixes: [EVENTS] }) });
    } catch (error) {
      if (!isGroupThere(error)) throw error;
    }
  }
}

function failureOf(subscription: PersistentSubscriptionToAll, hear: (stream: string) => void): Promise<never> {
  return new Promise((_, reject) => {
    subscription.on('error', reject);
    subscription.on('end', () => reject(new Error('The subscription has ended.')));
    subscription.on('close', () => reject(new Error('The subscription was closed.')));
    subscription.on('data', (resolved: PersistentSubscriptionToAllResolvedEvent) => {
      if (resolved.event) hear(resolved.event.streamId);
      subscription.ack(resolved).catch(reject);
    });
  });
}
