import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * One kept-alive HTTP connection that asks one thing after the other. On a bare socket, because what drives the load shares the machine with
 * what is measured.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #received = '';
  #answered: ((answer: Answer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    // An answer is told apart by its length in bytes, which latin1 keeps.
    socket.setEncoding('latin1').setNoDelay();
    socket.on('data', (text: string) => this.#take(text));
    socket.on('error', (error) => this.#failed?.(error));
    socket.on('close', () => this.#failed?.(new Error('the server hung up')));
  }

  /** @param url of the server; only its host and port count. */
  static async open(url: string): Promise<Connection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Connection(socket, host);
  }

  /** Sends a command, with a fresh Idempotency-Key. */
  post(path: string, token: string, body: string): Promise<Answer> {
    return this.#ask(
      `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}${END_OF_HEAD}${body}`,
    );
  }

  get(path: string, token: string): Promise<Answer> {
    return this.#ask(`GET ${path} HTTP/1.1\r\nhost: ${this.#host}\r\nauthorization: Bearer ${token}${END_OF_HEAD}`);
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  #take(text: string): void {
    this.#received += text;
    const head = this.#received.indexOf(END_OF_HEAD);
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1] ?? 0);
    const end = head + END_OF_HEAD.length + length;
    if (this.#received.length < end) return;
    const answer = { status: Number(this.#received.slice(9, 12)), body: this.#received.slice(head + END_OF_HEAD.length, end) };
    this.#received = this.#received.slice(end);
    this.#answered?.(answer);
  }
}
