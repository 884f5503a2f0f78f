import type { Saga } from '@ladder/escalation';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { FeedHub } from '../feed/feed-hub.js';

/** Numbers for Prometheus. Labels are routes and codes, never ids or names. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'ladder_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });
  readonly #refusals = new Counter({
    name: 'ladder_refusals_total',
    help: 'Answers that were a refusal',
    labelNames: ['status'],
    registers: [this.registry],
  });

  /** @param saga on a node that runs one. */
  constructor(saga: Pick<Saga, 'settled' | 'failing'> | undefined, hub: FeedHub) {
    collectDefaultMetrics({ register: this.registry });
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({ name, help, registers: [this.registry], collect() { this.set(value()); } }); // prettier-ignore
    gauge('ladder_feeds_open', 'Open feeds', () => hub.size);
    if (!saga) return;
    gauge('ladder_saga_position', 'Store-wide position up to which nothing is owed', () => Number(saga.settled));
    gauge('ladder_saga_failing', 'Ledgers that cannot be settled', () => saga.failing.length);
  }

  /** Measures every request of an application. */
  measure(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) };
      this.#requests.observe(labels, reply.elapsedTime / 1000);
      if (reply.statusCode >= 400) this.#refusals.inc({ status: labels.status });
      done();
    });
  }
}
