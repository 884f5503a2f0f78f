import { startServer } from '@ladder/server';
import type { Running } from '@ladder/server';
import { onTask } from '../measure/child.ts';
import { ADMIN_KEY } from './admin-key.ts';

export interface Served {
  readonly url: string;
  readonly pid: number;
}

let running: Running | undefined;

/** The server as it is shipped, on a folder and a free port. */
onTask(
  async (folder: string): Promise<Served> => {
    running = await startServer({
      host: '127.0.0.1',
      port: 0,
      folder,
      adminKey: ADMIN_KEY,
      masterKey: undefined,
      log: 'error',
      failpoint: undefined,
      store: 'sqlite',
      role: 'all',
    });
    return { url: running.url, pid: process.pid };
  },
  async () => running?.stop(),
);
