import { setTimeout as pause } from 'node:timers/promises';
import { rulingBody } from '../material/rulings.ts';
import type { Judge } from './closed-loop.ts';
import { Connection } from './connection.ts';

/**
 * Sends so many rulings a second for so long, whether or not the answers keep up: what is late is late for whoever waits for it.
 *
 * @param connections of them each carries one ruling at a time; the judges take turns.
 * @returns the next ruling of each judge.
 */
export async function sendPaced(
  url: string,
  judges: readonly Judge[],
  perSecond: number,
  ms: number,
  connections: number,
): Promise<number[]> {
  const free = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)));
  const all = [...free];
  const next = judges.map((judge) => judge.next);
  const sending: Promise<void>[] = [];
  const begin = performance.now();
  for (let sent = 0; performance.now() - begin < ms;) {
    const due = Math.floor(((performance.now() - begin) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      const connection = free.pop();
      if (connection === undefined) break;
      const turn = sent % judges.length;
      const judge = judges[turn];
      if (judge === undefined) throw new Error('somebody judges');
      const ruling = next[turn] ?? 0;
      next[turn] = ruling + 1;
      sending.push(
        connection
          .post(`/v1/tournaments/${judge.tournament}/rulings`, judge.token, JSON.stringify(rulingBody(ruling, judge.players)))
          .then(({ status, body }) => {
            if (status !== 201) throw new Error(`${status} ${body}`);
            free.push(connection);
          }),
      );
    }
    await pause(1);
  }
  await Promise.all(sending);
  for (const connection of all) connection.close();
  return next;
}
