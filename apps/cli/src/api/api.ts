import { randomUUID } from 'node:crypto';
import { Complaint } from '../complaint.js';
import { messagesIn } from './messages.js';
import type { Message } from './messages.js';
import { Refused } from './refused.js';

/** The HTTP API of a server, as the bearer of one token. */
export class Api {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  /** The same server for the bearer of another token. */
  as(token: string): Api {
    return new Api(this.url, token);
  }

  /** @throws Refused, or Complaint when no server answers. */
  async get<T>(path: string): Promise<T> {
    return answerOf<T>(await this.#call(path, {}));
  }

  /** An answer that is no JSON. @throws Refused, or Complaint when no server answers. */
  async text(path: string): Promise<string> {
    const response = await this.#call(path, {});
    const body = await response.text();
    if (!response.ok) throw Refused.from(response.status, body);
    return body;
  }

  /**
   * @param key the Idempotency-Key: the same for the same command, however often it is sent.
   * @throws Refused, or Complaint when no server answers.
   */
  async post<T>(path: string, body: unknown, key: string = randomUUID()): Promise<T> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    return answerOf<T>(await this.#call(path, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  /**
   * The Server-Sent Events of a feed after position `after`, until the connection or `signal` ends them.
   *
   * @throws Refused, or Complaint when no server answers.
   */
  async *feed(path: string, after: number, signal: AbortSignal): AsyncGenerator<Message> {
    const headers = { accept: 'text/event-stream', 'last-event-id': String(after) };
    const response = await this.#call(path, { headers, signal });
    if (!response.ok || !response.body) throw Refused.from(response.status, await response.text());
    yield* messagesIn(response.body.pipeThrough(new TextDecoderStream()));
  }

  async #call(path: string, request: RequestInit): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    try {
      return await fetch(new URL(path, this.url), { ...request, headers });
    } catch (error) {
      throw new Complaint(`The server at ${this.url} does not answer.`, { cause: error });
    }
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  const body = await response.text();
  if (!response.ok) throw Refused.from(response.status, body);
  return JSON.parse(body) as T;
}
