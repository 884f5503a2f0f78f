import type { ClosedLoop, Driven, Judge } from '../drive/closed-loop.ts';
import { ask, start } from '../measure/child.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure } from '../measure/figure.ts';
import { inScratch } from '../measure/scratch.ts';
import { openHall } from '../serve/hall.ts';
import type { Served } from '../serve/ladder.ts';

const CONNECTIONS = 64;

/**
 * Rulings a second that are durable, authenticated, validated and escalated (every third is a Game Loss), by as many judges as there are
 * tournaments, against a POST of the same bodies that is validated and does nothing.
 */
export async function figure(quick: boolean): Promise<Figure[]> {
  const ms = quick ? 500 : 3_000;
  const players = quick ? 200 : 1_000;
  const runs = await inScratch(async (folder) => {
    const server = await start<string, Served>('serve/ladder.ts', folder);
    const empty = await start<null, { url: string }>('serve/empty-post.ts', null);
    let judges: Judge[] = [];
    for (let number = 0; number < CONNECTIONS; number += 1) {
      const { id, floorJudge } = await openHall(server.answer.url, `t-${number}`, players);
      judges.push({ tournament: id, token: floorJudge, players, next: 0 });
    }
    const drive = (url: string): Promise<Driven> => ask<ClosedLoop, Driven>('drive/closed-loop.ts', { url, judges, ms, each: Infinity });
    const measure = async (): Promise<{ ours: number; against: number }> => {
      const ours = await drive(server.answer.url);
      judges = judges.map((judge, index) => ({ ...judge, next: ours.next[index] ?? 0 }));
      return { ours: ours.perSecond, against: (await drive(empty.answer.url)).perSecond };
    };
    // The first meets code that was never run.
    await measure();
    const measured = await runsOf(quick, measure);
    await server.stop();
    await empty.stop();
    return measured;
  });
  return [
    compared('POST /rulings, 64 connections over 64 tournaments, against an empty validated POST (requests/s)', { atLeast: 0.6 }, runs),
  ];
}
