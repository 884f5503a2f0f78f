import 'reflect-metadata';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { readSettings, startServer } from '@ladder/server';
import type { Running } from '@ladder/server';
import { Device } from './device.js';
import { TIMES } from './often.js';

export const ADMIN_KEY = 'an-administrators-key';

/**
 * Whether a server is three nodes on one EventStoreDB instead, with each request going to the next of them, and one in a process of its own is a node on
 * one: `npm run test:esdb`.
 */
const THREE_NODES = process.env['LADDER_TEST_NODES'] !== undefined;

/** So many nodes answer where a spec asks a server. */
export const NODES = THREE_NODES ? 3 : 1;

/** Machines that run tests are shared and slow, and nodes share them once more; what hangs still fails. */
jest.setTimeout(60_000 * TIMES * NODES);

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ladder-test-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Removes a folder, and lets go of the store that its servers were on where it is not in the folder. */
export async function endFolder(folder: string): Promise<void> {
  if (THREE_NODES) await (await import('./three-nodes.js')).endStore(folder);
  removeFolder(folder);
}

/** What a server is told besides, to be on the store of this folder. */
export async function storeSettings(folder: string): Promise<Readonly<Record<string, string>>> {
  return THREE_NODES ? (await import('./three-nodes.js')).storeSettings(folder) : {};
}

/** All that lies in the folder and in the store of its servers. */
export async function everythingOf(folder: string): Promise<Buffer[]> {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return THREE_NODES ? [...files, ...(await (await import('./three-nodes.js')).bytesInStore(folder))] : files;
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
    await endFolder(this.folder);
  }
}

async function started(folder: string): Promise<Running> {
  if (THREE_NODES) return (await import('./three-nodes.js')).startThreeNodes(folder, ADMIN_KEY);
  return startServer(readSettings({ LADDER_ADMIN_KEY: ADMIN_KEY }, { folder, port: 0, log: 'silent' }));
}
