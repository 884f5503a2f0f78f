import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventAppender } from './event-appender.js';
import { PULSE } from './names.js';
import { OF_LEADER } from './reading.js';
import type { Tail } from './tail.js';

/** Between pulses, and after which silence the subscription is opened anew, in milliseconds. */
const INTERVAL = 2_000;
const SILENCE = 6_000;

/** So many pulses the server keeps once it has scavenged. */
const KEPT = 10;

/**
 * Writes to the server and waits for it to come back through the subscription, end to end. A subscription can stop giving events without an error
 * and without a word; nothing else would notice.
 */
export class Pulse {
  readonly #client: EventStoreDBClient;
  readonly #appender: EventAppender;
  readonly #tail: Tail;
  readonly #sent = new Set<string>();
  #heardAt = performance.now();
  #restartedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #beating = false;

  constructor(client: EventStoreDBClient, appender: EventAppender, tail: Tail) {
    this.#client = client;
    this.#appender = appender;
    this.#tail = tail;
  }

  start(): void {
    this.#client.setStreamMetadata(PULSE, { maxCount: KEPT }, { expectedRevision: 'no_stream', ...OF_LEADER }).catch(() => undefined);
    this.#timer = setInterval(() => void this.#beat(), INTERVAL).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Takes a pulse that came by; those of other processes mean nothing here. */
  heard(id: string): void {
    if (!this.#sent.has(id)) return;
    this.#sent.clear();
    this.#heardAt = performance.now();
  }

  /** For how long, in milliseconds, none came back. */
  get silence(): number {
    return performance.now() - this.#heardAt;
  }

  async #beat(): Promise<void> {
    const now = performance.now();
    if (this.silence > SILENCE && now - this.#restartedAt > SILENCE) {
      this.#restartedAt = now;
      this.#tail.restart(`Nothing came through the subscription for ${Math.round(this.silence)} ms, although it was written.`);
    }
    if (this.#beating) return;
    this.#beating = true;
    const id = randomUUID();
    this.#sent.add(id);
    try {
      await this.#appender.appendAnywhere(PULSE, [{ id, type: 'Pulse', data: new Uint8Array() }]);
    } catch {
      // That no pulse comes back says it.
      this.#sent.delete(id);
    } finally {
      this.#beating = false;
    }
  }
}
