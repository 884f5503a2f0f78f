import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address for several nodes: each request goes to the next of them, as behind a load balancer that knows nothing of who asks. */
export class Spread {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async over(nodes: readonly string[]): Promise<Spread> {
    let turn = 0;
    const server = createServer((incoming, outgoing) => {
      const node = nodes[turn++ % nodes.length] ?? '';
      const passed = request(`${node}${incoming.url ?? ''}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Spread(server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
