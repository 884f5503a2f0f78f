import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  binaryEvent,
  END,
  EventStoreDBClient,
  PARK,
  persistentSubscriptionToAllSettingsFromDefaults,
  RETRY,
  streamNameFilter,
} from '@eventstore/db-client';
import type { PersistentSubscriptionToAllResolvedEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WireDouble } from './wire-double.js';
import type { Door } from './door.js';

const note = (id: string = randomUUID(), text = 'noted') => binaryEvent({ id, type: 'Noted', data: Buffer.from(text) });

/** Facts of the protocol that the double has to share with a server, seen by the real client. */
describe('the wire double', () => {
  let double: WireDouble;
  let door: Door;
  let client: EventStoreDBClient;

  beforeEach(async () => {
    double = await WireDouble.start();
    door = await double.door();
    client = clientOf(door);
  });
  afterEach(async () => {
    await client.dispose();
    await double.stop();
  });

  it('takes a repeated append by its ids alone, whatever it says, and refuses one of which only a part is there', async () => {
    const [one, two] = [note(), note()];
    await client.appendToStream('s', [one, two], { expectedRevision: 'no_stream' });
    const again = await client.appendToStream('s', [note(one.id, 'another text'), note(two.id)], { expectedRevision: 'no_stream' });
    expect(again).toMatchObject({ success: true, nextExpectedRevision: 1n });
    await expect(client.appendToStream('s', [one, two, note()], { expectedRevision: 'no_stream' })).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 1n,
    });
  });

  it('refuses a conflict with where the stream ends, over the call for one append and over the one for many', async () => {
    await client.appendToStream('s', [note(), note(), note()]);
    const both = [{}, { credentials: { username: 'u', password: 'p' } }];
    for (const options of both) {
      const conflict = client.appendToStream('s', [note()], { expectedRevision: 0n, ...options });
      await expect(conflict).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 2n });
      const founding = client.appendToStream(`new-${both.indexOf(options)}`, [note()], { expectedRevision: 4n, ...options });
      await expect(founding).rejects.toMatchObject({ actualVersion: 'no_stream' });
    }
  });

  it('gives nothing of a stream that lies before its $tb, and goes on with its revisions', async () => {
    await client.appendToStream('s', [note(), note(), note()]);
    await client.setStreamMetadata('s', { truncateBefore: 2 });
    const read = async (fromRevision: bigint) => {
      const revisions: bigint[] = [];
      for await (const { event } of client.readStream('s', { fromRevision, maxCount: 10 })) if (event) revisions.push(event.revision);
      return revisions;
    };
    expect([await read(0n), await read(1n)]).toEqual([[2n], [2n]]);
    expect(await client.appendToStream('s', [note()], { expectedRevision: 2n })).toMatchObject({ nextExpectedRevision: 3n });
    expect(await read(0n)).toEqual([2n, 3n]);
  });

  it('takes no append that is larger than it is set to take, and says how large one may be', async () => {
    double.maxAppendSize = 1_000;
    const credentials = { username: 'u', password: 'p' };
    const large = [note(randomUUID(), 'x'.repeat(600)), note(randomUUID(), 'x'.repeat(600))];
    await expect(client.appendToStream('s', large, { credentials })).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
      maxAppendSize: 1_000,
    });
    await expect(client.appendToStream('s', large.slice(1), { credentials })).resolves.toMatchObject({ nextExpectedRevision: 0n });
  });

  it('without throwOnAppendFailure the real client tells every conflict to be at revision 1', async () => {
    const deaf = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${door.port}?tls=false&throwOnAppendFailure=false`);
    await client.appendToStream(
      's',
      Array.from({ length: 8 }, () => note()),
    );
    const refused = await deaf.appendToStream('s', [note()], { expectedRevision: 3n });
    expect(refused).toMatchObject({ success: false, nextExpectedRevision: 1n });
    await deaf.dispose();
  });

  it('reads $all forwards from a position inclusively, and backwards exclusively', async () => {
    await client.appendToStream('s', [note(), note(), note()]);
    const all = await drained(client.readAll({ maxCount: 100 }));
    const middle = all.at(-2)?.event?.position ?? { commit: 0n, prepare: 0n };
    expect(idsOf(await drained(client.readAll({ fromPosition: middle, maxCount: 100 })))).toEqual(idsOf(all.slice(-2)));
    const backwards = await drained(client.readAll({ fromPosition: middle, direction: 'backwards', maxCount: 1 }));
    expect(idsOf(backwards)).toEqual(idsOf(all.slice(-3, -2)));
  });

  it('tells positions that no double-precision number holds', async () => {
    const { position } = await client.appendToStream('s', [note()]);
    expect(position?.commit).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    const [read] = await drained(client.readStream('s', { maxCount: 1 }));
    expect(read?.event?.position?.commit).toBe(position?.commit);
  });

  it('follows $all through a filter by stream, says when it has caught up, and how far it has looked', async () => {
    for (let count = 0; count < 100; count += 1) await client.appendToStream('other', note());
    const wanted = note();
    await client.appendToStream('wanted-1', wanted);
    const seen: string[] = [];
    const checkpoints: bigint[] = [];
    let caughtUp = 0;
    const subscription = client.subscribeToAll({
      filter: streamNameFilter({ prefixes: ['wanted-'], checkpointReached: (_, { commit }) => void checkpoints.push(commit) }),
    });
    subscription.on('data', ({ event }) => seen.push(event?.id ?? ''));
    subscription.on('caughtUp', () => (caughtUp += 1));
    await until(() => caughtUp === 1);
    const later = note();
    await client.appendToStream('wanted-2', later);
    await until(() => seen.length === 2);
    expect(seen).toEqual([wanted.id, later.id]);
    expect(checkpoints.length).toBeGreaterThanOrEqual(3);
    await subscription.unsubscribe();
    await until(() => double.subscriptions === 0);
  });

  it('a loop over a subscription that is left keeps the call open until it is unsubscribed', async () => {
    await client.appendToStream('s', note());
    const subscription = client.subscribeToAll();
    for await (const _ of subscription) break;
    await pause(50);
    expect(double.subscriptions).toBe(1);
    await subscription.unsubscribe();
    await until(() => double.subscriptions === 0);
  });

  it('a stream that was deleted goes on with its revisions, and one that was tombstoned never comes back', async () => {
    await client.appendToStream('soft', [note(), note()]);
    await client.deleteStream('soft');
    await expect(drained(client.readStream('soft', { maxCount: 1 }))).rejects.toMatchObject({ type: 'stream-not-found' });
    expect(await client.appendToStream('soft', note())).toMatchObject({ nextExpectedRevision: 2n });

    await client.tombstoneStream('hard');
    await expect(client.appendToStream('hard', note())).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(drained(client.readStream('hard', { maxCount: 1 }))).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(client.tombstoneStream('hard')).rejects.toMatchObject({ type: 'stream-deleted' });
  });

  it('gives a group each event once, again when asked to, and parked ones when replayed', async () => {
    const filter = streamNameFilter({ prefixes: ['wanted-'] });
    const settings = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: END });
    await client.createPersistentSubscriptionToAll('group', settings, { filter });
    await expect(client.createPersistentSubscriptionToAll('group', settings, { filter })).rejects.toMatchObject({
      type: 'persistent-subscription-exists',
    });
    const events = [note(), note(), note()];
    await client.appendToStream('other', note());
    await client.appendToStream('wanted-1', events);
    const seen: [string | undefined, number][] = [];
    const subscription = client.subscribeToPersistentSubscriptionToAll('group');
    subscription.on('data', (resolved: PersistentSubscriptionToAllResolvedEvent) => {
      seen.push([resolved.event?.id, resolved.retryCount]);
      const settle = seen.length === 1 ? subscription.nack(PARK, 'later', resolved) : seen.length === 2 ? subscription.nack(RETRY, 'again', resolved) : subscription.ack(resolved); // prettier-ignore
      void settle;
    });
    const [first, second, third] = events.map(({ id }) => id);
    await until(() => seen.length === 4);
    expect(seen.slice(0, 2)).toEqual([[first, 0], [second, 0]]); // prettier-ignore
    expect(seen.slice(2).toSorted((a, b) => b[1] - a[1])).toEqual([[second, 1], [third, 0]]); // prettier-ignore
    await client.replayParkedMessagesToAll('group');
    await until(() => seen.length === 5);
    expect(seen[4]?.[0]).toBe(first);
    await subscription.unsubscribe();
  });

  it('what one of a group did not acknowledge goes to another', async () => {
    await client.createPersistentSubscriptionToAll('group', persistentSubscriptionToAllSettingsFromDefaults({ startFrom: END }));
    const other = clientOf(await double.door());
    const [seen, seenByOther]: [string[], string[]] = [[], []];
    const leaving = client.subscribeToPersistentSubscriptionToAll('group');
    leaving.on('data', ({ event }: PersistentSubscriptionToAllResolvedEvent) => seen.push(event?.id ?? ''));
    const event = note();
    await client.appendToStream('s', event);
    await until(() => seen.length === 1);
    const staying = other.subscribeToPersistentSubscriptionToAll('group');
    staying.on('data', (resolved: PersistentSubscriptionToAllResolvedEvent) => {
      seenByOther.push(resolved.event?.id ?? '');
      void staying.ack(resolved);
    });
    await leaving.unsubscribe();
    await until(() => seenByOther.length === 1);
    expect(seenByOther).toEqual([event.id]);
    await staying.unsubscribe();
    await other.dispose();
  });

  it('is asked once what it supports, and by a single host never for gossip', async () => {
    await client.appendToStream('s', note());
    await client.appendToStream('s', note());
    expect(double.calls).toEqual({ getSupportedMethods: 1, gossip: 0 });
  });

  it('with several hosts gossip leads to the leader', async () => {
    const other = await double.door();
    double.members = [
      { host: '127.0.0.1', port: door.port, leads: false },
      { host: '127.0.0.1', port: other.port, leads: true },
    ];
    const clustered = EventStoreDBClient.connectionString(
      `esdb://127.0.0.1:${door.port},127.0.0.1:${other.port}?tls=false&nodePreference=leader`,
    );
    await clustered.appendToStream('s', note());
    expect(double.calls.gossip).toBe(1);
    await door.close();
    await expect(clustered.appendToStream('s', note())).resolves.toMatchObject({ success: true });
    await clustered.dispose();
  });

  it('an append cut off after it took effect is rejected, and is there', async () => {
    double.faults.next({ kind: 'cut-after' });
    await expect(client.appendToStream('s', note())).rejects.toThrow(/UNAVAILABLE|CANCELLED/i);
    expect(double.log.read('s')).toHaveLength(1);
    double.faults.next({ kind: 'cut-before' });
    await expect(client.appendToStream('s', note())).rejects.toThrow(/UNAVAILABLE|CANCELLED/i);
    expect(double.log.read('s')).toHaveLength(1);
  });

  it('comes back after a restart with what it held', async () => {
    await client.appendToStream('s', note());
    await double.restart();
    await until(async () => (await client.appendToStream('s', note()).catch(() => undefined)) !== undefined);
    expect(double.log.read('s')).toHaveLength(2);
  });
});

function clientOf(door: Door): EventStoreDBClient {
  return EventStoreDBClient.connectionString(`esdb://127.0.0.1:${door.port}?tls=false`);
}

async function drained<E>(read: AsyncIterable<E>): Promise<E[]> {
  const all: E[] = [];
  for await (const event of read) all.push(event);
  return all;
}

function idsOf(events: readonly { event?: { id: string } | undefined }[]): (string | undefined)[] {
  return events.map(({ event }) => event?.id);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await holds()) return;
    await pause(25);
  }
  throw new Error('It has not come true.');
}
