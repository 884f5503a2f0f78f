import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSqliteStore } from '@ladder/event-store';
import { ErasedList } from '@ladder/server';
import { Api } from '../api/api.js';
import { dataFolder, vaultKey } from '../folder/data-folder.js';
import { runningServer } from '../folder/running-server.js';
import { refuseOnServer } from '../folder/store-address.js';
import type { Surroundings } from '../surroundings.js';

export interface BackupOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** Copies events and texts to a new file; through the server where one runs, for it alone writes to its folder. */
export async function backup({ screen, env }: Surroundings, target: string, { data, json }: BackupOptions): Promise<void> {
  refuseOnServer('backed up by its own means', env);
  const folder = dataFolder(data, env);
  const file = resolve(target);
  screen.progress(`Copying ${folder} to ${file}…`);
  const bytes = await copy(folder, file, env);
  screen.progressed();
  if (json) {
    screen.json({ file, bytes });
    return;
  }
  screen.paragraph(`${file} holds everything that was acknowledged before it began (${bytes} bytes).`);
  screen.paragraph('Keep master.key of the data folder apart from it: without that key nobody can read the names.', { style: 'yellow' });
}

async function copy(folder: string, file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const running = runningServer(folder);
  if (running) {
    const { bytes } = await new Api(running.url, running.key).post<{ bytes: number }>('/v1/admin/backup', { file });
    return bytes;
  }
  const opened = openSqliteStore({ folder, masterKey: vaultKey(folder, env) });
  try {
    new ErasedList(folder).noteBackup(file);
    await opened.backup(file);
  } finally {
    await opened.store.close();
  }
  return statSync(file).size;
}
