import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openKeys } from '@ladder/access';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { Answer, Device, ProblemBody } from '../support/device.js';
import { Hall, STAFF } from '../support/hall.js';
import type { Staff } from '../support/hall.js';
import { expectProblem, problemCodes } from '../support/problems.js';
import { openApi, pathIn, routesOf } from '../support/routes.js';
import type { Route } from '../support/routes.js';
import { ADMIN_KEY, Served, newFolder, removeFolder } from '../support/served.js';

let server: Served;
/** Where the callers are officials: a tournament under way, and one that is over. And one where they are nobody. */
let halls: { open: Hall; closed: Hall; other: Hall };
let routes: readonly Route[];
let codes: ReadonlySet<string>;

beforeAll(async () => {
  server = await Served.start();
  halls = { open: await Hall.open(server.admin), closed: await Hall.open(server.admin), other: await Hall.open(server.admin) };
  await halls.closed.post('head', 'close');
  routes = routesOf(await openApi(server.admin));
  codes = await problemCodes(server.admin);
});
afterAll(() => server.end());

/** Asks with nothing in the body: who may call gets further, if only to be told what is missing. */
const ask = async ({ method, path }: { method: string; path: string }, device: Device): Promise<Answer<ProblemBody>> => {
  if (path.endsWith('/feed')) return headersOf(device, path);
  return device.ask(method, path, method === 'POST' ? { body: {} } : {});
};

/** A feed does not end: its head is enough. */
async function headersOf(device: Device, path: string): Promise<Answer<ProblemBody>> {
  const end = new AbortController();
  const headers = { authorization: device.token === null ? '' : `Bearer ${device.token}` };
  const response = await fetch(`${device.url}${path}`, { headers, signal: end.signal });
  const body = response.status === 200 ? {} : await response.json();
  end.abort();
  return { status: response.status, headers: response.headers, body: body as ProblemBody };
}

const isOfOneTournament = ({ path }: Route) => path.includes('{t}');
const isOpen = ({ operation }: Route) => operation['x-who'] === 'anyone' || operation['x-who'] === 'admin-or-loopback';
const isForAdmin = ({ operation }: Route) => operation['x-who'] === 'admin';

/** Whether a route says that this role may call it; the administrator may what an organizer and a head judge may. */
function may({ operation }: Route, who: Staff | 'admin'): boolean {
  const declared = operation['x-who'];
  if (declared === 'official' || declared === 'anyone' || declared === 'admin-or-loopback') return true;
  if (declared === 'admin' || typeof declared === 'string') return who === 'admin';
  return who === 'admin' ? declared.includes('organizer') || declared.includes('head-judge') : declared.includes(STAFF[who] ?? '');
}

describe('every route', () => {
  it('is described, and says who may call it', () => {
    expect(routes.length).toBeGreaterThan(55);
    for (const { operation } of routes) expect(operation['x-who']).toBeDefined();
  });

  it('turns away who has no token, or a dead one', async () => {
    for (const route of routes.filter((each) => !isOpen(each))) {
      for (const token of [null, 'dead', `${halls.open.by('head').token ?? ''}x`]) {
        const path = pathIn(route, halls.open.id);
        const answer = await ask({ ...route, path }, server.admin.as(token));
        expect([route.method, path, answer.status, answer.body.code]).toEqual([route.method, path, 401, 'unauthenticated']);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expectProblem(answer, codes);
      }
    }
  });

  it('does as it says for each role, in a tournament under way and in one that is over', async () => {
    const told: unknown[] = [];
    const expected: unknown[] = [];
    for (const route of routes.filter((each) => isOfOneTournament(each) || isForAdmin(each))) {
      for (const hall of [halls.open, halls.closed]) {
        for (const who of [...(Object.keys(STAFF) as Staff[]), 'admin'] as const) {
          const device = who === 'admin' ? hall.admin : hall.by(who);
          const answer = await ask({ ...route, path: pathIn(route, hall.id) }, device);
          const { status, body } = answer;
          // Here nothing is asked for that the rules would refuse with 403: it is the route's own answer.
          const turnedAway = status === 401 || status === 403;
          told.push([route.method, route.path, who, turnedAway ? body.code : 'may', status < 500]);
          expected.push([route.method, route.path, who, may(route, who) ? 'may' : 'not-granted', true]);
          if (status >= 400) expectProblem(answer, codes);
        }
      }
    }
    expect(told).toEqual(expected);
  });

  it("does not exist in another tournament, whatever one's role is here", async () => {
    const before = await halls.other.ledger();
    for (const route of routes.filter(isOfOneTournament)) {
      for (const who of Object.keys(STAFF) as Staff[]) {
        for (const tournament of [halls.other.id, 'nowhere']) {
          const answer = await ask({ ...route, path: pathIn(route, tournament) }, halls.open.by(who));
          const { status, body } = answer;
          expect([route.method, route.path, who, status, body.code]).toEqual([route.method, route.path, who, 404, 'unknown-tournament']);
          expectProblem(answer, codes);
        }
      }
    }
    expect(await halls.other.ledger()).toEqual(before);
  });

  it('that is refused has recorded nothing', async () => {
    const before = await Promise.all([halls.open.ledger(), halls.closed.ledger()]);
    for (const route of routes.filter(isOfOneTournament)) {
      for (const hall of [halls.open, halls.closed]) {
        for (const who of (Object.keys(STAFF) as Staff[]).filter((each) => !may(route, each))) {
          expect((await ask({ ...route, path: pathIn(route, hall.id) }, hall.by(who))).status).toBe(403);
        }
      }
    }
    expect(await Promise.all([halls.open.ledger(), halls.closed.ledger()])).toEqual(before);
  });
});

