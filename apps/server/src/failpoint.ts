import type { EventStore } from '@ladder/event-store';
import type { Ledgers } from '@ladder/ledgers';
import type { FastifyInstance } from 'fastify';
import type { Failpoint } from './settings.js';

/** Where the process kills itself as `kill -9` would, so that a test can see what a crash right there leaves (guarantees.md, G1, G6). */
export interface Failpoints {
  store(store: EventStore): EventStore;
  ledgers(ledgers: Ledgers): Pick<Ledgers, 'settle'>;
  http(app: FastifyInstance): void;
}

const die = () => process.kill(process.pid, 'SIGKILL');
const RULINGS = /\/(warnings|rulings)$/;

/** The failpoint of this name; without a name nothing ever fails. */
export function failpointOf(name: Failpoint | undefined): Failpoints {
  const nothing: Failpoints = { store: (store) => store, ledgers: (ledgers) => ledgers, http: () => undefined };
  switch (name) {
    case undefined:
      return nothing;
    case 'after-append-before-answer':
      return { ...nothing, store: dyingAfterAppend };
    case 'after-answer-before-saga':
      // The saga never comes to it, and the process dies as soon as a judge has the answer.
      return { ...nothing, ledgers: () => ({ settle: () => new Promise(() => undefined) }), http: dyingAfterRuling };
  }
}

function dyingAfterAppend(store: EventStore): EventStore {
  const appending: Partial<EventStore> = {
    async append(stream, expectedRevision, events, texts) {
      const appended = await store.append(stream, expectedRevision, events, texts);
      if (events.some(({ type }) => type === 'WarningIssued' || type === 'PersonErased')) die();
      return appended;
    },
  };
  return new Proxy(store, {
    get(target, property) {
      const own: unknown = Reflect.get(appending, property);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function dyingAfterRuling(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 201 && RULINGS.test(request.routeOptions.url ?? '')) die();
    done();
  });
}
