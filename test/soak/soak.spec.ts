import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { openKurrentStore } from '@ladder/event-store';
import type { EventStore } from '@ladder/event-store';
import { allAfter, newEvent, newName } from '../../libs/event-store/src/contract/store-under-test.js';
import { WireDouble } from '../wire-double/wire-double.js';

/** How long, in seconds: ten minutes are SOAK_SECONDS=600. In every run of the house a short one shows that the long one can be trusted to run. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 20);
const CUT_EVERY = 5_000;
const WRITERS = 4;
/** A run of some seconds has not yet filled the memory that is bounded: the end of the log that is kept. */
const MOST_GROWTH = 96 * 1024 * 1024;

it(
  `for ${SECONDS} s with a cut every 5 s nothing acknowledged is lost or doubled, and a follower sees the log`,
  async () => {
    const double = await WireDouble.start();
    const door = await double.door();
    const { store } = await openKurrentStore({ address: `esdb://127.0.0.1:${door.port}?tls=false`, masterKey: new Uint8Array(32).fill(7) });
    const stop = new AbortController();
    const acknowledged = new Set<string>();
    const followed: string[] = [];
    const following = follow(store, stop.signal, followed);
    const until = performance.now() + SECONDS * 1_000;
    const writing = Array.from({ length: WRITERS }, () => write(store, until, acknowledged));
    const memory: number[] = [];
    let cuts = 0;
    while (performance.now() + CUT_EVERY < until) {
      await pause(CUT_EVERY);
      door.cut();
      cuts += 1;
      memory.push(ownMemory());
    }
    await Promise.all(writing);

    const log = await allAfter(store, 0n);
    const ids = log.map(({ id }) => id);
    const recorded = new Set(ids);
    expect(recorded.size).toBe(ids.length);
    expect([...acknowledged].filter((id) => !recorded.has(id))).toEqual([]);
    for (let tries = 0; tries < 200 && followed.length < ids.length; tries += 1) await pause(50);
    stop.abort();
    await following;
    expect(followed).toEqual(ids);
    expect(acknowledged.size).toBeGreaterThan(SECONDS * 5);
    expect(cuts).toBeGreaterThanOrEqual(Math.floor(SECONDS / 5) - 1);
    // The double's log grows with every event and is not what is measured; some events weigh some kilobytes.
    const grown = (memory.at(-1) ?? 0) - (memory[Math.floor(memory.length / 2)] ?? 0) - acknowledged.size * 4_096;
    expect(grown).toBeLessThan(MOST_GROWTH);
    console.log(`${acknowledged.size} events acknowledged, ${cuts} cuts, ${Math.round((memory.at(-1) ?? 0) / 1e6)} MB at the end`);
    await store.close();
    await double.stop();
  },
  (SECONDS + 120) * 1_000,
);

/** Appends one event after the other to a stream of its own, and the same again while it is not known whether it is recorded. */
async function write(store: EventStore, until: number, acknowledged: Set<string>): Promise<void> {
  const stream = newName('tournament-soak');
  for (let revision = -1; performance.now() < until; revision += 1) {
    const event = newEvent(`${revision}`);
    while (!acknowledged.has(event.id)) {
      const appended = await store.append(stream, revision, [event]).catch(() => undefined);
      if (!appended) continue;
      expect(appended.revision).toBe(revision + 1);
      acknowledged.add(event.id);
    }
    await pause(5);
  }
}

/** Follows for as long as it is not stopped, from where it was when it fails, and keeps each event once. */
async function follow(store: EventStore, signal: AbortSignal, followed: string[]): Promise<void> {
  for (let seen = 0n; !signal.aborted;) {
    try {
      for await (const batch of store.follow(seen, signal)) {
        for (const { id, position } of batch) {
          if (position <= seen) continue;
          followed.push(id);
          seen = position;
        }
      }
    } catch {
      await pause(50);
    }
  }
}

function ownMemory(): number {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  return process.memoryUsage().heapUsed;
}
