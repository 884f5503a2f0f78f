import type { ClosedLoop, Driven } from '../drive/closed-loop.ts';
import { ask, start } from '../measure/child.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure } from '../measure/figure.ts';
import { median } from '../measure/median.ts';
import { inScratch } from '../measure/scratch.ts';
import { syncTimes } from '../measure/sync.ts';
import { openHall } from '../serve/hall.ts';
import type { Served } from '../serve/ladder.ts';

/**
 * How long one judge alone waits for the answer to a ruling, against what cannot be less: one append of 4 KiB that is synced, and the same
 * request answered without doing anything.
 */
export async function figure(quick: boolean): Promise<Figure[]> {
  const rulings = quick ? 100 : 800;
  const players = 1_000;
  const runs = await inScratch(async (folder) => {
    const server = await start<string, Served>('serve/ladder.ts', folder);
    const empty = await start<null, Pick<Served, 'url'>>('serve/empty-post.ts', null);
    const { id, floorJudge } = await openHall(server.answer.url, 't-1', players);
    let next = 0;
    const latency = async (url: string): Promise<number> => {
      const judges = [{ tournament: id, token: floorJudge, players, next }];
      const driven = await ask<ClosedLoop, Driven>('drive/closed-loop.ts', { url, judges, ms: Infinity, each: rulings });
      return median(driven.latencies);
    };
    const measure = async (): Promise<{ ours: number; against: number }> => {
      const ours = await latency(server.answer.url);
      next += rulings;
      return { ours, against: median(syncTimes(folder, rulings)) + (await latency(empty.answer.url)) };
    };
    // The first meets code that was never run.
    await measure();
    const measured = await runsOf(quick, measure);
    await server.stop();
    await empty.stop();
    return measured;
  });
  return [
    compared('POST /rulings, 1 connection, median latency, against a synced append of 4 KiB and an empty POST (ms)', { atMost: 2 }, runs),
  ];
}
