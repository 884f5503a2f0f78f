import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Hall, pair } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import { Served } from '../support/served.js';

let server: Served;
let hall: Hall;
beforeAll(async () => {
  server = await Served.start();
  hall = await Hall.open(server.admin);
});
afterAll(() => server.end());

const warning = (player: string) => ({ player, category: 'slow-play', distinct: true });
const send = async (body: unknown, key: string) =>
  hall.by('floor').ask<Ruled & { code?: string }>('POST', `${hall.path}/warnings`, { body, key });

describe('a command that is sent again', () => {
  it('is answered as at first, and records nothing more', async () => {
    const key = randomUUID();
    const first = await send(warning('ana'), key);
    const end = await hall.end();
    const again = await send(warning('ana'), key);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(await hall.end()).toBe(end);
  });

  it('is answered later with the tally as of then, and with what followed since', async () => {
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    for (const key of keys) await send(warning('ben'), key);
    await hall.post('head', 'players/ben/correct', { name: 'Ben Adeyemi', reason: 'Misspelt.' });
    const replays = await Promise.all(keys.map(async (key) => (await send(warning('ben'), key)).body));
    expect(replays.map(({ penalties }) => penalties[0]?.tally.category)).toEqual([1, 2, 3]);
    expect(replays.map(({ penalties }) => penalties[0]?.escalation.status)).toEqual(['none', 'none', 'applied']);
    expect(replays[2]?.announce.table).toContain('Ben Adeyemi');
  });

  it('is refused while the first of them is in flight, and never recorded twice', async () => {
    const key = randomUUID();
    const before = await hall.end();
    const answers = await Promise.all(Array.from({ length: 12 }, async () => send(warning('cleo'), key)));
    const recorded = answers.filter(({ status }) => status === 201);
    expect(recorded.length).toBeGreaterThan(0);
    expect(new Set(recorded.map(({ body }) => body.ruling)).size).toBe(1);
    for (const { status, body } of answers) if (status !== 201) expect([status, body.code]).toEqual([409, 'command-in-progress']);
    expect(await hall.end()).toBe(before + 1);
  });

  it('is refused with another body, on another route, or from somebody else', async () => {
    const key = randomUUID();
    await send(warning('ana'), key);
    const end = await hall.end();
    const others = [
      await send({ ...warning('ana'), table: 9 }, key),
      await hall
        .by('floor')
        .ask('POST', `${hall.path}/rulings`, { body: { infractions: [{ player: 'ana', category: 'slow-play' }] }, key }),
      await hall.by('head').ask('POST', `${hall.path}/warnings`, { body: warning('ana'), key }),
    ];
    for (const { status, body } of others) expect([status, body.code]).toEqual([422, 'idempotency-key-reused']);
    expect(await hall.end()).toBe(end);
  });

  it('is another command in another tournament', async () => {
    const elsewhere = await Hall.open(server.admin);
    const key = randomUUID();
    await send(warning('ana'), key);
    expect((await elsewhere.warn('ana', 'slow-play', {}, key)).penalties[0]?.tally.category).toBe(1);
  });

  it('may use the key of a command that was refused', async () => {
    const key = randomUUID();
    expect((await send(warning('nobody'), key)).status).toBe(404);
    expect((await send(warning('ana'), key)).status).toBe(201);
  });

  it('is answered as at first after a restart', async () => {
    const key = randomUUID();
    const body = { player: 'cleo', category: 'marked-cards', table: 3, account: 'A crease on every copy.' };
    const first = await hall.by('floor').ask<Ruled>('POST', `${hall.path}/warnings`, { body, key });
    const end = await hall.end();
    await server.stop();
    await server.startAgain();
    hall = hall.at(server.url);
    const again = await hall.by('floor').ask<Ruled>('POST', `${hall.path}/warnings`, { body, key });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await hall.end()).toBe(end);
  });
});

describe('what was handed out', () => {
  it('comes again with the same code and the same token', async () => {
    const path = `${hall.path}/officials`;
    const appointing = { body: { id: 'late', name: 'Late Official', roles: ['floor-judge'] }, key: randomUUID() };
    const appointed = await hall.admin.ask<{ pairing: { code: string } }>('POST', path, appointing);
    expect((await hall.admin.ask('POST', path, appointing)).body).toEqual(appointed.body);

    const pairing = { body: { code: appointed.body.pairing.code }, key: randomUUID() };
    const paired = await hall.admin.as(null).ask<{ token: string }>('POST', '/v1/pairings', pairing);
    const again = await hall.admin.as(null).ask('POST', '/v1/pairings', pairing);
    expect([paired.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(paired.body);
  });

  it('comes again as a new code that was asked for, too', async () => {
    await pair(hall.admin, hall.id, 'relief', ['floor-judge']);
    const asking = { body: {}, key: randomUUID() };
    const issued = await hall.admin.ask('POST', `${hall.path}/officials/relief/pairing`, asking);
    expect(issued.status).toBe(201);
    expect((await hall.admin.ask('POST', `${hall.path}/officials/relief/pairing`, asking)).body).toEqual(issued.body);
  });

  it('is a tournament whose id nobody chose, found again', async () => {
    const opening = {
      body: { name: 'Friday Night', level: 'casual', format: 'individual', edition: 'riftbound-2026-10-16' },
      key: randomUUID(),
    };
    const opened = await server.admin.ask<{ id: string }>('POST', '/v1/tournaments', opening);
    const again = await server.admin.ask<{ id: string }>('POST', '/v1/tournaments', opening);
    expect(again.body.id).toBe(opened.body.id);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});
