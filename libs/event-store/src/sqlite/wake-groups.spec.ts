import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newEvent, newEvents } from '../contract/store-under-test.js';
import type { EventStore } from '../port.js';
import { openSqliteStore } from './open.js';

let folder: string;
let store: EventStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-store-'));
  ({ store } = openSqliteStore({ folder, masterKey: new Uint8Array(32) }));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function take(names: AsyncIterable<string>, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const name of names) if (taken.push(name) === count) break;
  return taken;
}

describe('a group', () => {
  it('is woken for what moved since it was asked for, also before it listens', async () => {
    await store.append('before', -1, [newEvent()]);
    const names = store.wake('group', new AbortController().signal);
    await store.append('after', -1, [newEvent()]);
    expect(await take(names, 1)).toEqual(['after']);
  });

  it('hears once of a stream that moved many times while nobody listened, in the order of the last moves', async () => {
    const names = store.wake('group', new AbortController().signal);
    await store.append('busy', -1, newEvents(50));
    await store.append('quiet', -1, [newEvent()]);
    for (let revision = 49; revision < 60; revision += 1) await store.append('busy', revision, [newEvent()]);
    expect(await take(names, 2)).toEqual(['quiet', 'busy']);
  });

  it('hears of every stream, however far it lags behind', async () => {
    const names = store.wake('group', new AbortController().signal);
    const streams = Array.from({ length: 3000 }, (_, index) => `stream-${index}`);
    await Promise.all(streams.map((stream) => store.append(stream, -1, [newEvent()])));
    expect(await take(names, streams.length)).toEqual(streams);
  });

  it('at the end misses no move, whichever moment it comes at', async () => {
    const stop = new AbortController();
    const moveAfter = async (turns: number): Promise<void> => {
      for (let left = turns; left > 0; left -= 1) await turn();
      await store.append(`stream-${turns}`, -1, [newEvent()]);
    };
    const moving: Promise<void>[] = [];
    const heard: string[] = [];
    const names = store.wake('group', AbortSignal.any([stop.signal, AbortSignal.timeout(4000)]));
    moving.push(moveAfter(0));
    for await (const name of names) {
      heard.push(name);
      if (heard.length < 20) moving.push(moveAfter(heard.length));
      else stop.abort();
    }
    await Promise.all(moving);
    expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => `stream-${index}`));
  });

  it('shares the names out among those who listen', async () => {
    const stop = new AbortController();
    const heard: string[][] = [[], []];
    const listening = heard.map(async (mine) => {
      for await (const name of store.wake('group', stop.signal)) {
        mine.push(name);
        await pause(1);
        if (heard.flat().length === 100) stop.abort();
      }
    });
    const streams = Array.from({ length: 100 }, (_, index) => `stream-${index}`);
    await Promise.all(streams.map((stream) => store.append(stream, -1, [newEvent()])));
    await Promise.all(listening);
    expect(heard.flat().toSorted()).toEqual(streams.toSorted());
    expect(heard.every((mine) => mine.length > 0)).toBe(true);
  });
});
