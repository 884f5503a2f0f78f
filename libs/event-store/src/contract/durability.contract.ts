import { describe, expect, it } from '@jest/globals';
import { seal } from '../vault/seal.js';
import { eventually, followUntil, idsOf, newEvent, newEvents, newName } from './store-under-test.js';
import type { StoreUnderTest } from './store-under-test.js';

/** @param reopen closes the store and opens it again; the first call finds it open. */
export function describeDurability(reopen: () => Promise<StoreUnderTest>): void {
  describe('opened again', () => {
    it('the store holds every event, in its place, and every text that was not forgotten', async () => {
      const { store, vault } = await reopen();
      const start = await store.lastPosition();
      const [stream, ada, ben] = [newName(), newName('person'), newName('person')];
      const events = newEvents(300);
      const [aboutAda, aboutBen] = [seal('about Ada', [ada]).kept, seal('about Ben', [ben]).kept];
      await store.append(stream, -1, events, [aboutAda, aboutBen]);
      await vault.forget(ada);
      const before = await store.readStream(stream, 0, 1000);

      const again = await reopen();

      expect(await again.store.readStream(stream, 0, 1000)).toEqual(before);
      expect(await again.store.lastRevision(stream)).toBe(299);
      expect(await again.store.lastPosition()).toBeGreaterThanOrEqual(before.at(-1)?.position ?? 0n);
      expect(await followUntil(again.store, start, idsOf(events))).toEqual(idsOf(events));
      expect([...(await again.vault.open([aboutAda.ref, aboutBen.ref])).keys()]).toEqual([aboutBen.ref]);
      expect(await again.vault.forgotten([ada, ben])).toEqual(new Set([ada]));
      expect(
        await eventually(
          () => again.store.streams(stream, '', 2),
          ({ length }) => length > 0,
        ),
      ).toEqual([stream]);
    });

    it('the same append sent again answers as the first', async () => {
      const stream = newName();
      const events = newEvents(2);
      await (await reopen()).store.append(stream, -1, events);
      const { store } = await reopen();
      expect((await store.append(stream, -1, events)).revision).toBe(1);
      expect((await store.append(stream, 1, [newEvent()])).revision).toBe(2);
    });

    it('appends sent before closing are recorded, and those sent after it are refused', async () => {
      const { store } = await reopen();
      const stream = newName();
      const sent = store.append(stream, -1, [newEvent()]);
      const { store: again } = await reopen();
      await expect(sent).resolves.toMatchObject({ revision: 0 });
      expect(await again.lastRevision(stream)).toBe(0);
      await expect(store.append(stream, 0, [newEvent()])).rejects.toThrow('closed');
    });

    it('closing does not leave a follower waiting', async () => {
      const { store } = await reopen();
      const { signal } = new AbortController();
      const following = (async () => {
        for await (const batch of store.follow(await store.lastPosition(), signal)) expect(batch).not.toEqual([]);
      })();
      const ended = expect(following).rejects.toMatchObject({ name: 'StoreUnavailable' });
      await reopen();
      await ended;
    });
  });
}
