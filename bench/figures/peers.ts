import { existsSync } from 'node:fs';
import { castore } from '../peers/castore.ts';
import { ocoda } from '../peers/ocoda.ts';
import { ours } from '../peers/ours.ts';
import type { Peer, Warned } from '../peers/peer.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure, Run } from '../measure/figure.ts';
import { inScratch } from '../measure/scratch.ts';

const WARNED: Warned = { player: 'p-17', category: 'looking-at-extra-cards' };
/** A tournament's length at which it is loaded for each decision. */
const SHORT = 100;

/**
 * Other libraries at the same work, reported without an aim: they keep events in memory, and ours has each on disk. Installed apart, by
 * `npm install` in `bench/peers`. Emmett on PostgreSQL is not among them: it needs a database server.
 */
export async function figure(quick: boolean): Promise<Figure[]> {
  if (!existsSync(new URL('../peers/node_modules', import.meta.url))) {
    process.stderr.write('not installed (npm install in bench/peers) … ');
    return [];
  }
  const appends = quick ? 50 : 300;
  const decisions = quick ? 20 : 100;
  const length = quick ? 500 : 2_000;
  return inScratch(async (folder) => {
    const us = ours(folder);
    const figures: Figure[] = [];
    for (const peer of [await castore(), ocoda()]) {
      const both = async (work: (of: Peer, run: number) => Promise<number>): Promise<Run[]> =>
        runsOf(quick, async (run) => ({ ours: await work(us, run), against: await work(peer, run) }));
      const kinds = {
        'append one at a time (appends/s)': await both((of, run) => appendsPerSecond(of, `${peer.name}-appended-${run}`, appends)),
        [`load ${SHORT} events, decide, append (decisions/s)`]: await both((of, run) =>
          decisionsPerSecond(of, `${peer.name}-decided-${run}`, decisions),
        ),
        'replay (events/s)': await both((of, run) => replayPerSecond(of, `${peer.name}-replayed-${run}`, length)),
      };
      for (const [kind, runs] of Object.entries(kinds)) figures.push(compared(`${kind}, against ${peer.name}`, null, runs));
      await peer.close();
    }
    await us.close();
    return figures;
  });
}

async function appendsPerSecond(of: Peer, tournament: string, appends: number): Promise<number> {
  const begin = performance.now();
  for (let version = 0; version < appends; version += 1) await of.append(tournament, version, WARNED);
  return appends / secondsSince(begin);
}

async function decisionsPerSecond(of: Peer, tournament: string, decisions: number): Promise<number> {
  for (let version = 0; version < SHORT; version += 1) await of.append(tournament, version, WARNED);
  const begin = performance.now();
  for (let decided = 0; decided < decisions; decided += 1) {
    const { version, warnings } = await of.load(tournament);
    if (version !== warnings) throw new Error(`${of.name} counts ${warnings} of ${version}`);
    await of.append(tournament, version, WARNED);
  }
  return decisions / secondsSince(begin);
}

async function replayPerSecond(of: Peer, tournament: string, length: number): Promise<number> {
  for (let version = 0; version < length; version += 1) await of.append(tournament, version, WARNED);
  const begin = performance.now();
  const { version } = await of.load(tournament);
  if (version !== length) throw new Error(`${of.name} has ${version} events of ${length}`);
  return length / secondsSince(begin);
}

function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1_000;
}
