import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import type { ServerProcess } from '../support/server-process.js';
import type { Door } from '../wire-double/door.js';
import { WireDouble } from '../wire-double/wire-double.js';
import { Nodes } from './nodes.js';

/** On the double alone: a real server has no door that could be shut for one node. */
describe('a node that is cut off from the store', () => {
  let double: WireDouble;
  let door: Door;
  let nodes: Nodes;
  let cutOff: ServerProcess;
  let other: ServerProcess;

  beforeAll(async () => {
    double = await WireDouble.start();
    door = await double.door();
    nodes = new Nodes(`esdb://127.0.0.1:${(await double.door()).port}?tls=false`);
    other = await nodes.api();
    cutOff = await nodes.api(`esdb://127.0.0.1:${door.port}?tls=false`);
    await nodes.worker();
  }, 60_000);
  afterAll(async () => {
    await nodes.end();
    await double.stop();
  });

  it('acknowledges nothing, and has everything when it is back: rulings, feed and read models', async () => {
    const hall = await Hall.open(other.admin, { id: `hall-${randomUUID()}` });
    const there = hall.at(cutOff.url);
    const feed = await Feed.open(there.by('head'), hall.path);
    const first = await there.warn('ana', 'looking-at-extra-cards');

    await door.close();
    const [key, body] = [randomUUID(), { player: 'ben', category: 'slow-play' }];
    const refused = await there.by('floor').ask('POST', `${hall.path}/warnings`, { body, key });
    expect(refused.status).toBe(503);
    expect((await cutOff.admin.ask('GET', '/health/ready')).status).toBe(503);
    // The others go on, and escalate.
    for (let warnings = 0; warnings < 2; warnings += 1) await hall.warn('ana', 'looking-at-extra-cards');
    await until(async () => (await hall.ledger()).some(({ type }) => type === 'HeadJudgeNotified'));
    const { position } = await hall.warn('cleo', 'slow-play');
    expect(feed.events.at(-1)?.id).toBeLessThanOrEqual(first.position);

    await door.open();
    await until(async () => (await cutOff.admin.ask('GET', '/health/ready')).status === 200);
    const record = await there.by('head').get(`${hall.path}/players/cleo/record`, { 'at-least': String(position) });
    expect(record).toMatchObject({ tallies: { families: [{ warnings: 1 }] } });
    // What was refused was not recorded, and the same command is taken now, once.
    const taken = await there.by('floor').ask<Ruled>('POST', `${hall.path}/warnings`, { body, key });
    expect(taken.status).toBe(201);
    const again = await hall.by('floor').ask<Ruled>('POST', `${hall.path}/warnings`, { body, key });
    expect(again.body.ruling).toBe(taken.body.ruling);
    const ledger = await hall.ledger();
    await feed.until((events) => events.at(-1)?.id === ledger.at(-1)?.position, 15_000);
    expect(feed.events.map(({ id }) => id)).toEqual([...feed.events.keys()]);
    feed.cut();
    for (const { admin } of [cutOff, other]) {
      expect(await admin.get(`${hall.path}/players/ana/record`)).toMatchObject({ tallies: { categories: [{ warnings: 3 }] } });
    }
  }, 90_000);

  it('is told to be unwell when its subscription gives nothing, and well again', async () => {
    await until(async () => (await other.admin.ask('GET', '/health/ready')).status === 200);
    door.silent = true;
    await until(async () => (await cutOff.admin.ask('GET', '/health/ready')).status === 503);
    door.silent = false;
    await until(async () => (await cutOff.admin.ask('GET', '/health/ready')).status === 200);
  }, 120_000);
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It has not come true.');
    await pause(200);
  }
}
