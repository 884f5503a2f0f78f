import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Device } from '../support/device.js';
import { Hall, STAFF } from '../support/hall.js';
import type { Staff } from '../support/hall.js';
import { openApi, pathIn, routesOf } from '../support/routes.js';
import type { Route } from '../support/routes.js';
import { Served } from '../support/served.js';

interface Issued {
  readonly id: string;
  readonly pairing: { readonly code: string; readonly url: string; readonly expiresAt: string };
  readonly position: number;
}
interface Listed {
  readonly items: readonly { readonly id: string; readonly name: string | null; readonly revoked: boolean; readonly paired: boolean }[];
}

let server: Served;
beforeAll(async () => {
  server = await Served.start();
});
afterAll(() => server.end());

const appoint = (id: string, key?: string) => server.admin.post<Issued>('/v1/analysts', { id, name: `Analyst ${id}` }, key);
const paired = async (code: string): Promise<Device> => {
  const { token } = await server.admin.as(null).post<{ token: string }>('/v1/pairings', { code });
  return server.admin.as(token);
};
const statusOf = async (device: Device) => (await device.ask('GET', '/v1/analytics')).status;

describe('an analyst', () => {
  it('is appointed by the administrator, pairs a device, reads the analytics, and is listed', async () => {
    const { pairing, id } = await appoint('kim');
    expect(pairing.code).toMatch(/^@analysts:[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const device = await paired(` ${pairing.code.toLowerCase().replace('-', ' ')}`);
    expect(await device.get('/v1/analytics')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ projection: 'upgrades' })]),
    });
    expect((await server.admin.get<Listed>('/v1/analysts')).items).toContainEqual({
      id,
      name: 'Analyst kim',
      revoked: false,
      erased: false,
      paired: true,
    });
    expect(await statusOf(server.admin)).toBe(200);
  });

  it('is the same one when the same command comes again, and the code works once', async () => {
    const key = randomUUID();
    const first = await appoint('lee', key);
    expect(await appoint('lee', key)).toEqual(first);
    const again = await server.admin.ask('POST', '/v1/analysts', { body: { id: 'mia', name: 'Mia' }, key });
    expect([again.status, again.body.code]).toEqual([422, 'idempotency-key-reused']);
    const twice = await server.admin.ask('POST', '/v1/analysts', { body: { id: 'lee', name: 'Lee' } });
    expect([twice.status, twice.body.code]).toEqual([409, 'already-appointed']);
    await paired(first.pairing.code);
    const used = await server.admin.as(null).ask('POST', '/v1/pairings', { body: { code: first.pairing.code } });
    expect([used.status, used.body.code]).toEqual([401, 'pairing-code-invalid']);
  });

  it('loses the old device with a new code, and every device when revoked', async () => {
    const old = await paired((await appoint('nia')).pairing.code);
    const fresh = await paired((await server.admin.post<Issued>('/v1/analysts/nia/pairing')).pairing.code);
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
    await server.admin.post('/v1/analysts/nia/revoke', { reason: 'left us' });
    expect(await statusOf(fresh)).toBe(401);
    const pairing = await server.admin.ask('POST', '/v1/analysts/nia/pairing', { body: {} });
    expect([pairing.status, pairing.body.code]).toEqual([409, 'official-revoked']);
  });

  it('can be forgotten: the name goes, and is nowhere after a restart', async () => {
    const device = await paired((await appoint('ola')).pairing.code);
    expect(await server.admin.post('/v1/analysts/ola/erase')).toMatchObject({ id: 'ola', position: expect.any(Number) });
    expect(await statusOf(device)).toBe(401);
    await server.stop();
    await server.startAgain();
    expect((await server.admin.get<Listed>('/v1/analysts')).items).toContainEqual({
      id: 'ola',
      name: null,
      revoked: true,
      erased: true,
      paired: false,
    });
    expect((await server.admin.ask('POST', '/v1/analysts/ola/erase', { body: {} })).body.code).toBe('already-erased');
  });

  it('may read the analytics, and nothing else that is not open to all', async () => {
    const device = await paired((await appoint('pat')).pairing.code);
    const hall = await Hall.open(server.admin);
    const told: unknown[] = [];
    const expected: unknown[] = [];
    for (const route of routesOf(await openApi(server.admin))) {
      const who = route.operation['x-who'];
      if (who === 'anyone' || who === 'admin-or-loopback') continue;
      const { status } = await device.ask(route.method, pathIn(route, hall.id), route.method === 'POST' ? { body: {} } : {});
      told.push([route.path, status]);
      expected.push([route.path, statusFor(route)]);
    }
    expect(told).toEqual(expected);
  });

  it('is nobody who works in a hall', async () => {
    const hall = await Hall.open(server.admin);
    for (const who of Object.keys(STAFF) as Staff[]) {
      const { status, body } = await hall.by(who).ask('GET', '/v1/analytics');
      expect([who, status, body.code]).toEqual([who, 403, 'not-granted']);
    }
  });
});

/** What an analyst is answered: where there is a projection to be named, it is one that is nowhere. */
function statusFor({ path, operation }: Route): number {
  if (operation['x-who'] === 'analyst') return path.includes('{projection}') ? 404 : 200;
  return path.includes('{t}') ? 404 : 403;
}
