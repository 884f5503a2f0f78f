import { setImmediate as turn } from 'node:timers/promises';
import type { LedgerEvent } from '@ladder/ledger';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Audience } from './audience.js';
import type { FeedReader } from './feed-reader.js';
import type { Written } from './written.js';

describe('an audience', () => {
  it('is given every event, each reader once and in order, however many read and whenever something is recorded', async () => {
    const moments = fc.array(fc.record({ events: fc.integer({ min: 1, max: 3 }), turns: fc.integer({ min: 0, max: 8 }) }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), moments, async (count, recorded) => {
        const { audience, readers } = crowd(count);
        let end = 0;
        for (const { events, turns } of recorded) {
          audience.hand(Array.from({ length: events }, (_, index) => event(end + index)));
          end += events;
          for (let passed = 0; passed < turns; passed += 1) await turn();
        }
        await until(() => readers.every(({ given }) => given.flat().length >= end));
        const all = Array.from({ length: end }, (_, position) => position);
        for (const { given } of readers) expect(given.flat()).toEqual(all);
      }),
    );
  });

  it('is given in one piece what has been recorded by the time that a reader’s turn comes', async () => {
    const { audience, readers } = crowd(1_000);
    audience.hand([event(0)]);
    await turn();
    audience.hand([event(1), event(2)]);
    await until(() => readers.every(({ given }) => given.flat().length === 3));
    expect(readers.at(0)?.given).toEqual([[0], [1, 2]]);
    expect(readers.at(-1)?.given).toEqual([[0, 1, 2]]);
  });

  it('holds up nobody, however many they are: others have their turn before all of them are served', async () => {
    const { audience, readers } = crowd(1_000);
    audience.hand([event(0)]);
    await turn();
    const served = readers.filter(({ given }) => given.length > 0).length;
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThan(500);
    await until(() => readers.every(({ given }) => given.length === 1));
  });
});

// ── Fixtures ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Takes what it lacks, as a reader does that has caught up. */
class Reader {
  /** The positions that it was given, piece by piece. */
  readonly given: number[][] = [];
  #position = -1;

  take({ events }: Written): void {
    const lacking = events.map(({ position }) => position).filter((position) => position > this.#position);
    if (lacking.length === 0) return;
    this.given.push(lacking);
    this.#position = lacking.at(-1) ?? -1;
  }
}

function crowd(count: number) {
  const audience = new Audience();
  const readers = Array.from({ length: count }, () => new Reader());
  for (const reader of readers) audience.readers.add(reader as unknown as FeedReader);
  return { audience, readers };
}

function event(position: number): LedgerEvent {
  return { position, type: 'RoundStarted', data: { round: position, pairings: [] } } as unknown as LedgerEvent;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}
