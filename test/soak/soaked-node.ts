import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openKurrentStore } from '@ladder/event-store';
import type { EventStore } from '@ladder/event-store';

/** What the process tells whoever started it. */
export type Told =
  | { readonly acknowledged: readonly string[] }
  /** Each event once, in the order of the log. */
  | { readonly followed: readonly string[] }
  /** After a garbage collection, in bytes: objects, and what lies outside of them. */
  | { readonly memory: number }
  | { readonly ended: true };

const WRITERS = 4;
const MEASURE_EVERY = 2_500;

const [, , address = '', seconds = ''] = process.argv;
const until = performance.now() + Number(seconds) * 1_000;

/**
 * A process that writes to the store and follows it for so many seconds. It tells what it was acknowledged and what it saw and keeps nothing of
 * it, so that whatever its memory grows by is the store's.
 */
const { store } = await openKurrentStore({ address, masterKey: new Uint8Array(32).fill(7) });
const stop = new AbortController();
const following = follow(store, stop.signal);
const measuring = setInterval(measure, MEASURE_EVERY);
await Promise.all(Array.from({ length: WRITERS }, () => write(store)));
clearInterval(measuring);
tell({ ended: true });
process.once('message', () => void end());
// Nobody is left to tell.
process.once('disconnect', () => process.exit());

/** When whoever started it has seen enough. */
async function end(): Promise<void> {
  stop.abort();
  await following;
  await store.close();
  process.disconnect();
}

/** Appends one event after the other to a stream of its own, and the same again while it is not known whether it is recorded. */
async function write(to: EventStore): Promise<void> {
  const stream = `tournament-soak-${randomUUID()}`;
  for (let revision = -1; performance.now() < until; revision += 1) {
    const event = { id: randomUUID(), type: 'Noted', body: JSON.stringify({ revision }) };
    for (let appended; !appended;) appended = await to.append(stream, revision, [event]).catch(() => undefined);
    tell({ acknowledged: [event.id] });
    await pause(5);
  }
}

/** Follows from where it was when it fails. */
async function follow(from: EventStore, signal: AbortSignal): Promise<void> {
  for (let seen = 0n; !signal.aborted;) {
    try {
      for await (const batch of from.follow(seen, signal)) {
        tell({ followed: batch.filter(({ position }) => position > seen).map(({ id }) => id) });
        seen = batch.at(-1)?.position ?? seen;
      }
    } catch {
      await pause(50);
    }
  }
}

function measure(): void {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error('Start it with --expose-gc.');
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  tell({ memory: heapUsed + arrayBuffers });
}

function tell(told: Told): void {
  process.send?.(told);
}
