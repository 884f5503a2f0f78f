import type { Role } from '@ladder/server';
import { dataFolder, holdsEvents, vaultKey } from '../folder/data-folder.js';
import { untilStopping } from '../surroundings.js';
import type { Surroundings } from '../surroundings.js';

export interface ServeOptions {
  readonly port?: number;
  readonly role?: Role;
  readonly data?: string;
  readonly json?: boolean;
}

/** Serves a data folder until it is asked to stop; then finishes what was acknowledged. */
export async function serve(surroundings: Surroundings, { port, role, data, json }: ServeOptions): Promise<void> {
  const { screen, env } = surroundings;
  const folder = dataFolder(data, env);
  if ((env['LADDER_STORE'] ?? 'sqlite') === 'sqlite' && holdsEvents(folder)) vaultKey(folder, env);
  const { readSettings, startServer } = await import('@ladder/server');
  const settings = readSettings(env, { folder, ...(port !== undefined && { port }), ...(role !== undefined && { role }) });
  const server = await startServer(settings);
  const { url, adminKey } = server;
  if (json) screen.json({ url, folder, adminKey });
  else {
    if (adminKey !== null) screen.note(`The administrator's key, shown this once: ${adminKey}`);
    screen.line(`Ready: ${url}`);
  }
  await untilStopping(surroundings);
  await server.stop();
}
