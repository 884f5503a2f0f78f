import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { openSqliteStore } from '@ladder/event-store';
import type { EventStore, NewEvent } from '@ladder/event-store';
import { MASTER_KEY } from '../material/master-key.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure } from '../measure/figure.ts';
import { inScratch } from '../measure/scratch.ts';

const WRITERS = 16;
/** A tournament's. */
const EVENTS_A_STREAM = 5_000;
const APPENDED_AT_ONCE = 1_000;
const BODY = JSON.stringify({ data: 'x'.repeat(300) });

/** Appends a second into a store that holds millions of events, against one that holds few: what its growing indexes cost. */
export async function figure(quick: boolean): Promise<Figure[]> {
  const many = quick ? 50_000 : 5_000_000;
  const few = 10_000;
  const appends = quick ? 200 : 4_000;
  return inScratch(async (folder) => {
    const large = openSqliteStore({ folder: join(folder, 'large'), masterKey: MASTER_KEY }).store;
    const small = openSqliteStore({ folder: join(folder, 'small'), masterKey: MASTER_KEY }).store;
    await fillTo(large, many);
    await fillTo(small, few);
    const runs = await runsOf(quick, async (run) => {
      const against = await appendsPerSecond(small, run, appends);
      return { ours: await appendsPerSecond(large, run, appends), against };
    });
    await large.close();
    await small.close();
    const name = `appends/s at ${many.toLocaleString('en-US')} events in the store, against ${few.toLocaleString('en-US')} (${WRITERS} writers)`;
    return [compared(name, { atLeast: 0.8 }, runs)];
  });
}

async function fillTo(store: EventStore, events: number): Promise<void> {
  for (let filled = 0; filled < events; filled += EVENTS_A_STREAM) {
    for (let revision = -1; revision < EVENTS_A_STREAM - 1; revision += APPENDED_AT_ONCE) {
      await store.append(`filled-${filled}`, revision, Array.from({ length: APPENDED_AT_ONCE }, anEvent));
    }
  }
}

async function appendsPerSecond(store: EventStore, run: number, appends: number): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let revision = -1; revision < appends / WRITERS - 1; revision += 1)
        await store.append(`${run}-${writer}`, revision, [anEvent()]);
    }),
  );
  return appends / ((performance.now() - begin) / 1_000);
}

function anEvent(): NewEvent {
  return { id: randomUUIDv7(), type: 'WarningIssued', body: BODY };
}
