import type { Judge } from '../drive/closed-loop.ts';
import type { Noticed, Watched } from '../drive/notices.ts';
import { ask, start } from '../measure/child.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure } from '../measure/figure.ts';
import { quantile } from '../measure/median.ts';
import { inScratch } from '../measure/scratch.ts';
import { syncTimes } from '../measure/sync.ts';
import { openHall } from '../serve/hall.ts';
import type { Served } from '../serve/ladder.ts';

const TOURNAMENTS = 16;
const PER_SECOND = 500;
const SYNCS = 2_000;

/**
 * How soon a head judge sees on an open feed that a Warning became a Game Loss: from its recording, just before its commit, until the Game
 * Loss and the notice of it have come; under a steady load, and against what the disk takes for one sync in its worst hundredth.
 */
export async function figure(quick: boolean): Promise<Figure[]> {
  const ms = quick ? 1_000 : 6_000;
  const players = quick ? 100 : 1_000;
  const runs = await inScratch(async (folder) => {
    const server = await start<string, Served>('serve/ladder.ts', folder);
    let judges: Judge[] = [];
    const headJudges: string[] = [];
    for (let number = 0; number < TOURNAMENTS; number += 1) {
      const { id, floorJudge, headJudge } = await openHall(server.answer.url, `t-${number}`, players);
      judges.push({ tournament: id, token: floorJudge, players, next: 0 });
      headJudges.push(headJudge);
    }
    const watch = async (): Promise<number> => {
      const task = { url: server.answer.url, judges, headJudges, perSecond: PER_SECOND, ms };
      const { delays, next } = await ask<Watched, Noticed>('drive/notices.ts', task);
      judges = judges.map((judge, index) => ({ ...judge, next: next[index] ?? 0 }));
      return quantile(delays, 0.99);
    };
    // The first meets code that was never run.
    await watch();
    const measured = await runsOf(quick, async () => {
      const syncs = syncTimes(folder, SYNCS / 2);
      const ours = await watch();
      return { ours, against: quantile([...syncs, ...syncTimes(folder, SYNCS / 2)], 0.99) };
    });
    await server.stop();
    return measured;
  });
  return [
    compared(
      "Warning to Game Loss and notice on an open feed, p99 at 500 rulings/s, against the disk's sync p99 (ms)",
      { atMost: 10 },
      runs,
    ),
  ];
}
