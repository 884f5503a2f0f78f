import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { readSettings, startServer } from '@ladder/server';
import type { Running } from '@ladder/server';
import { Device } from './device.js';
import { TIMES } from './often.js';

/** Machines that run tests are shared and slow; what hangs still fails. */
jest.setTimeout(60_000 * TIMES);

export const ADMIN_KEY = 'an-administrators-key';

/** Whether a server is three nodes on one EventStoreDB instead, with each request going to the next of them: `npm run test:esdb`. */
const THREE_NODES = process.env['LADDER_TEST_NODES'] !== undefined;

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ladder-test-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A real server of this process: a free port, a folder of its own, nothing on the terminal. */
export class Served {
  #running: Running;

  private constructor(
    readonly folder: string,
    running: Running,
  ) {
    this.#running = running;
  }

  static async start(folder: string = newFolder()): Promise<Served> {
    return new Served(folder, await started(folder));
  }

  get url(): string {
    return this.#running.url;
  }

  /** The administrator's device. */
  get admin(): Device {
    return new Device(this.url, ADMIN_KEY);
  }

  /** How many feeds are open, as `/metrics` tells. */
  async feedsOpen(): Promise<number> {
    return Number(/^ladder_feeds_open (\d+)$/m.exec(await this.admin.get<string>('/metrics'))?.[1]);
  }

  async stop(): Promise<void> {
    await this.#running.stop();
  }

  /** Starts it again on the same folder, after `stop`. */
  async startAgain(): Promise<void> {
    this.#running = await started(this.folder);
  }

  /** Stops it and removes its folder. */
  async end(): Promise<void> {
    await this.stop();
    if (THREE_NODES) await (await import('./three-nodes.js')).endThreeNodes(this.folder);
    removeFolder(this.folder);
  }
}

async function started(folder: string): Promise<Running> {
  if (THREE_NODES) return (await import('./three-nodes.js')).startThreeNodes(folder, ADMIN_KEY);
  return startServer(readSettings({ LADDER_ADMIN_KEY: ADMIN_KEY }, { folder, port: 0, log: 'silent' }));
}