describe('a token', () => {
  let foreign: string;
  beforeAll(() => {
    foreign = newFolder();
  });
  afterAll(() => removeFolder(foreign));

  /** A token that says all that a good one says, signed by whoever; what is wrong with it comes on top. */
  const claims = { iss: 'ladder', aud: 'ladder-api', sub: 'head' };
  const keysOf = (folder: string) => openKeys({ folder, adminKey: ADMIN_KEY });
  async function signed(changes: Record<string, unknown> = {}, folder = server.folder): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const { open } = halls;
    const pairing = (await open.ledger()).find(({ type, data }) => type === 'PairingIssued' && data.official === 'head')?.position;
    return new SignJWT({ ...claims, tournament: open.id, pairing, iat: now, exp: now + 60, ...changes })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .sign(keysOf(folder).signing.privateKey);
  }
  const statusOf = async (token: string) => (await server.admin.as(token).ask('GET', halls.open.path)).status;

  it('that is in order opens the door: what is refused below is refused for what is wrong with it', async () => {
    expect(await statusOf(await signed())).toBe(200);
  });

  it.each<[string, () => Promise<string>, number?]>([
    ['of the algorithm "none"', async () => new UnsecuredJWT({ ...claims, tournament: halls.open.id }).setExpirationTime('1h').encode()],
    [
      'of the algorithm "none" with the signature of a good one',
      async () => {
        const [, payload, signature] = (await signed()).split('.');
        return [Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url'), payload, signature].join('.');
      },
    ],
    [
      'signed with HS256 under the public key',
      async () => {
        const secret = keysOf(server.folder).signing.publicKey.export({ format: 'der', type: 'spki' });
        const payload = { ...claims, tournament: halls.open.id, pairing: 1 };
        return new SignJWT(payload).setExpirationTime('1h').setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret);
      },
    ],
    ['for another audience', async () => signed({ aud: 'somewhere-else' })],
    ['of another issuer', async () => signed({ iss: 'someone-else' })],
    ['that has expired', async () => signed({ exp: Math.floor(Date.now() / 1_000) - 1 })],
    ['that never expires', async () => signed({ exp: undefined })],
    ['of another server', async () => signed({}, foreign)],
    ['of an official who is not here', async () => signed({ sub: 'somebody' })],
    ['of a code that was never issued', async () => signed({ pairing: 1 })],
    ['of a tournament that is not here', async () => signed({ tournament: 'nowhere' }), 404],
    ['that is longer than any', async () => signed({ more: 'x'.repeat(2_000) })],
  ])('%s is refused', async (_what, tokenOf, status = 401) => {
    expect(await statusOf(await tokenOf())).toBe(status);
    // At a route of no tournament too, where nobody asks which one it is for.
    expect((await server.admin.as(await tokenOf()).ask('GET', '/v1/tournaments')).status).toBe(401);
  });
});
