import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openKurrentStore, seal } from '@ladder/event-store';
import type { KurrentStore } from '@ladder/event-store';
import { followUntil, idsOf, newEvent, newEvents, newName } from '../../libs/event-store/src/contract/store-under-test.js';
import type { Door } from '../wire-double/door.js';
import { WireDouble } from '../wire-double/wire-double.js';

const masterKey = new Uint8Array(32).fill(7);
const TLS = join(import.meta.dirname, '../wire-double/tls');

/** What only a server that can be broken at will can show. */
describe('the store on EventStoreDB, when something breaks', () => {
  let double: WireDouble;
  let door: Door;
  const opened: KurrentStore[] = [];

  const openThrough = async (through: Door, query = 'tls=false'): Promise<KurrentStore> => {
    const store = await openKurrentStore({ address: `esdb://127.0.0.1:${through.port}?${query}`, masterKey });
    opened.push(store);
    return store;
  };

  beforeEach(async () => {
    double = await WireDouble.start();
    door = await double.door();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ store }) => store.close()));
    await double.stop();
  });

  it.each(['cut-before', 'cut-after', 'refuse'] as const)('an append that meets "%s" is recorded once, and says where', async (kind) => {
    const { store } = await openThrough(door);
    const stream = newName();
    await store.append(stream, -1, [newEvent()]);
    const events = newEvents(2);
    double.faults.next({ kind }, 'log-');
    const { revision, position } = await store.append(stream, 0, events);
    expect(double.faults.left).toBe(0);
    const read = await store.readStream(stream, 1, 10);
    expect(idsOf(read)).toEqual(idsOf(events));
    expect({ revision, position }).toEqual({ revision: 2, position: read[1]?.position });
  });

  it('an answer that comes too late is not waited for, and its append is recorded once', async () => {
    const { store } = await openThrough(door);
    const [stream, event] = [newName(), newEvent()];
    double.faults.next({ kind: 'delay-after', ms: 7_000 }, 'log-');
    const began = performance.now();
    expect(await store.append(stream, -1, [event])).toMatchObject({ revision: 0 });
    expect(performance.now() - began).toBeLessThan(6_500);
    expect(idsOf(await store.readStream(stream, 0, 10))).toEqual([event.id]);
  }, 20_000);

  it('one whose append was cut off and overtaken is told of the conflict', async () => {
    const { store } = await openThrough(door);
    const [stream, faster] = [newName(), newEvent()];
    double.faults.next({ kind: 'cut-before' }, 'log-');
    const slow = store.append(stream, -1, [newEvent()]);
    double.log.append(`log-${stream}`, 'any', [{ ...faster, contentType: 'application/octet-stream', data: Buffer.from('{}'), metadata: new Uint8Array() }]); // prettier-ignore
    await expect(slow).rejects.toMatchObject({ name: 'WrongExpectedRevision', actual: 0 });
  });

  it('appends and reads are refused with the same error while the server is away, and go on when it is back', async () => {
    const { store } = await openThrough(door);
    const stream = newName();
    await store.append(stream, -1, [newEvent()]);
    await door.close();
    await expect(store.readStream(stream, 0, 1)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await expect(store.append(stream, 0, [newEvent()])).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await door.open();
    await expect(store.append(stream, 0, [newEvent()])).resolves.toMatchObject({ revision: 1 });
  }, 30_000);

  it('what breaks one store of a process leaves the appends of another alone', async () => {
    const otherDoor = await double.door();
    const [{ store }, { store: other }] = [await openThrough(door), await openThrough(otherDoor)];
    const [stream, otherStream] = [newName(), newName()];
    const appending = async (): Promise<void> => {
      for (let revision = -1; revision < 100; revision += 1) await store.append(stream, revision, [newEvent()]);
    };
    const done = appending();
    for (let cuts = 0, revision = -1; cuts < 5; cuts += 1) {
      otherDoor.cut();
      revision = (await other.append(otherStream, revision, [newEvent()])).revision;
    }
    await done;
    expect(await store.lastRevision(stream)).toBe(100);
    expect(await other.lastRevision(otherStream)).toBe(4);
  });

  it('a follower sees every event once and in order, however often its connection is cut', async () => {
    const { store } = await openThrough(door);
    const writing = await openThrough(await double.door());
    const [stream, events] = [newName(), newEvents(100)];
    const following = followUntil(store, 0n, idsOf(events));
    for (const [index, event] of events.entries()) {
      if (index % 20 === 10) door.cut();
      await writing.store.append(stream, index - 1, [event]);
      await pause(5);
    }
    expect(await following).toEqual(idsOf(events));
  }, 30_000);

  it('a follower goes on after the server was killed and started again', async () => {
    const { store } = await openThrough(door);
    const [stream, events] = [newName(), newEvents(4)];
    const following = followUntil(store, 0n, idsOf(events));
    await store.append(stream, -1, events.slice(0, 2));
    await double.restart();
    await store.append(stream, 1, events.slice(2));
    expect(await following).toEqual(idsOf(events));
  }, 30_000);

  it('a subscription that falls silent without a word is noticed and opened again', async () => {
    const { store, silence } = await openThrough(door);
    const [stream, event] = [newName(), newEvent()];
    const following = followUntil(store, await store.lastPosition(), [event.id]);
    await pause(100);
    double.silenceSubscriptions();
    await store.append(stream, -1, [event]);
    const began = performance.now();
    expect(await following).toEqual([event.id]);
    expect(performance.now() - began).toBeGreaterThan(1_000);
    await pause(2_500);
    expect(silence()).toBeLessThan(2_500);
  }, 30_000);

  it('silence is told while the node is cut off', async () => {
    const { silence } = await openThrough(door);
    await door.close();
    await pause(1_500);
    expect(silence()).toBeGreaterThan(1_000);
    await door.open();
  });

  it('150 followers share one subscription, and closing leaves none open', async () => {
    const { store } = await openThrough(door);
    const [events, start] = [newEvents(3), await store.lastPosition()];
    const followers = Array.from({ length: 150 }, () => followUntil(store, start, idsOf(events)));
    await store.append(newName(), -1, events);
    for (const seen of await Promise.all(followers)) expect(seen).toEqual(idsOf(events));
    expect(double.subscriptions).toBe(1);
    await store.close();
    await pause(100);
    expect(double.subscriptions).toBe(0);
  });

  it('closes at once after reads of every kind, those that were answered in part too', async () => {
    const { store, vault } = await openThrough(door);
    const [stream, { kept }] = [newName(), seal('text', [newName('person')])];
    await store.append(stream, -1, newEvents(300), [kept]);
    await store.readStream(stream, 0, 10);
    await store.readAll(0n, 10);
    await store.lastPosition();
    await store.lastRevision(newName());
    await store.streams('', '', 1);
    await vault.open([kept.ref, 'never-kept']);
    for await (const batch of store.follow(0n, new AbortController().signal)) if (batch.length > 0) break;
    const began = performance.now();
    await store.close();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('goes to the leader when it is told where that is', async () => {
    const leading = await double.door();
    const { store } = await openThrough(door);
    double.faults.next({ kind: 'redirect', host: '127.0.0.1', port: leading.port }, 'log-');
    await store.append(newName(), -1, [newEvent()]);
    await door.close();
    await expect(store.append(newName(), -1, [newEvent()])).resolves.toMatchObject({ revision: 0 });
  });

  it('those who share a group are woken by the same moves, and are told when waking was cut off', async () => {
    const otherDoor = await double.door();
    const [one, other] = [await openThrough(door), await openThrough(otherDoor)];
    const group = newName('group');
    const stop = new AbortController();
    const [heard, heardByOther] = [new Set<string>(), new Set<string>()];
    const listen = async ({ store }: KurrentStore, names: Set<string>): Promise<void> => {
      for await (const name of store.wake(group, stop.signal)) names.add(name);
    };
    const [listening, otherListening] = [listen(one, heard), listen(other, heardByOther)];
    await pause(200);
    const cutOff = expect(otherListening).rejects.toMatchObject({ name: 'StoreUnavailable' });
    const streams = Array.from({ length: 20 }, () => newName());
    for (const stream of streams) await one.store.append(stream, -1, [newEvent()]);
    await pause(200);
    expect(heard.size).toBeGreaterThan(0);
    expect(heardByOther.size).toBeGreaterThan(0);
    expect(new Set([...heard, ...heardByOther])).toEqual(new Set(streams));
    otherDoor.cut();
    await cutOff;
    const later = newName();
    await one.store.append(later, -1, [newEvent()]);
    await pause(200);
    expect(heard).toContain(later);
    stop.abort();
    await listening;
  });

  it('what one process keeps another opens, until a third forgets the person', async () => {
    const [one, two, three] = [await openThrough(door), await openThrough(door), await openThrough(door)];
    const [ada, ben] = [newName('person'), newName('person')];
    const [aboutAda, aboutBoth, aboutBen] = [seal('Ada', [ada]).kept, seal('both', [ben, ada]).kept, seal('Ben', [ben]).kept];
    const refs = [aboutAda.ref, aboutBoth.ref, aboutBen.ref];
    await one.store.append(newName(), -1, [newEvent()], [aboutAda, aboutBoth, aboutBen]);
    expect((await two.vault.open(refs)).size).toBe(3);
    expect(await three.vault.forget(ada)).toBe(2);
    for (const { vault } of [one, two, three]) {
      expect([...(await vault.open(refs)).keys()]).toEqual([aboutBen.ref]);
      expect(await vault.forgotten([ada, ben])).toEqual(new Set([ada]));
    }
    // Deleted for good: not even the server would take a text about this person again.
    expect(() => double.log.read(`vault-person-${ada}`)).toThrow('deleted');
    const late = seal('late', [ada]).kept;
    await two.store.append(newName(), -1, [newEvent()], [late]);
    expect((await one.vault.open([late.ref])).size).toBe(0);
  });

  it('a text is in the vault before the event that refers to it is sent', async () => {
    const { store, vault } = await openThrough(door);
    const [stream, { kept }] = [newName(), seal('text', [newName('person')])];
    double.faults.next({ kind: 'delay-before', ms: 1_000 }, 'log-');
    const appending = store.append(stream, -1, [newEvent()], [kept]);
    await pause(700);
    expect(await store.lastRevision(stream)).toBe(-1);
    expect((await vault.open([kept.ref])).get(kept.ref)?.text).toBe('text');
    await appending;
  });

  it('no text lies readable on the server', async () => {
    const { store } = await openThrough(door);
    const { kept } = seal('Zuzanna Kowalczyk', [newName('person')]);
    await store.append(newName(), -1, [newEvent()], [kept]);
    for (const { data, metadata } of double.log.all) {
      expect(Buffer.from(data).includes('Zuzanna') || Buffer.from(metadata).includes('Zuzanna')).toBe(false);
    }
  });

  it('a vault of another master key is refused', async () => {
    await openThrough(door);
    const opening = openKurrentStore({ address: `esdb://127.0.0.1:${door.port}?tls=false`, masterKey: new Uint8Array(32).fill(8) });
    await expect(opening).rejects.toThrow('another master key');
  });

  it('speaks TLS to a server whose CA is named', async () => {
    const secure = await WireDouble.start({ cert: readFileSync(join(TLS, 'server.crt')), key: readFileSync(join(TLS, 'server.key')) });
    const secureDoor = await secure.door();
    const address = `esdb://admin:changeit@localhost:${secureDoor.port}?tlsCAFile=${encodeURIComponent(join(TLS, 'server.crt'))}`;
    const { store } = await openKurrentStore({ address, masterKey });
    await expect(store.append(newName(), -1, [newEvent()])).resolves.toMatchObject({ revision: 0 });
    await store.close();
    await secure.stop();
  });

  it.each([
    ['kurrentdb://127.0.0.1:2113?tls=false', 'esdb://'],
    ['https://127.0.0.1:2113', 'esdb://'],
    ['esdb://admin:changeit@127.0.0.1:2113?tlsVerifyCert=false', 'tlsCAFile'],
    ['esdb://127.0.0.1:2113?tls=false&throwOnAppendFailure=false', 'throwOnAppendFailure'],
    ['esdb://127.0.0.1:2113', 'user and a password'],
    ['esdb://127.0.0.1:port?tls=false', 'port number'],
  ])('the address %s is refused with a reason', async (address, reason) => {
    await expect(openKurrentStore({ address, masterKey })).rejects.toThrow(reason);
  });
});
