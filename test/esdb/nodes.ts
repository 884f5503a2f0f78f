import { ServerProcess } from '../support/server-process.js';
import { newFolder, removeFolder } from '../support/served.js';
import { MASTER_KEY } from './server-under-test.js';

/** Processes of one product on one store, each with a folder of its own. */
export class Nodes {
  readonly #started: ServerProcess[] = [];
  readonly #folders: string[] = [];

  /** @param address the store that all share. */
  constructor(private readonly address: string) {}

  /** Starts a node that answers requests; through another address of the same store if it is told one. */
  async api(address = this.address): Promise<ServerProcess> {
    return this.#start({ LADDER_ROLE: 'api', LADDER_STORE: address });
  }

  /** Starts a node that settles what ledgers owe. */
  async worker(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    return this.#start({ LADDER_ROLE: 'worker', LADDER_STORE: this.address, ...env });
  }

  async all(): Promise<ServerProcess> {
    return this.#start({ LADDER_ROLE: 'all', LADDER_STORE: this.address });
  }

  /** Ends all that still run, and removes their folders. */
  async end(): Promise<void> {
    await Promise.all(this.#started.map((node) => node.end('SIGKILL')));
    this.#folders.forEach(removeFolder);
  }

  async #start(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const folder = newFolder();
    this.#folders.push(folder);
    const node = await ServerProcess.start(folder, { LADDER_MASTER_KEY: MASTER_KEY, LADDER_LOG: 'error', ...env });
    this.#started.push(node);
    return node;
  }
}
