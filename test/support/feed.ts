import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { PublicEvent } from '@ladder/ledger';
import type { Device } from './device.js';

/** One block of Server-Sent Events. */
export interface FeedEvent {
  readonly id: number;
  readonly event: string;
  readonly data: PublicEvent;
}

export interface FeedOptions {
  readonly lastEventId?: number | string;
  /** Cuts the connection after so many bytes of the answer's body. */
  readonly cutAfter?: number;
  /** Reads nothing until told to. */
  readonly paused?: boolean;
}

/** A reader of a feed, such as a browser's EventSource: of a connection that breaks, an unfinished block is not seen. */
export class Feed {
  readonly events: FeedEvent[] = [];
  readonly comments: string[] = [];
  /** When the connection is gone; whether it was the server that ended it in order. */
  readonly gone: Promise<{ readonly ended: boolean }>;
  #rest = '';
  #bytes = 0;
  #watch: () => void = () => undefined;

  private constructor(
    readonly response: IncomingMessage,
    cutAfter: number,
  ) {
    this.gone = new Promise((resolve) => {
      response.once('end', () => resolve({ ended: true }));
      response.once('error', () => resolve({ ended: false }));
      response.once('close', () => resolve({ ended: false }));
    });
    response.on('data', (chunk: Buffer) => {
      const taken = chunk.subarray(0, cutAfter - this.#bytes);
      this.#bytes += taken.length;
      this.#take(taken.toString('latin1'));
      if (this.#bytes >= cutAfter) this.cut();
    });
  }

  /** Opens a feed of a tournament, such as `/v1/tournaments/t-1`. @throws if it is refused. */
  static async open({ url, token }: Device, tournament: string, { lastEventId, cutAfter = Infinity, paused = false }: FeedOptions = {}) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token ?? ''}`,
        ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      };
      request(`${url}${tournament}/feed`, { headers, agent: false }, resolve).once('error', reject).end();
    });
    if (response.statusCode !== 200) throw new Error(`the feed was answered ${response.statusCode ?? 0}`);
    const feed = new Feed(response, cutAfter);
    if (paused) response.pause();
    return feed;
  }

  /** Waits until what came satisfies a condition. @throws after `patience` milliseconds. */
  async until(holds: (events: readonly FeedEvent[]) => boolean, patience = 30_000): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new Error(`never on the feed; last: ${JSON.stringify(this.events.at(-1))}`)), patience);
      this.#watch = () => {
        if (!holds(this.events)) return;
        clearTimeout(tooLate);
        resolve();
      };
      this.#watch();
    });
  }

  cut(): void {
    this.response.destroy();
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#read(block);
    this.#watch();
  }

  #read(block: string): void {
    if (block.startsWith(':')) this.comments.push(block.slice(1).trim());
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
    const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name));
    if (id === undefined || event === undefined || data === undefined) return;
    this.events.push({ id: Number(id), event, data: JSON.parse(data) as PublicEvent });
  }
}
