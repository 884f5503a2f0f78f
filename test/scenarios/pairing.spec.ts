import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setCalendar } from '../support/calendar.js';
import type { Device } from '../support/device.js';
import { Feed } from '../support/feed.js';
import { Hall, pair } from '../support/hall.js';
import { NODES, Served } from '../support/served.js';

let server: Served;
let hall: Hall;
beforeAll(async () => {
  server = await Served.start();
  hall = await Hall.open(server.admin);
});
afterAll(() => server.end());
afterEach(() => {
  jest.useRealTimers();
});

interface Issued {
  readonly pairing: { readonly code: string; readonly url: string; readonly expiresAt: string };
}

const moveClock = (minutes: number) => setCalendar(new Date(Date.now() + minutes * 60_000));
const redeem = async (code: string) =>
  server.admin.as(null).ask<{ token: string; code: string }>('POST', '/v1/pairings', { body: { code } });
const appoint = async (id: string) => hall.admin.post<Issued>(`${hall.path}/officials`, { id, name: 'Someone', roles: ['floor-judge'] });
const newCode = async (id: string) => (await hall.admin.post<Issued>(`${hall.path}/officials/${id}/pairing`)).pairing.code;
const statusOf = async (device: Device) => (await device.ask('GET', hall.path)).status;

describe('a pairing code', () => {
  it('works once', async () => {
    const { pairing } = await appoint('once');
    expect((await redeem(pairing.code)).status).toBe(201);
    const second = await redeem(pairing.code);
    expect([second.status, second.body.code]).toEqual([401, 'pairing-code-invalid']);
  });

  it('is read as people type it', async () => {
    const { pairing } = await appoint('typed');
    const [tournament = '', secret = ''] = pairing.code.split(':');
    expect((await redeem(` ${tournament}: ${secret.toLowerCase().replace('-', ' ')} `)).status).toBe(201);
  });

  it('stands in the link, behind the sign that no browser sends', async () => {
    const { pairing } = await appoint('linked');
    expect(pairing.url).toBe(`${server.url}/pair#${pairing.code}`);
  });

  it('lives for ten minutes', async () => {
    const { pairing: early } = await appoint('early');
    const { pairing: late } = await appoint('late');
    moveClock(9);
    expect((await redeem(early.code)).status).toBe(201);
    moveClock(2);
    const { status, body } = await redeem(late.code);
    expect([status, body.code]).toEqual([401, 'pairing-code-invalid']);
  });

  it('dies when a newer one is issued', async () => {
    const { pairing } = await appoint('twice');
    const newer = await newCode('twice');
    expect((await redeem(pairing.code)).status).toBe(401);
    expect((await redeem(newer)).status).toBe(201);
  });
});

describe('a token', () => {
  it('dies as soon as a newer code is issued', async () => {
    const device = await pair(hall.admin, hall.id, 'phone', ['floor-judge']);
    expect(await statusOf(device)).toBe(200);
    const code = await newCode('phone');
    expect(await statusOf(device)).toBe(401);
    const { body } = await redeem(code);
    expect(await statusOf(device.as(body.token))).toBe(200);
  });

  it('dies after 14 days', async () => {
    // In a hall of its own: no event is recorded before the one ahead of it, whatever the clock says meanwhile.
    const patient = await Hall.open(server.admin);
    const status = async () => (await patient.by('floor').ask('GET', patient.path)).status;
    moveClock(14 * 24 * 60 - 1);
    expect(await status()).toBe(200);
    moveClock(2);
    expect(await status()).toBe(401);
  });

  it('carries no roles: what it may do is what the ledger says at that moment', async () => {
    const device = await pair(hall.admin, hall.id, 'promoted', ['scorekeeper']);
    const warn = async () =>
      (await device.ask('POST', `${hall.path}/warnings`, { body: { player: 'ana', category: 'slow-play', distinct: true } })).status;
    expect(await warn()).toBe(403);
    await hall.post('head', 'officials/promoted/roles', { roles: ['floor-judge'], reason: 'We are short of judges.' });
    expect(await warn()).toBe(201);
  });
});

describe('a revoked official', () => {
  it('is out at once, also from the feed that is open', async () => {
    const device = await pair(hall.admin, hall.id, 'leaver', ['floor-judge']);
    const feed = await Feed.open(device, hall.path);
    const others = await Feed.open(hall.by('floor'), hall.path);
    const { position } = await hall.post<{ position: number }>('head', 'officials/leaver/revoke', { reason: 'Went home.' });
    expect(await statusOf(device)).toBe(401);
    expect(await feed.gone).toEqual({ ended: true });
    await others.until((events) => events.some(({ id, event }) => id === position && event === 'OfficialRevoked'));
    others.cut();
  });

  it('cannot come back with an old code', async () => {
    const { pairing } = await appoint('never');
    await hall.post('head', 'officials/never/revoke', { reason: 'A mistake.' });
    expect((await redeem(pairing.code)).status).toBe(401);
  });
});

describe('guessing', () => {
  it('is stopped after 50 wrong codes, for this tournament alone', async () => {
    const [guessed, quiet] = [await Hall.open(server.admin), await Hall.open(server.admin)];
    const path = (of: Hall) => `${of.path}/officials`;
    const someone = { id: 'someone', name: 'Someone', roles: ['floor-judge'] };
    const real = await guessed.admin.post<Issued>(path(guessed), someone);
    const elsewhere = await quiet.admin.post<Issued>(path(quiet), someone);

    // Each node counts for itself, and the guesses go to all of them in turn.
    const guesses = await Promise.all(Array.from({ length: 60 * NODES }, async () => redeem(`${guessed.id}:0000-0000`)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(50 * NODES);
    const stopped = guesses.filter(({ status }) => status === 429);
    expect(stopped).toHaveLength(10 * NODES);
    for (const { body, headers } of stopped) {
      expect(body.code).toBe('too-many-attempts');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
    }
    // The right code too: otherwise the answers would tell it from the wrong ones.
    expect((await redeem(real.pairing.code)).status).toBe(429);
    expect((await redeem(elsewhere.pairing.code)).status).toBe(201);
    expect((await guessed.by('floor').ask('GET', guessed.path)).status).toBe(200);
  });
});
