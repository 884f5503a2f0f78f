import { setTimeout as pause } from 'node:timers/promises';
import { onTask } from '../measure/child.ts';
import type { Judge } from './closed-loop.ts';
import { openFeed } from './feed.ts';
import { sendPaced } from './paced.ts';
import { Connection } from './connection.ts';

export interface Crowd {
  readonly url: string;
  readonly adminKey: string;
  readonly judge: Judge;
  readonly headJudge: string;
  readonly feeds: number;
  readonly perSecond: number;
  readonly ms: number;
}

export interface Read {
  /** Milliseconds from the recording of an event until each of the feeds had it. */
  readonly delays: readonly number[];
  /** Bytes of the server's memory before the feeds were opened, and while all were read. */
  readonly memoryBefore: number;
  readonly memoryDuring: number;
  readonly next: number;
}

const LAST_MS = 500;
const OPENED_AT_ONCE = 50;

/** Opens many feeds on one tournament, has rulings sent at a steady pace, and watches how soon each feed has each event. */
onTask(async ({ url, adminKey, judge, headJudge, feeds, perSecond, ms }: Crowd): Promise<Read> => {
  const asking = await Connection.open(url);
  const memory = async (): Promise<number> => {
    const { body } = await asking.get('/metrics', adminKey);
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]);
  };
  const revision = async (): Promise<number> => {
    const { body } = await asking.get(`/v1/tournaments/${judge.tournament}/notices?limit=1`, headJudge);
    return (JSON.parse(body) as { items: { position: number }[] }).items[0]?.position ?? 0;
  };
  const memoryBefore = await memory();
  const delays: number[] = [];
  const after = await revision();
  const sockets = [];
  for (let opened = 0; opened < feeds; opened += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, feeds - opened) }, () =>
      openFeed(url, { tournament: judge.tournament, token: headJudge, after }, ({ recordedAt }, at) => {
        delays.push(at - Date.parse(recordedAt));
      }),
    );
    sockets.push(...(await Promise.all(some)));
  }
  await pause(LAST_MS);
  delays.length = 0;
  const [next = 0] = await sendPaced(url, [judge], perSecond, ms, 8);
  await pause(LAST_MS);
  const memoryDuring = await memory();
  for (const socket of sockets) socket.destroy();
  asking.close();
  return { delays, memoryBefore, memoryDuring, next };
});
