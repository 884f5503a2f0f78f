import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { Device } from './device.js';
import { ADMIN_KEY, storeSettings } from './served.js';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const PATIENCE = 30_000;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Whatever a failed test has left running ends with its file. */
const running = new Set<ServerProcess>();
afterAll(async () => {
  await Promise.all([...running].map(async (server) => server.end('SIGKILL')));
});

/** The built server in a process of its own, to be killed, or to be seen failing. */
export class ServerProcess {
  out = '';
  err = '';
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;

  /**
   * @param env the whole environment: `LADDER_…` settings only.
   * @param under a command that runs it and looks on.
   */
  constructor(env: Readonly<Record<string, string>>, under: readonly string[] = []) {
    if (!existsSync(MAIN)) throw new Error('The server is not built: npm run build.');
    const [command, ...args] = [...under, process.execPath, '--disable-warning=ExperimentalWarning', MAIN];
    this.#child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.#child.stderr.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
    this.ended = new Promise((resolve) => this.#child.once('close', (code, signal) => resolve({ code, signal })));
    running.add(this);
    void this.ended.then(() => running.delete(this));
  }

  /** Starts a server on a folder and a free port, and waits until it listens. */
  static async start(folder: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const store = env['LADDER_STORE'] === undefined ? await storeSettings(folder) : {};
    return new ServerProcess({ ...ServerProcess.settings(folder), ...store, ...env }).listening();
  }

  /** What a server needs to be told for a folder and a free port. */
  static settings(folder: string): Readonly<Record<string, string>> {
    return { LADDER_ADMIN_KEY: ADMIN_KEY, LADDER_PORT: '0', LADDER_DATA: folder };
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get url(): string {
    return /listening on (\S+)/.exec(this.out)?.[1] ?? '';
  }

  get admin(): Device {
    return new Device(this.url, ADMIN_KEY);
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
    this.#child.kill(signal);
    return this.ended;
  }

  /** Waits until it listens. @throws if it ends before. */
  async listening(): Promise<this> {
    const deadline = Date.now() + PATIENCE;
    while (this.url === '') {
      if (this.#child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start: ${this.err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this;
  }
}
