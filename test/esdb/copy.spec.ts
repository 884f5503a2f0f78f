import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openKeys } from '@ladder/access';
import { copyStore, openKurrentStore, openSqliteStore, seal } from '@ladder/event-store';
import type { EventStore, MovableVault } from '@ladder/event-store';
import { answerOf, ladder } from '../../apps/cli/spec/terminal.js';
import { allAfter, newEvent, newEvents, newName } from '../../libs/event-store/src/contract/store-under-test.js';
import { newFolder, removeFolder } from '../support/served.js';
import { WireDouble } from '../wire-double/wire-double.js';

interface Opened {
  store: EventStore;
  vault: MovableVault;
}

/** Each copy goes into a store of its own, which only a double or a folder is. */
describe('moving house', () => {
  const folders: string[] = [];
  const doubles: WireDouble[] = [];
  let masterKey: string;
  let here: string;
  let refs: string[];
  let ada: string;

  const freshFolder = (): string => {
    const folder = newFolder();
    folders.push(folder);
    return folder;
  };
  const freshServer = async (): Promise<{ address: string; double: WireDouble }> => {
    const double = await WireDouble.start();
    doubles.push(double);
    return { address: `esdb://127.0.0.1:${(await double.door()).port}?tls=false`, double };
  };
  const openFolder = (folder: string): Opened => openSqliteStore({ folder, masterKey: keyIn(folder) });
  const keyIn = (folder: string) => openKeys({ folder, masterKey, adminKey: 'nobody-presents-this-key' }).master;

  beforeAll(async () => {
    here = freshFolder();
    const keys = openKeys({ folder: here, adminKey: 'nobody-presents-this-key' });
    masterKey = readFileSync(join(here, 'master.key'), 'utf8').trim();
    const { store, vault } = openSqliteStore({ folder: here, masterKey: keys.master });
    const ben = newName('person');
    ada = newName('person');
    const kept = [seal('about Ada', [ada]), seal('about both', [ben, ada]), seal('Žofie 👩🏽‍⚖️', [ben]), seal('', [ben])].map(
      (each) => each.kept,
    );
    refs = kept.map(({ ref }) => ref);
    const streams = ['a', 'b', 'c'].map((name) => newName(`tournament-${name}`));
    // Interleaved, so that the order of the whole store means something.
    for (let round = 0; round < 40; round += 1) {
      for (const [index, stream] of streams.entries()) {
        await store.append(stream, round * 2 - 1, [newEvent(`${round}`), newEvent('\u2028é')], round === 1 && index === 1 ? kept : []);
      }
    }
    await store.append(newName('tournament-big'), -1, newEvents(1_200));
    await vault.forget(ada);
    await store.close();
  });
  afterAll(async () => {
    folders.forEach(removeFolder);
    await Promise.all(doubles.map((double) => double.stop()));
  });

  it('a ledger goes to a server and back, with ids, order, bytes, texts and who was forgotten', async () => {
    const { address } = await freshServer();
    const back = freshFolder();
    const there = await answerOf('copy', '--from', here, '--to', address);
    expect(there).toEqual({ events: 1_440, texts: 2, forgotten: 1 });
    const returning = openFolder(back);
    const server = await openKurrentStore({ address, masterKey: keyIn(back) });
    expect(await copyStore(server, returning, () => undefined)).toEqual(there);
    await server.store.close();
    const first = openFolder(here);
    const everything = async ({ store }: Opened) => (await allAfter(store, 0n)).map(({ position: _, ...event }) => event);
    expect(await everything(returning)).toEqual(await everything(first));
    expect(await returning.vault.open(refs)).toEqual(await first.vault.open(refs));
    expect([...(await returning.vault.open(refs)).values()].map(({ text }) => text)).toEqual(['Žofie 👩🏽‍⚖️', '']);
    expect(await returning.vault.forgotten([ada])).toEqual(new Set([ada]));
    await Promise.all([first, returning].map(({ store }) => store.close()));
  }, 60_000);

  it('goes on where it was cut off', async () => {
    const { address, double } = await freshServer();
    const source = openFolder(here);
    const target = await openKurrentStore({ address, masterKey: keyIn(here) });
    const cutOff = copyStore(source, target, (events) => {
      if (events >= 500) throw new Error('pulled the plug');
    });
    await expect(cutOff).rejects.toThrow('pulled the plug');
    const before = double.log.all.filter(({ stream }) => stream.startsWith('log-')).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(1_440);
    expect(await copyStore(source, target, () => undefined)).toMatchObject({ events: 1_440 });
    // Once more changes nothing.
    const size = double.log.all.filter(({ stream }) => stream.startsWith('log-')).length;
    expect(size).toBe(1_440);
    await Promise.all([source, target].map(({ store }) => store.close()));
  }, 60_000);

  it('a copy that holds something else is refused', async () => {
    const { address } = await freshServer();
    const target = await openKurrentStore({ address, masterKey: keyIn(here) });
    await target.store.append(newName('tournament-other'), -1, [newEvent()]);
    await target.store.close();
    const { code, err } = await ladder('copy', '--from', here, '--to', address);
    expect(code).toBe(1);
    expect(err).toMatch(/in its place in the copy/);
  }, 60_000);

  it('is refused while a server writes to the old store, and for a store of another master key', async () => {
    const { address } = await freshServer();
    const writing = openFolder(here);
    expect((await ladder('copy', '--from', here, '--to', address)).err).toMatch(/another process|in use|writes/i);
    await writing.store.close();
    const other = await openKurrentStore({ address, masterKey: new Uint8Array(32).fill(1) }).catch((error: unknown) => error);
    if (!(other instanceof Error)) await (other as Opened).store.close();
    expect((await ladder('copy', '--from', here, '--to', address)).err).toContain('another master key');
  }, 60_000);
});
