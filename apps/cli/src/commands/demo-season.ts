import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Complaint } from '../complaint.js';
import { makeSeason } from '../demo/season/season.js';
import { showSeason } from '../demo/season/show-season.js';
import { holdsEvents } from '../folder/data-folder.js';
import { untilStopping } from '../surroundings.js';
import type { Surroundings } from '../surroundings.js';

export interface SeasonOptions {
  readonly seed?: number;
  /** Where the season is served when it is made; not at all without one. */
  readonly port?: number;
  readonly once?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

/** What is made unless another seed is named, so that two people see the same. */
const SEED = 1;

/** Makes a season of tournaments in a new folder and tells what is in it. It ends then, or serves the folder where a port is named. */
export async function demoSeason(surroundings: Surroundings, tournaments: number, options: SeasonOptions): Promise<void> {
  const { screen, env, stopping } = surroundings;
  const { port, seed = SEED, once, data, json } = options;
  if (once && port !== undefined) {
    throw new Complaint('A season ends when it is made, and is served where --port says so: leave out --once or --port.');
  }
  if ((env['LADDER_STORE'] ?? 'sqlite') !== 'sqlite') {
    throw new Complaint('A season is made in a folder: unset LADDER_STORE, and copy it to another store with "ladder copy".');
  }
  const folder = data === undefined ? mkdtempSync(join(tmpdir(), 'ladder-season-')) : resolve(data);
  if (holdsEvents(folder)) throw new Complaint(`${folder} holds data already: the demo needs a new folder.`);

  const wish = { folder, masterKey: env['LADDER_MASTER_KEY'], tournaments, seed };
  const made = await makeSeason(wish, (name, index) => screen.progress(`${name} (${index + 1} of ${tournaments})…`), stopping);
  screen.progressed();
  if (made.tournaments.length < tournaments) {
    throw new Complaint(`Stopped with ${made.tournaments.length} of ${tournaments} tournaments made, in ${folder}.`);
  }
  if (json) screen.json({ folder, seed, ...made });
  else showSeason(screen, made, { folder, seed, served: port !== undefined });
  if (port !== undefined) await serve(surroundings, folder, port, json ?? false);
}

async function serve(surroundings: Surroundings, folder: string, port: number, json: boolean): Promise<void> {
  const { screen, env } = surroundings;
  const { readSettings, startServer } = await import('@ladder/server');
  const server = await startServer(readSettings(env, { folder, port, log: 'silent' }));
  try {
    const { url, adminKey } = server;
    if (json) screen.json({ url, adminKey });
    else {
      screen.line();
      screen.paragraph(`Served on ${url}, its API at ${url}/docs. End it with Ctrl-C.`, { style: 'bold' });
      if (adminKey !== null) screen.paragraph(`The administrator’s key, shown this once: ${adminKey}`);
    }
    await untilStopping(surroundings);
  } finally {
    await server.stop();
  }
}
