import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Api } from '../api/api.js';
import { Complaint } from '../complaint.js';
import { playHarbourOpen } from '../demo/harbour-open.js';
import { playHarbourPairs } from '../demo/harbour-pairs.js';
import type { Moment } from '../demo/moment.js';
import { showEnding } from '../demo/show-ending.js';
import { showNext } from '../demo/show-next.js';
import { holdsEvents } from '../folder/data-folder.js';
import { runningServer } from '../folder/running-server.js';
import type { Screen } from '../screen/screen.js';
import { untilStopping } from '../surroundings.js';
import type { Surroundings } from '../surroundings.js';
import { demoSeason } from './demo-season.js';
import type { SeasonOptions } from './demo-season.js';

export interface DemoOptions extends SeasonOptions {
  /** So many tournaments, made at once instead of played through the API. */
  readonly season?: number;
}

/** Plays two tournaments through the HTTP API on a new folder, tells the best of it, and goes on serving unless `once` is set. */
export async function demo(surroundings: Surroundings, options: DemoOptions): Promise<void> {
  const { port, once, season, seed, data, json } = options;
  if (season !== undefined) return demoSeason(surroundings, season, options);
  if (seed !== undefined)
    throw new Complaint(
      `--seed is for a season, as in "ladder demo --season 40 --seed ${seed}": the two tournaments of the demo never differ.`,
    );
  const { screen, env } = surroundings;
  const folder = data === undefined ? mkdtempSync(join(tmpdir(), 'ladder-demo-')) : resolve(data);
  if (holdsEvents(folder)) throw new Complaint(`${folder} holds data already: the demo needs a new folder.`);
  const { readSettings, startServer } = await import('@ladder/server');
  const settings = readSettings(env, { folder, log: 'silent', ...(port !== undefined && { port }) });
  const server = await startServer(settings);
  const { url, adminKey } = server;
  try {
    if (!json) screen.paragraph(`The demo plays on ${url}, with its data in ${folder}.`);
    const admin = new Api(url, runningServer(folder)?.key ?? '');
    const moments: Moment[] = [];
    const tell = (moment: Moment) => {
      moments.push(moment);
      if (!json) showMoment(screen, moment);
    };
    const progress = (text: string) => screen.progress(text);
    const open = await playHarbourOpen(admin, tell, progress);
    const pairs = await playHarbourPairs(admin, tell, progress);
    screen.progressed();

    if (!json) await showEnding(screen, open);
    const floorJudge = { id: 'guest', name: 'Guest Judge', roles: ['floor-judge'] } as const;
    const next = {
      url,
      folder,
      adminKey,
      tournaments: [open.hall.setting.id, pairs.setting.id],
      player: open.player,
      penalty: open.penalty,
      headJudge: { name: 'Maren Solberg', token: open.hall.tokenOf('head') },
      floorJudge: { name: floorJudge.name, code: await open.hall.appoint(floorJudge) },
    };
    if (json) screen.json({ ...next, moments });
    else showNext(screen, next, once ?? false);
    if (!once) await untilStopping(surroundings);
  } finally {
    screen.progressed();
    await server.stop();
  }
}

function showMoment(screen: Screen, { place, text, position }: Moment): void {
  screen.progressed();
  screen.line();
  screen.line(`${screen.paint(['cyan', 'bold'], place)}  ${screen.paint('dim', `position ${position}`)}`);
  screen.paragraph(text);
}
