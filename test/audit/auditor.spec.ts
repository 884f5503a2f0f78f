import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Feed } from '../support/feed.js';
import type { Hall } from '../support/hall.js';
import { EDITION } from '../support/hall.js';
import { Served } from '../support/served.js';
import { wholeTournament } from '../support/whole-tournament.js';

interface Operation {
  readonly method: string;
  readonly path: string;
}

/** What a place in a path stands for, in a tournament with everything in it. */
const IN_PLACE_OF: Readonly<Record<string, string>> = { p: 'p-1', o: 'floor', r: 'r-1', v: 'rv-1', n: 'nt-1', i: 'in-1', a: 'ap-1' };
/** Recorded as the export that it is, and a checkpoint is no event. */
const AUDITING = ['/v1/tournaments/{t}/checkpoints'];

let served: Served;
let hall: Hall;
let operations: readonly Operation[];

beforeAll(async () => {
  served = await Served.start();
  hall = await wholeTournament(served.admin, 'spring');
  const { paths } = await served.admin.get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json');
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
});
afterAll(async () => served.end());

describe('an auditor reads everything', () => {
  test.each([
    '',
    '/players',
    '/players?near=1',
    '/officials',
    '/rulings',
    '/appeals',
    '/pending',
    '/ledger',
    '/checkpoints',
    '/audit-pack',
    '/proofs/inclusion?position=0',
    '/proofs/consistency',
    `/what-if?edition=${EDITION}`,
    '/players/p-1/record',
    '/players/p-1/timeline',
  ])('GET …%s', async (path) => {
    const { status } = await hall.by('auditor').ask('GET', `${hall.path}${path}`);
    expect(status).toBe(200);
  });

  test('free texts and investigations included', async () => {
    const { rulings, investigations } = await hall.get<Awaited<ReturnType<Hall['record']>>>('auditor', 'players/p-6/record');
    expect(rulings.map(({ account }) => account)).toContain('what the judge saw');
    expect(investigations).toHaveLength(1);
  });

  test('and follows the feed, with nothing withheld', async () => {
    const feed = await Feed.open(hall.by('auditor'), hall.path);
    const end = await hall.end();
    await feed.until((events) => events.at(-1)?.id === end);
    expect(feed.events.some(({ event }) => event === 'HeadJudgeNotified')).toBe(true);
    expect(feed.events.some(({ event }) => event === 'Withheld')).toBe(false);
    feed.cut();
  });
});

describe('an auditor writes nothing', () => {
  test('every route that records is refused, whatever is sent to it', async () => {
    const end = await hall.end();
    const writing = operations.filter(
      ({ method, path }) => method !== 'GET' && path.startsWith('/v1/') && !AUDITING.includes(path) && path !== '/v1/pairings',
    );
    expect(writing.length).toBeGreaterThan(30);
    for (const { method, path } of writing) {
      const at = path.replaceAll(/\{(\w+)\}/g, (_, place: string) => (place === 't' ? hall.id : (IN_PLACE_OF[place] ?? 'x')));
      const { status, body } = await hall.by('auditor').ask(method, at, { body: {} });
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'not-granted']);
    }
    expect(await hall.end()).toBe(end);
  });

  test('what is read leaves no trace either, but an export does', async () => {
    const end = await hall.end();
    await hall.by('auditor').get(`${hall.path}/ledger`);
    await hall.post('auditor', 'checkpoints');
    expect(await hall.end()).toBe(end);
    await hall.get('auditor', 'audit-pack');
    expect((await hall.ledger()).slice(end + 1).map(({ type, metadata: { by } }) => [type, by])).toEqual([['AuditPackTaken', 'auditor']]);
  });
});
