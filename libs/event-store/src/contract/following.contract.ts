import { getEventListeners } from 'node:events';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { followUntil, idsOf, newEvent, newEvents, newName } from './store-under-test.js';
import type { StoreUnderTest } from './store-under-test.js';

export function describeFollowing(tested: () => StoreUnderTest): void {
  describe('following', () => {
    it('a follower sees what is there and what comes, each event in order', async () => {
      const { store } = tested();
      const start = await store.lastPosition();
      const stream = newName();
      const [there, later] = [newEvents(3), newEvents(3)];
      await store.append(stream, -1, there);
      const seen = followUntil(store, start, idsOf([...there, ...later]));
      for (const [index, event] of later.entries()) {
        await pause(5);
        await store.append(stream, 2 + index, [event]);
      }
      expect(await seen).toEqual(idsOf([...there, ...later]));
    });

    it('a follower starts after the position it names', async () => {
      const { store } = tested();
      const stream = newName();
      const [before, after] = [newEvents(3), newEvents(3)];
      const { position } = await store.append(stream, -1, before);
      await store.append(stream, 2, after);
      expect(await followUntil(store, position, idsOf([...before, ...after]))).toEqual(idsOf(after));
    });

    it('batches are never empty and never above 256 events, however much there is to catch up with', async () => {
      const { store } = tested();
      const start = await store.lastPosition();
      const stream = newName();
      for (let from = -1; from < 999; from += 500) await store.append(stream, from, newEvents(500));
      const stop = new AbortController();
      const sizes: number[] = [];
      let seen = 0;
      for await (const batch of store.follow(start, stop.signal)) {
        sizes.push(batch.length);
        seen += batch.filter((event) => event.stream === stream).length;
        if (seen >= 1000) stop.abort();
      }
      expect(Math.min(...sizes)).toBeGreaterThan(0);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
    });

    it('a slow reader loses nothing while others write', async () => {
      const { store } = tested();
      const start = await store.lastPosition();
      const stream = newName();
      const events = newEvents(600);
      const stop = new AbortController();
      const seen: string[] = [];
      const reading = (async () => {
        for await (const batch of store.follow(start, AbortSignal.any([stop.signal, AbortSignal.timeout(20_000)]))) {
          seen.push(...idsOf(batch.filter((event) => event.stream === stream)));
          if (new Set(seen).size === events.length) stop.abort();
          await pause(20);
        }
      })();
      for (let from = 0; from < events.length; from += 20) await store.append(stream, from - 1, events.slice(from, from + 20));
      await reading;
      expect([...new Set(seen)]).toEqual(idsOf(events));
    });

    it('a follower at the end misses no event, whichever moment it comes at', async () => {
      const { store } = tested();
      const stream = newName();
      const appendAfter = async (turns: number): Promise<void> => {
        for (let left = turns; left > 0; left -= 1) await turn();
        await store.append(stream, turns - 1, [newEvent()]);
      };
      const start = await store.lastPosition();
      const appending = [appendAfter(0)];
      let seen = 0;
      const stop = new AbortController();
      for await (const batch of store.follow(start, AbortSignal.any([stop.signal, AbortSignal.timeout(4000)]))) {
        if (!batch.some((event) => event.stream === stream && event.revision === seen)) continue;
        seen += 1;
        if (seen < 20) appending.push(appendAfter(seen));
        else stop.abort();
      }
      await Promise.all(appending);
      expect(seen).toBe(20);
    });

    it('a hundred followers see the same', async () => {
      const { store } = tested();
      const start = await store.lastPosition();
      const events = newEvents(5);
      const followers = Array.from({ length: 100 }, () => followUntil(store, start, idsOf(events)));
      await store.append(newName(), -1, events);
      for (const seen of await Promise.all(followers)) expect(seen).toEqual(idsOf(events));
    });

    it('a follower that is stopped while it waits ends at once and leaves nothing on its signal', async () => {
      const { store } = tested();
      const stop = new AbortController();
      const followers = Array.from({ length: 50 }, async () => {
        for await (const batch of store.follow(await store.lastPosition(), stop.signal)) expect(batch).not.toEqual([]);
      });
      await pause(50);
      stop.abort();
      await Promise.all(followers);
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    });

    it('a follower that leaves its loop leaves nothing on its signal', async () => {
      const { store } = tested();
      const start = await store.lastPosition();
      await store.append(newName(), -1, [newEvent()]);
      const { signal } = new AbortController();
      for await (const batch of store.follow(start, signal)) {
        expect(batch).not.toEqual([]);
        break;
      }
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    });

    it('a follower whose signal was aborted before sees nothing', async () => {
      const { store } = tested();
      const seen: unknown[] = [];
      for await (const batch of store.follow(0n, AbortSignal.abort())) seen.push(batch);
      expect(seen).toEqual([]);
    });
  });
}
