import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { readSettings, startServer } from '@ladder/server';
import type { Running } from '@ladder/server';
import { MASTER_KEY, serverUnderTest } from '../esdb/server-under-test.js';
import { Spread } from './spread.js';

/** What outlives the nodes of a folder, as a data folder does where there is one node. */
interface Shared {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** More than any of these specs writes. */
const EVERYTHING = 1_000_000;

const shared = new Map<string, Shared>();

/** What a server is told to work on the store of this folder, which outlives it. */
export async function storeSettings(folder: string): Promise<Readonly<Record<string, string>>> {
  const store = shared.get(folder) ?? (await serverUnderTest().start());
  shared.set(folder, store);
  return { LADDER_STORE: store.address, LADDER_MASTER_KEY: MASTER_KEY };
}

/** Two nodes that answer requests and settle, and one that only answers, of this process, behind one address that sends each request to the next. */
export async function startThreeNodes(folder: string, adminKey: string): Promise<Running> {
  const store = await storeSettings(folder);
  const running: Running[] = [];
  for (const role of ['all', 'all', 'api']) {
    const ofNode = join(folder, `node-${running.length}`);
    mkdirSync(ofNode, { recursive: true });
    const env = { ...store, LADDER_ROLE: role, LADDER_ADMIN_KEY: adminKey };
    running.push(await startServer(readSettings(env, { folder: ofNode, port: 0, log: 'silent' })));
  }
  await Promise.all(running.map(({ url }) => isReady(url)));
  const spread = await Spread.over(running.map(({ url }) => url));
  return {
    url: spread.url,
    adminKey: null,
    async stop() {
      await spread.stop();
      await Promise.all(running.map((node) => node.stop()));
    },
  };
}

/** New nodes look through all that a store holds, which is much if a server is named that has been used. */
async function isReady(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await fetch(`${url}/health/ready`)).ok) return;
    await pause(100);
  }
  throw new Error(`The node at ${url} does not get ready.`);
}

/** Every byte that the store of a folder gives of its events, the vault's too. */
export async function bytesInStore(folder: string): Promise<Buffer[]> {
  const client = EventStoreDBClient.connectionString(shared.get(folder)?.address ?? '');
  const bytes: Buffer[] = [];
  for await (const { event } of client.readAll({ maxCount: EVERYTHING })) {
    if (event) bytes.push(Buffer.from(event.streamId), ...[event.data, event.metadata].map((part) => bytesOf(part)));
  }
  await client.dispose();
  return bytes;
}

/** Lets go of the store of a folder. */
export async function endStore(folder: string): Promise<void> {
  await shared.get(folder)?.stop();
  shared.delete(folder);
}

function bytesOf(part: unknown): Buffer {
  return part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(JSON.stringify(part ?? null));
}
