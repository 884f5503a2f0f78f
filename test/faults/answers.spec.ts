import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../support/device.js';
import { Described, ReadingDevice } from '../support/described.js';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import { ADMIN_KEY, Served } from '../support/served.js';
import { wholeTournament } from '../support/whole-tournament.js';

let server: Served;
let described: Described;
let hall: Hall;
let admin: ReadingDevice;
beforeAll(async () => {
  server = await Served.start();
  described = await Described.by(server.admin);
  admin = new ReadingDevice(server.url, ADMIN_KEY, described);
  hall = await wholeTournament(admin, 'described');
});
afterAll(() => server.end());

/** The feed has no end: its head is enough. */
async function headOfFeed(): Promise<void> {
  const end = new AbortController();
  const headers = { authorization: `Bearer ${hall.by('head').token ?? ''}` };
  const { status, headers: answered } = await fetch(`${server.url}${hall.path}/feed`, { headers, signal: end.signal });
  end.abort();
  const route = described.routes.find(({ operation }) => operation.operationId === 'feed.feed');
  expect(route && described.complaints(route, { status, headers: answered, body: '' })).toEqual([]);
}

/** What reads, what is open to anyone, and what is the administrator's: all that playing a tournament does not call. */
async function readsEverything(): Promise<void> {
  const players = (await hall.get<Page<{ id: string }>>('head', 'players')).items.map(({ id }) => id);
  for (const player of players) {
    for (const what of ['record', 'record?asOf=20', 'timeline']) await hall.get('head', `players/${player}/${what}`);
    const { penalties } = await hall.record(player);
    for (const { id } of penalties) await hall.get('auditor', `penalties/${id}/explanation`);
  }
  const { items } = await hall.get<Page<{ ruling: string }>>('floor', 'rulings?limit=500');
  for (const { ruling } of items) await hall.get('floor', `rulings/${ruling}`);
  const lists = ['', 'officials', 'players?near=1', 'players?q=lark', 'appeals', 'reviews', 'notices', 'pending', 'ledger?limit=500'];
  for (const what of [...lists, 'checkpoints', 'proofs/inclusion?position=3', 'proofs/consistency?from=3', 'audit-pack'])
    await hall.by('head').get(what === '' ? hall.path : `${hall.path}/${what}`);
  await hall.get('head', 'what-if?threshold=tournament-error/same-category:2');
  for (const path of [
    '/v1/editions',
    '/v1/editions/riftbound-2026-10-16',
    '/audit/key',
    '/audit/verify.mjs',
    '/health/live',
    '/docs/problems',
    '/pair',
  ])
    await admin.as(null).get(path);
  for (const path of ['/v1/tournaments', '/health/ready', '/metrics']) await admin.get(path);
  await headOfFeed();
}

/** What changes a tournament that is under way, and is not part of the played one. */
async function doesTheRest(): Promise<void> {
  const open = await Hall.open(admin);
  const preview = { infractions: [{ player: 'ana', category: 'slow-play' }] };
  await open.post('floor', 'rulings/preview', preview);
  const { penalties }: Ruled = await open.warn('ana', 'slow-play');
  await open.post('head', `penalties/${penalties[0]?.id ?? ''}/replace`, { penalty: 'none', reason: 'No error.' });
  for (let times = 0; times < 2; times += 1) await open.post('head', 'players/ben/investigations', { reason: 'Odd.' });
  await open.post('organizer', 'officials/floor/pairing');
  await open.post('auditor', 'checkpoints');
  await open.post('organizer', 'players/cleo/erase', { force: true, reason: 'Asked to.' });
  await admin.post('/v1/analysts', { id: 'kim', name: 'Kim' });
  const { pairing } = await admin.post<{ pairing: { code: string } }>('/v1/analysts/kim/pairing');
  await admin.as(null).post('/v1/pairings', { code: pairing.code });
  for (const path of ['analysts', 'analytics', 'analytics/upgrades', 'analytics/judges']) await admin.get(`/v1/${path}`);
  await admin.post('/v1/analysts/kim/revoke', { reason: 'Moved on.' });
  await admin.post('/v1/analysts/kim/erase');
  await admin.post('/v1/admin/rebuild');
  await admin.post('/v1/admin/backup', { file: join(server.folder, 'copy.db') });
}

describe('every answer', () => {
  it('that is given where a whole tournament is played and read is as the OpenAPI document describes it, of every route that there is', async () => {
    await readsEverything();
    await doesTheRest();
    expect(described.unseen).toEqual([]);
  });

  it('that is a refusal is as described, too', async () => {
    const { status } = await admin.as(null).ask('GET', hall.path);
    expect(status).toBe(401);
    expect((await hall.by('floor').ask('POST', `${hall.path}/warnings`, { body: {} })).status).toBe(400);
  });

  it('is described with every field that it may have, so that one more would be seen, and one less, and another kind', async () => {
    const route = described.routes.find(({ operation }) => operation.operationId === 'tournaments.show');
    const { status, headers, body } = await server.admin.ask<Record<string, unknown>>('GET', hall.path);
    const complaints = (changed: unknown) => route && described.complaints(route, { status, headers, body: changed });
    const { position, ...less } = body;
    expect(complaints(body)).toEqual([]);
    for (const changed of [{ ...body, secret: 1 }, less, { ...body, position: String(position) }, { ...body, openedAt: 'now' }])
      expect(complaints(changed)).toHaveLength(1);
  });
});
