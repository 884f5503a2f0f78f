import type { Counted, Peer, Warned } from './peer.ts';

interface Detail {
  readonly aggregateId: string;
  readonly version: number;
  readonly type: string;
  readonly payload: Warned;
}

interface State extends Counted {
  readonly aggregateId: string;
}

/** What is used of the two packages, which are installed in this folder or not. */
interface Core {
  EventType: new (given: { type: string }) => unknown;
  EventStore: new (given: {
    eventStoreId: string;
    eventTypes: unknown[];
    reducer: (before: State | undefined, event: Detail) => State;
    eventStorageAdapter: unknown;
  }) => {
    pushEvent(event: Detail): Promise<unknown>;
    getAggregate(id: string): Promise<{ aggregate?: State }>;
  };
}

interface InMemory {
  InMemoryEventStorageAdapter: new () => unknown;
}

const TYPE = 'WARNING_ISSUED';

/** castore, in memory. @throws if it is not installed. */
export async function castore(): Promise<Peer> {
  const { EventStore, EventType } = (await import(name('@castore/core'))) as Core;
  const { InMemoryEventStorageAdapter } = (await import(name('@castore/event-storage-adapter-in-memory'))) as InMemory;
  const store = new EventStore({
    eventStoreId: 'TOURNAMENTS',
    eventTypes: [new EventType({ type: TYPE })],
    reducer: (before, { aggregateId, version, payload }) => ({
      aggregateId,
      version,
      warnings: (before?.warnings ?? 0) + (payload.player === '' ? 0 : 1),
    }),
    eventStorageAdapter: new InMemoryEventStorageAdapter(),
  });
  return {
    name: 'castore 2.4.2 in memory',
    append: (aggregateId, version, payload) => store.pushEvent({ aggregateId, version: version + 1, type: TYPE, payload }),
    load: async (id) => (await store.getAggregate(id)).aggregate ?? { version: 0, warnings: 0 },
    close: () => Promise.resolve(),
  };
}

/** Kept from the compiler, which would look for a package that need not be there. */
function name(name: string): string {
  return name;
}
