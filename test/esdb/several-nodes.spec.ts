import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LedgerEvent } from '@ladder/ledger';
import { Device } from '../support/device.js';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import type { ServerProcess } from '../support/server-process.js';
import { WireDouble } from '../wire-double/wire-double.js';
import { Nodes } from './nodes.js';
import { serverUnderTest } from './server-under-test.js';

const PATIENCE = 20_000;

describe('several nodes on one store', () => {
  let stop: () => Promise<void>;
  let nodes: Nodes;
  let one: ServerProcess;
  let two: ServerProcess;
  let worker: ServerProcess;

  beforeAll(async () => {
    const server = await serverUnderTest().start();
    stop = server.stop;
    nodes = new Nodes(server.address);
    // The first makes the vault's streams; who comes later finds them.
    one = await nodes.api();
    [two, worker] = await Promise.all([nodes.api(), nodes.worker()]);
  }, 60_000);
  afterAll(async () => {
    await nodes.end();
    await stop();
  });

  const openHall = async (): Promise<[Hall, Hall]> => {
    const hall = await Hall.open(one.admin, { id: `hall-${randomUUID()}` });
    return [hall, hall.at(two.url)];
  };

  it('a ruling at one node is read at another, as far as it was answered', async () => {
    const [hall, elsewhere] = await openHall();
    const { position } = await hall.warn('ana', 'slow-play');
    const record = await elsewhere.by('head').get(`${hall.path}/players/ana/record`, { 'at-least': String(position) });
    expect(record).toMatchObject({ tallies: { families: [{ warnings: 1 }] }, player: { name: 'Ana Lindqvist' } });
  });

  it('judges who race at different nodes each take a step of their own, and the third Warning costs one game', async () => {
    const [hall, elsewhere] = await openHall();
    const ruled = await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? hall : elsewhere).warn('ana', 'looking-at-extra-cards')),
    );
    const tallies = ruled.map(({ penalties }) => penalties[0]?.tally.category).toSorted((a, b) => (a ?? 0) - (b ?? 0));
    expect(tallies).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    await settled(hall);
    const ledger = await hall.ledger();
    expect(ledger.map(({ position }) => position)).toEqual([...ledger.keys()]);
    // One for the third, and one for each further Warning (R21).
    expect(count(ledger, 'GameLossApplied')).toBe(14);
    expect(await elsewhere.ledger()).toEqual(ledger);
  }, 60_000);

  it('the same command sent to both nodes at once is recorded once, and answered alike', async () => {
    const [hall, elsewhere] = await openHall();
    const key = randomUUID();
    const body = { player: 'ben', category: 'slow-play' };
    const ask = async (at: Hall) => at.by('floor').ask<Ruled>('POST', `${hall.path}/warnings`, { body, key });
    const answers = await Promise.all([hall, elsewhere].map(ask));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.ruling).toBe(answers[1]?.body.ruling);
    expect(count(await hall.ledger(), 'WarningIssued')).toBe(1);
  });

  it('a token that was paired at one node is known at the others, and a code works once for all', async () => {
    const hall = await Hall.open(one.admin, { id: `hall-${randomUUID()}` });
    const { pairing } = await one.admin.post<{ pairing: { code: string } }>(`${hall.path}/officials`, {
      id: 'late',
      name: 'Late',
      roles: ['floor-judge'],
    });
    const { token } = await new Device(two.url).post<{ token: string }>('/v1/pairings', { code: pairing.code });
    await expect(new Device(one.url, token).get(hall.path)).resolves.toMatchObject({ id: hall.id });
    const again = await new Device(one.url).ask('POST', '/v1/pairings', { body: { code: pairing.code } });
    expect([again.status, again.body.code]).toEqual([401, 'pairing-code-invalid']);
  });

  it('a feed at one node shows what is ruled at another, in order', async () => {
    const [hall, elsewhere] = await openHall();
    const feed = await Feed.open(elsewhere.by('head'), hall.path);
    for (let warnings = 0; warnings < 3; warnings += 1) await hall.warn('cleo', 'marked-cards');
    await feed.until((events) => events.some(({ event }) => event === 'HeadJudgeNotified'), PATIENCE);
    expect(feed.events.map(({ id }) => id)).toEqual([...feed.events.keys()]);
    feed.cut();
  }, 30_000);

  it('each node lists the tournaments from a read file of its own', async () => {
    const [hall] = await openHall();
    for (const { admin } of [one, two]) {
      const listed = async () => (await admin.get<{ items: { id: string }[] }>('/v1/tournaments?limit=500')).items.map(({ id }) => id);
      await until(async () => (await listed()).includes(hall.id));
    }
  });

  it('who is erased at one node is gone from the others, and it is said that the server has yet to scavenge', async () => {
    const [hall, elsewhere] = await openHall();
    const before = await elsewhere.record('ana');
    expect(before.player.name).toBe('Ana Lindqvist');
    const { status } = await hall.post<{ status: string }>('organizer', 'players/ana/erase', { force: true, reason: 'asked for it' });
    expect(status).toBe('requested');
    expect((await elsewhere.record('ana')).player.name).toBe('(erased)');
    expect((await elsewhere.record('ben')).player.name).toBe('Ben Okafor');
  });

  it('a worker answers how it is, and nothing else', async () => {
    expect(await worker.admin.get('/health/live')).toEqual({ status: 'live' });
    expect(await worker.admin.get('/health/ready')).toEqual({ status: 'ready', problems: {} });
    expect((await worker.admin.ask('GET', '/v1/tournaments')).status).toBe(404);
  });

  it('a node that shares its store says what it needs for that', async () => {
    const backup = await one.admin.ask('POST', '/v1/admin/backup', { body: { file: '/tmp/never-written.db' } });
    expect([backup.status, backup.body.code]).toEqual([400, 'invalid-request']);
    expect(JSON.stringify(backup.body)).toContain('its own means');
  });
});

