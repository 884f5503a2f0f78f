import type { Judge } from '../drive/closed-loop.ts';
import type { Crowd, Read } from '../drive/readers.ts';
import { ask, start } from '../measure/child.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure } from '../measure/figure.ts';
import { quantile } from '../measure/median.ts';
import { inScratch } from '../measure/scratch.ts';
import { ADMIN_KEY } from '../serve/admin-key.ts';
import { openHall } from '../serve/hall.ts';
import type { Served } from '../serve/ladder.ts';

const FEW = 10;
const PER_SECOND = 20;
const KB = 1_024;
/** What a feed may hold of the server's memory. */
const KB_A_FEED = 30;

/** A thousand phones that watch one tournament: how soon all of them have an event, against ten, and what each costs in memory. */
export async function figure(quick: boolean): Promise<Figure[]> {
  const many = quick ? 100 : 1_000;
  const ms = quick ? 1_000 : 4_000;
  const players = 500;
  const runs = await inScratch(async (folder) => {
    const server = await start<string, Served>('serve/ladder.ts', folder);
    const { url } = server.answer;
    const { id, floorJudge, headJudge } = await openHall(url, 't-1', players);
    let judge: Judge = { tournament: id, token: floorJudge, players, next: 0 };
    const read = async (feeds: number): Promise<{ p99: number; kilobytes: number }> => {
      const task = { url, adminKey: ADMIN_KEY, judge, headJudge, feeds, perSecond: PER_SECOND, ms };
      const { delays, memoryBefore, memoryDuring, next } = await ask<Crowd, Read>('drive/readers.ts', task);
      judge = { ...judge, next };
      return { p99: quantile(delays, 0.99), kilobytes: (memoryDuring - memoryBefore) / KB / feeds };
    };
    // The first meets code that was never run; the first of many, memory that was never used.
    await read(FEW);
    const fresh = await read(many);
    const measured = await runsOf(quick, async () => ({ few: await read(FEW), many: await read(many) }));
    await server.stop();
    return { fresh, measured };
  });
  const kilobytes = [runs.fresh.kilobytes, ...runs.measured.map((run) => run.many.kilobytes)];
  return [
    compared(
      `${many} feeds on one tournament, 20 rulings/s, p99 delivery, against ${FEW} feeds (ms)`,
      { atMost: 5 },
      runs.measured.map((run) => ({ ours: run.many.p99, against: run.few.p99 })),
    ),
    {
      // The first time counts: later the server has the memory already.
      figure: `memory of each of ${many} feeds, the most of all runs, against ${KB_A_FEED} KB (KB)`,
      ours: Math.max(...kilobytes),
      against: KB_A_FEED,
      ratio: Math.max(...kilobytes) / KB_A_FEED,
      aim: { atMost: 1 },
      runs: kilobytes.length,
    },
  ];
}
