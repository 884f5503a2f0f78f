import type * as pb from '@eventstore/db-client/generated/persistent_pb.js';
import { persistent } from './generated.js';
import { numberOf } from './recorded-log.js';
import type { RecordedEvent, RecordedLog } from './recorded-log.js';

export interface Delivery {
  readonly event: RecordedEvent;
  readonly retries: number;
}

/** One connection that takes part in a group. */
export interface Consumer {
  readonly bufferSize: number;
  /** What was delivered and not yet settled, by event id. */
  readonly inFlight: Map<string, Delivery>;
  deliver(delivery: Delivery): void;
  drop(): void;
}

/** A persistent subscription: gives each matching event to one of its consumers, and again until it is settled. */
export class Group {
  readonly #log: RecordedLog;
  readonly #matches: (event: RecordedEvent) => boolean;
  readonly #maxRetries: number;
  readonly #pinned: boolean;
  readonly #consumers: Consumer[] = [];
  readonly #unlisten: () => void;
  #again: Delivery[] = [];
  #parked: Delivery[] = [];
  #next: number;
  #turn = 0;

  constructor(log: RecordedLog, matches: (event: RecordedEvent) => boolean, from: number, maxRetries: number, pinned: boolean) {
    this.#log = log;
    this.#matches = matches;
    this.#next = from;
    this.#maxRetries = maxRetries;
    this.#pinned = pinned;
    this.#unlisten = log.listen(() => this.#deliver());
  }

  join(consumer: Consumer): void {
    this.#consumers.push(consumer);
    this.#deliver();
  }

  /** What the consumer had not settled goes to the others. */
  leave(consumer: Consumer): void {
    const at = this.#consumers.indexOf(consumer);
    if (at >= 0) this.#consumers.splice(at, 1);
    this.#again.unshift(...consumer.inFlight.values());
    consumer.inFlight.clear();
    this.#deliver();
  }

  acknowledge(consumer: Consumer, id: string): void {
    consumer.inFlight.delete(id);
    this.#deliver();
  }

  refuse(consumer: Consumer, id: string, action: pb.ReadReq.Nack.Action): void {
    const delivery = consumer.inFlight.get(id);
    consumer.inFlight.delete(id);
    if (delivery && action === persistent.ReadReq.Nack.Action.RETRY && delivery.retries < this.#maxRetries) {
      this.#again.push({ event: delivery.event, retries: delivery.retries + 1 });
    } else if (delivery && action !== persistent.ReadReq.Nack.Action.SKIP) {
      this.#parked.push(delivery);
    }
    this.#deliver();
  }

  replayParked(): void {
    this.#again.push(...this.#parked.map(({ event }) => ({ event, retries: 0 })));
    this.#parked = [];
    this.#deliver();
  }

  /** Sends everyone away. */
  close(): void {
    this.#unlisten();
    for (const consumer of [...this.#consumers]) consumer.drop();
  }

  #deliver(): void {
    for (;;) {
      const delivery = this.#upcoming();
      if (!delivery) return;
      const consumer = this.#consumerFor(delivery.event);
      if (!consumer) {
        this.#again.unshift(delivery);
        return;
      }
      consumer.inFlight.set(delivery.event.id, delivery);
      consumer.deliver(delivery);
    }
  }

  #upcoming(): Delivery | undefined {
    if (this.#consumers.length === 0) return undefined;
    const again = this.#again.shift();
    if (again) return again;
    for (let event = this.#log.all[this.#next]; event; event = this.#log.all[this.#next]) {
      this.#next += 1;
      if (this.#matches(event)) return { event, retries: 0 };
    }
    return undefined;
  }

  #consumerFor(event: RecordedEvent): Consumer | undefined {
    const free = this.#consumers.filter(({ bufferSize, inFlight }) => inFlight.size < bufferSize);
    if (!this.#pinned) return free[this.#turn++ % Math.max(1, free.length)];
    const pinned = this.#consumers[numberOf(event.stream) % this.#consumers.length];
    return pinned && free.includes(pinned) ? pinned : undefined;
  }
}
