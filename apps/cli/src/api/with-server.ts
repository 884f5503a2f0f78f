import { Complaint } from '../complaint.js';
import { vaultKey } from '../folder/data-folder.js';
import { runningServer } from '../folder/running-server.js';
import type { Surroundings } from '../surroundings.js';
import { Api } from './api.js';

/**
 * Does something through the server that runs on a folder, with the administrator's powers; where none runs, through one that runs for this
 * moment only, on any free port. So there is one writer at a time, and one way to write.
 *
 * @throws FolderUnusable when the folder holds no events: nothing is begun by mistake.
 */
export async function withServer<T>(folder: string, { env, screen }: Surroundings, use: (api: Api) => Promise<T>): Promise<T> {
  const running = runningServer(folder);
  if (running) return use(new Api(running.url, running.key));
  vaultKey(folder, env);

  screen.progress('No server runs here: starting one for the moment…');
  // Loading the server takes longer than most commands, so only those who need it wait for it.
  const { readSettings, startServer } = await import('@ladder/server');
  const server = await startServer(readSettings(env, { folder, port: 0, log: 'silent' }));
  try {
    const own = runningServer(folder);
    if (!own) throw new Complaint(`The server has left no note in ${folder}.`);
    return await use(new Api(own.url, own.key));
  } finally {
    screen.progressed();
    await server.stop();
  }
}
