import { createRequire } from 'node:module';
import type { Peer, Warned } from './peer.ts';

interface Root {
  version: number;
  applyEvent(event: object): void;
  commit(): object[];
  loadFromHistory(events: unknown): Promise<void>;
}

/** What is used of the package, which is installed in this folder or not. */
interface Ocoda {
  Aggregate: (options: { streamName: string }) => (type: object) => void;
  Event: (name: string) => (type: object) => void;
  EventHandler: (type: object) => (prototype: object, method: string) => void;
  AggregateRoot: new () => Root;
  EventMap: new () => { register(type: object, serializer: object): void };
  EventStream: { for(type: object, id: unknown): unknown };
  UUID: { generate(): unknown };
}

interface Integration {
  InMemoryEventStore: new (map: unknown) => {
    publish: (envelope: unknown) => void;
    setup(): unknown;
    appendEvents(stream: unknown, version: number, events: object[]): Promise<unknown>;
    getEvents(stream: unknown): unknown;
  };
}

/** \@ocoda/event-sourcing, in memory. @throws if it is not installed. */
export function ocoda(): Peer {
  const load = createRequire(import.meta.url);
  load('reflect-metadata');
  const { Aggregate, AggregateRoot, Event, EventHandler, EventMap, EventStream, UUID } = load('@ocoda/event-sourcing') as Ocoda;
  const { InMemoryEventStore } = load('@ocoda/event-sourcing/dist/integration/event-store/in-memory.event-store.js') as Integration;

  class WarningIssued {
    readonly warned: Warned;
    constructor(warned: Warned) {
      this.warned = warned;
    }
  }
  class Tournament extends AggregateRoot {
    warnings = 0;
    onWarningIssued({ warned }: WarningIssued): void {
      if (warned.player !== '') this.warnings += 1;
    }
  }
  Event('warning-issued')(WarningIssued);
  Aggregate({ streamName: 'tournament' })(Tournament);
  EventHandler(WarningIssued)(Tournament.prototype, 'onWarningIssued');

  const map = new EventMap();
  map.register(WarningIssued, {
    serialize: ({ warned }: WarningIssued) => ({ warned }),
    deserialize: ({ warned }: WarningIssued) => new WarningIssued(warned),
  });
  const store = new InMemoryEventStore(map);
  store.publish = () => undefined;
  store.setup();
  const ids = new Map<string, unknown>();
  const streamOf = (tournament: string): unknown => {
    const id = ids.get(tournament) ?? UUID.generate();
    ids.set(tournament, id);
    return EventStream.for(Tournament, id);
  };
  return {
    name: '@ocoda/event-sourcing 1.0.0-beta.21 in memory',
    append: (tournament, version, warned) => store.appendEvents(streamOf(tournament), version + 1, [new WarningIssued(warned)]),
    load: async (tournament) => {
      const loaded = new Tournament();
      await loaded.loadFromHistory(store.getEvents(streamOf(tournament)));
      return { version: loaded.version, warnings: loaded.warnings };
    },
    close: () => Promise.resolve(),
  };
}
