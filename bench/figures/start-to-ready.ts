import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openKeys } from '@ladder/access';
import { openSqliteStore } from '@ladder/event-store';
import { fill, recordTournament, writeAll } from '../material/recorded-tournament.ts';
import { start } from '../measure/child.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure } from '../measure/figure.ts';
import { inScratch } from '../measure/scratch.ts';
import { ADMIN_KEY } from '../serve/admin-key.ts';
import type { Served } from '../serve/ladder.ts';

const FEW = 1_000;
const EVENTS_A_TOURNAMENT = 1_000;
const PLAYERS = 200;
const LOOK_AGAIN_MS = 2;

/** From starting the process until it says that it is ready, on a folder whose read models are up to date. */
export async function figure(quick: boolean): Promise<Figure[]> {
  const many = quick ? 10_000 : 1_000_000;
  return inScratch(async (folder) => {
    const large = join(folder, 'large');
    const small = join(folder, 'small');
    await prepare(large, many);
    await prepare(small, FEW);
    const runs = await runsOf(quick, async () => {
      const against = await startToReady(small);
      return { ours: await startToReady(large), against };
    });
    const name = `start to ready with ${many.toLocaleString('en-US')} events, against ${FEW.toLocaleString('en-US')} (ms)`;
    return [compared(name, { atMost: 1.5 }, runs)];
  });
}

/** Fills the folder's store, and serves it once, so that the read models are built. */
async function prepare(folder: string, events: number): Promise<void> {
  const keys = openKeys({ folder, adminKey: ADMIN_KEY });
  const { store } = openSqliteStore({ folder, masterKey: keys.master });
  const tournaments = Array.from({ length: events / EVENTS_A_TOURNAMENT }, (_, number) => `t-${number}`);
  await fill(store, writeAll(recordTournament('t-0', EVENTS_A_TOURNAMENT, PLAYERS)), tournaments);
  await store.close();
  await startToReady(folder);
}

/** Milliseconds. The server is stopped again. */
async function startToReady(folder: string): Promise<number> {
  const begin = performance.now();
  const server = await start<string, Served>('serve/ladder.ts', folder);
  while (!(await fetch(`${server.answer.url}/health/ready`)).ok) await pause(LOOK_AGAIN_MS);
  const ms = performance.now() - begin;
  await server.stop();
  return ms;
}
