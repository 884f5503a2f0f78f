import type { PublicEvent } from '@ladder/ledger';
import { setTimeout as pause } from 'node:timers/promises';
import { onTask } from '../measure/child.ts';
import type { Judge } from './closed-loop.ts';
import { openFeed } from './feed.ts';
import { sendPaced } from './paced.ts';

export interface Watched {
  readonly url: string;
  readonly judges: readonly Judge[];
  /** Their tokens: a head judge watches each tournament. */
  readonly headJudges: readonly string[];
  readonly perSecond: number;
  readonly ms: number;
}

export interface Noticed {
  /** Milliseconds from the recording of a Warning until its Game Loss and the notice of it were on the feed. */
  readonly delays: readonly number[];
  readonly next: readonly number[];
}

const CONNECTIONS = 64;
/** How long what was recorded last may take to come. */
const LAST_MS = 1_000;

/** Has rulings sent at a steady pace, and watches how soon each head judge is told. */
onTask(async ({ url, judges, headJudges, perSecond, ms }: Watched): Promise<Noticed> => {
  const delays: number[] = [];
  const feeds = await Promise.all(
    judges.map(({ tournament }, index) => {
      const warnedAt = new Map<number, number>();
      const lossOf = new Map<number, number>();
      const take = ({ type, position, cause, recordedAt }: PublicEvent, at: number): void => {
        if (type === 'WarningIssued') warnedAt.set(position, Date.parse(recordedAt));
        // A Game Loss names the Warning as its cause, and the notice names the Game Loss.
        if (type === 'GameLossApplied') lossOf.set(position, cause ?? -1);
        const recorded = type === 'HeadJudgeNotified' ? warnedAt.get(lossOf.get(cause ?? -1) ?? -1) : undefined;
        if (recorded !== undefined) delays.push(at - recorded);
      };
      return openFeed(url, { tournament, token: headJudges[index] ?? '', after: 0 }, take);
    }),
  );
  // What was there before is read first, and is not what is measured.
  await pause(LAST_MS / 2);
  delays.length = 0;
  const next = await sendPaced(url, judges, perSecond, ms, CONNECTIONS);
  await pause(LAST_MS);
  for (const feed of feeds) feed.destroy();
  return { delays, next };
});