/** On the double alone: workers of others would settle what these leave. */
describe('workers that die', () => {
  it('a worker killed while it settles leaves nothing undone and nothing twice', async () => {
    const double = await WireDouble.start();
    const nodes = new Nodes(`esdb://127.0.0.1:${(await double.door()).port}?tls=false`);
    try {
      const api = await nodes.api();
      // It takes what it is woken for, and never comes to the end of it.
      const stuck = await nodes.worker({ LADDER_FAILPOINT: 'after-answer-before-saga' });
      const hall = await Hall.open(api.admin, { id: `hall-${randomUUID()}` });
      for (let warnings = 0; warnings < 2; warnings += 1) await hall.warn('ana', 'looking-at-extra-cards');
      const third = await hall.warn('ana', 'looking-at-extra-cards');
      expect(third.penalties[0]?.escalation.status).toBe('pending');
      await stuck.end('SIGKILL');
      const workers = await Promise.all([nodes.worker(), nodes.worker()]);
      await settled(hall);
      for (let kills = 0; kills < 4; kills += 1) {
        const warning = hall.warn('ben', 'marked-cards');
        await pause(5 * kills);
        await workers[kills % 2]?.end('SIGKILL');
        await warning;
        workers[kills % 2] = await nodes.worker();
      }
      await settled(hall);
      const ledger = await hall.ledger();
      expect(count(ledger, 'GameLossApplied')).toBe(3);
      // One for each loss, and none twice.
      expect((await hall.notices()).filter(({ about }) => about === 'penalty')).toHaveLength(3);
    } finally {
      await nodes.end();
      await double.stop();
    }
  }, 120_000);
});

async function settled(hall: Hall): Promise<void> {
  // Loss by loss: a Warning from the third on has one (R20, R21).
  await until(async () => {
    const ledger = await hall.ledger();
    const due = ['ana', 'ben'].reduce((sum, player) => sum + Math.max(0, warningsOf(ledger, player) - 2), 0);
    return count(ledger, 'GameLossApplied') === due && count(ledger, 'HeadJudgeNotified') >= due;
  });
}

function warningsOf(ledger: readonly LedgerEvent[], player: string): number {
  return ledger.filter(({ type, data }) => type === 'WarningIssued' && JSON.stringify(data).includes(`"${player}"`)).length;
}

function count(ledger: readonly LedgerEvent[], type: string): number {
  return ledger.filter((event) => event.type === type).length;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It has not come true.');
    await pause(100);
  }
}
