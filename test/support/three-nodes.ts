import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, startServer } from '@ladder/server';
import type { Running } from '@ladder/server';
import { serverUnderTest } from '../esdb/server-under-test.js';
import { Spread } from './spread.js';

/** What outlives the nodes of a folder, as a data folder does where there is one node. */
interface Shared {
  readonly address: string;
  readonly masterKey: string;
  readonly stop: () => Promise<void>;
}

const shared = new Map<string, Shared>();

/** Two nodes that answer requests and settle, and one that only answers, of this process, behind one address that sends each request to the next. */
export async function startThreeNodes(folder: string, adminKey: string): Promise<Running> {
  const store = shared.get(folder) ?? { ...(await serverUnderTest().start()), masterKey: randomBytes(32).toString('hex') };
  shared.set(folder, store);
  const running: Running[] = [];
  for (const role of ['all', 'all', 'api']) {
    const ofNode = join(folder, `node-${running.length}`);
    mkdirSync(ofNode, { recursive: true });
    const env = { LADDER_STORE: store.address, LADDER_ROLE: role, LADDER_MASTER_KEY: store.masterKey, LADDER_ADMIN_KEY: adminKey };
    running.push(await startServer(readSettings(env, { folder: ofNode, port: 0, log: 'silent' })));
  }
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

/** Lets go of what the nodes of a folder left. */
export async function endThreeNodes(folder: string): Promise<void> {
  await shared.get(folder)?.stop();
  shared.delete(folder);
}
