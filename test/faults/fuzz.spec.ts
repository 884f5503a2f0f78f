import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bodies } from '../support/bodies.js';
import { Described } from '../support/described.js';
import type { Answer, Device, Page, ProblemBody } from '../support/device.js';
import { Hall, STAFF } from '../support/hall.js';
import type { Notice, Staff, Tournament } from '../support/hall.js';
import { often } from '../support/often.js';
import { expectProblem, problemCodes } from '../support/problems.js';
import { openApi, routesOf } from '../support/routes.js';
import type { Route } from '../support/routes.js';
import { Served } from '../support/served.js';

let server: Served;
let hall: Hall;
let other: Hall;
let codes: ReadonlySet<string>;
let routes: readonly Route[];
let bodies: Bodies;
let described: Described;

/** What stands in the other tournament, and is to be seen nowhere else. */
const FOREIGN = 'Zdenka Xquillwort';

beforeAll(async () => {
  server = await Served.start();
  hall = await Hall.open(server.admin);
  other = await Hall.open(server.admin, { players: [{ id: 'zed', name: FOREIGN }] });
  await other.warn('zed', 'slow-play', { account: FOREIGN });
  for (const player of ['ana', 'ben']) for (let times = 0; times < 3; times += 1) await hall.warn(player, 'unsporting-minor');
  // Whom nobody misses when revoked, erased or given another role.
  await hall.post('head', 'officials', { id: 'spare', name: 'Spare', roles: ['floor-judge'] });
  codes = await problemCodes(server.admin);
  const document = await openApi(server.admin);
  described = await Described.by(server.admin);
  // A feed has no end, and the machine's owner may fill the disk with backups.
  routes = routesOf(document).filter(({ operation }) => !['feed.feed', 'operations.backup'].includes(operation.operationId));
  const rulings = (
    await hall.get<Page<{ ruling: string; penalties: { id: string; escalation: { penalty: string | null } }[] }>>('head', 'rulings')
  ).items;
  const penalties = rulings.flatMap((each) => each.penalties.flatMap(({ id, escalation }) => [id, escalation.penalty ?? id]));
  const notices = (await hall.get<Page<Notice>>('head', 'notices')).items;
  const players = ['ana', 'ben', 'cleo'];
  const [first, second] = rulings;
  const appeal = async (ruling = '') =>
    hall.post<{ appeal: string }>('floor', `rulings/${ruling}/appeal`, { player: 'ben', grounds: 'Unfair.' });
  const appeals = [(await appeal(first?.ruling)).appeal, (await appeal(second?.ruling)).appeal];
  for (const table of [1, 2])
    for (const judge of ['floor', 'appeals'] as const)
      await hall.post(judge, 'warnings', { player: 'cleo', category: 'slow-play', table, offline: true });
  const reviews = (await hall.get<Page<{ id: string }>>('head', 'reviews')).items.map(({ id }) => id);
  const investigate = async (player: string) =>
    hall.post<{ investigation: string }>('head', `players/${player}/investigations`, { reason: 'Odd.' });
  const investigations = [(await investigate('ana')).investigation, (await investigate('ben')).investigation];
  bodies = new Bodies(document, {
    t: [hall.id],
    p: [...players, ...penalties],
    r: rulings.map(({ ruling }) => ruling),
    n: notices.map(({ id }) => id),
    o: ['spare'],
    a: appeals,
    v: reviews,
    i: investigations,
    player: players,
    players,
    from: players,
    to: players,
    appellant: players,
    category: ['slow-play', 'unsporting-minor', 'looking-at-extra-cards', 'late-to-match', 'decklist-error', 'cheating', 'yelling'],
    conditions: ['over-2-minutes', 'never-arrived', 'advantageous'],
    edition: ['riftbound-2026-10-16', 'riftbound-2099'],
  });
});
afterAll(() => server.end());

interface Asked {
  readonly route: Route;
  readonly path: string;
  readonly body: unknown;
  readonly by: Staff | 'admin' | 'nobody';
}

const EVERYONE: readonly Asked['by'][] = ['head', 'appeals', 'floor', 'scorekeeper', 'organizer', 'auditor', 'admin', 'nobody'];

function whoMay({ operation }: Route): readonly Asked['by'][] {
  const declared = operation['x-who'];
  if (typeof declared !== 'string') return EVERYONE.filter((who) => declared.includes(STAFF[who] ?? ''));
  return declared === 'admin' ? ['admin'] : EVERYONE.slice(0, -1);
}

function asking(): fc.Arbitrary<Asked> {
  return fc.constantFrom(...routes).chain((route) => {
    const places = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place ?? '');
    const schema = route.operation.requestBody?.content['application/json'].schema;
    return fc.record({
      route: fc.constant(route),
      path: fc
        .tuple(fc.tuple(...places.map((place) => bodies.id(place))), bodies.query(route.operation.parameters ?? []))
        .map(([ids, query]) => places.reduce((path, place, index) => path.replace(`{${place}}`, ids[index] ?? ''), route.path) + query),
      body: schema ? bodies.body(schema) : fc.constant(undefined),
      by: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...whoMay(route)) }, { weight: 1, arbitrary: fc.constantFrom(...EVERYONE) }),
    });
  });
}

function deviceOf(by: Asked['by']): Device {
  if (by === 'admin') return server.admin;
  return by === 'nobody' ? server.admin.as(null) : hall.by(by);
}

async function send({ route: { method }, path, body, by }: Asked): Promise<Answer<ProblemBody>> {
  return deviceOf(by).ask(method, path, method === 'POST' ? { body: jsonOf(body) } : {});
}

/** Lone surrogates are sent as the escapes that JSON has for them. */
function jsonOf(body: unknown): string {
  return JSON.stringify(body ?? null);
}

it('whatever is asked of whatever route: never our mistake, as it is described, a problem if refused, and nothing of it recorded, nor of another tournament', async () => {
  const theirs = await other.ledger();
  const answered = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(asking(), async (asked) => {
      const before = await server.admin.get<Tournament>(hall.path);
      const answer = await send(asked);
      const after = await server.admin.get<Tournament>(hall.path);
      const { status } = answer;
      answered.set(asked.route.operation.operationId, Math.min(status, answered.get(asked.route.operation.operationId) ?? 999));
      expect(status).toBeLessThan(500);
      expect(described.complaints(asked.route, answer)).toEqual([]);
      if (status >= 400) {
        expectProblem(answer, codes);
        expect(after.position).toBe(before.position);
        expect(after).toEqual(before);
      }
      if (asked.by !== 'admin') expect(JSON.stringify(answer.body)).not.toContain(FOREIGN);
    }),
    { numRuns: often(1_500) },
  );
  expect(await other.ledger()).toEqual(theirs);
  // It was not all refused at the door: a good part of the routes has carried something out.
  expect([...answered.values()].filter((status) => status < 300).length).toBeGreaterThan(routes.length / 3);
  expect((await server.admin.get<{ status: string }>('/health/ready')).status).toBe('ready');
});
