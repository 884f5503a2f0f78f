import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A way to the server that can be cut: each node under test goes through a door of its own. It passes bytes on, TLS too, and reads none. */
export class Door {
  readonly #target: number;
  #server: Server | undefined;
  readonly #pairs = new Map<number, [Socket, Socket]>();
  #port = 0;
  #silent = false;

  constructor(targetPort: number) {
    this.#target = targetPort;
  }

  get port(): number {
    return this.#port;
  }

  /** Takes connections, on the same port each time. */
  async open(): Promise<void> {
    this.#server = createServer((outside) => this.#pass(outside)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Takes no connection, and cuts those that stand. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    this.cut();
    await closed;
  }

  /** Cuts every connection that stands; new ones are taken. */
  cut(): void {
    for (const port of [...this.#pairs.keys()]) this.cutFrom(port);
  }

  /** Cuts one connection, by the port that the server sees it come from. Tells whether it goes through this door. */
  cutFrom(port: number): boolean {
    const pair = this.#pairs.get(port);
    this.#pairs.delete(port);
    for (const socket of pair ?? []) socket.destroy();
    return pair !== undefined;
  }

  /** Passes nothing on, in either direction, and closes nothing: a cable that was pulled. */
  set silent(silent: boolean) {
    this.#silent = silent;
    for (const pair of this.#pairs.values()) for (const socket of pair) this.#hush(socket);
  }

  #hush(socket: Socket): void {
    if (this.#silent) socket.pause();
    else socket.resume();
  }

  #pass(outside: Socket): void {
    const inside = connect(this.#target, '127.0.0.1', () => this.#pairs.set(inside.localPort ?? 0, [outside, inside]));
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      one.setNoDelay(true);
      one.on('data', (bytes) => other.write(bytes));
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      this.#hush(one);
    }
    inside.on('close', () => this.#pairs.delete(inside.localPort ?? 0));
  }
}
