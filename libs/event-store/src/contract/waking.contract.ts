import { getEventListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { EventStore } from '../port.js';
import { newEvent, newName } from './store-under-test.js';
import type { StoreUnderTest } from './store-under-test.js';

/** Collects the names that come to one of a group until it is stopped. */
async function listen(store: EventStore, group: string, signal: AbortSignal, heard: (name: string) => void): Promise<void> {
  for await (const name of store.wake(group, signal)) heard(name);
}

/** Moves a stream until it was heard of: a group may come to life a little after it was asked for, and is owed nothing from before. */
async function moveUntil(store: EventStore, stream: string, isHeard: () => boolean): Promise<void> {
  for (let revision = -1; revision < 100 && !isHeard(); revision += 1) {
    await store.append(stream, revision, [newEvent()]);
    await pause(50);
  }
}

export function describeWaking(tested: () => StoreUnderTest): void {
  describe('waking', () => {
    it('a group hears of streams that move', async () => {
      const { store } = tested();
      const stop = new AbortController();
      const heard = new Set<string>();
      const listening = listen(store, newName('group'), stop.signal, (name) => heard.add(name));
      const [one, other] = [newName(), newName()];
      await moveUntil(store, one, () => heard.has(one));
      await moveUntil(store, other, () => heard.has(other));
      stop.abort();
      await listening;
      expect(heard).toContain(one);
      expect(heard).toContain(other);
    });

    it('each group hears of a stream for itself', async () => {
      const { store } = tested();
      const stop = new AbortController();
      const stream = newName();
      const heard = [new Set<string>(), new Set<string>()];
      const listening = heard.map((names) => listen(store, newName('group'), stop.signal, (name) => names.add(name)));
      await moveUntil(store, stream, () => heard.every((names) => names.has(stream)));
      stop.abort();
      await Promise.all(listening);
      expect(heard.every((names) => names.has(stream))).toBe(true);
    });

    it('the work of a group goes on when one of it stops', async () => {
      const { store } = tested();
      const group = newName('group');
      const [first, second] = [new AbortController(), new AbortController()];
      const heard = new Set<string>();
      const leaving = listen(store, group, first.signal, () => undefined);
      const staying = listen(store, group, second.signal, (name) => heard.add(name));
      first.abort();
      await leaving;
      const stream = newName();
      await moveUntil(store, stream, () => heard.has(stream));
      second.abort();
      await staying;
      expect(heard).toContain(stream);
    });

    it('one who is stopped while waiting ends at once and leaves nothing on its signal', async () => {
      const { store } = tested();
      const stop = new AbortController();
      const listening = Array.from({ length: 20 }, () => listen(store, newName('group'), stop.signal, () => undefined));
      await pause(50);
      stop.abort();
      await Promise.all(listening);
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    });
  });
}
