import { randomUUID } from 'node:crypto';

/** What a server answered; a refusal as it came. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A refusal (RFC 9457). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export interface Asking {
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  /** The Idempotency-Key; a fresh one unless told, none if null. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A device that talks to a server over HTTP, with the token of whoever holds it. */
export class Device {
  constructor(
    readonly url: string,
    readonly token: string | null = null,
  ) {}

  as(token: string | null): Device {
    return new Device(this.url, token);
  }

  /** Sends a request and takes whatever is answered. */
  async ask<T = ProblemBody>(method: string, path: string, { body, key = randomUUID(), headers = {} }: Asking = {}): Promise<Answer<T>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(method === 'POST' && key !== null && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }

  /** @throws if it is refused. */
  async get<T>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<T> {
    return accepted(path, await this.ask<T>('GET', path, { headers }));
  }

  /** @throws if it is refused. */
  async post<T>(path: string, body: unknown = {}, key: string = randomUUID()): Promise<T> {
    return accepted(path, await this.ask<T>('POST', path, { body, key }));
  }
}

function accepted<T>(path: string, { status, body }: Answer<T>): T {
  if (status >= 300) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
