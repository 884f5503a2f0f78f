import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from '../support/device.js';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import type { Tournament } from '../support/hall.js';
import { NODES, Served } from '../support/served.js';

let server: Served;
let hall: Hall;
beforeAll(async () => {
  server = await Served.start();
  hall = await Hall.open(server.admin, { players: [], started: false });
});
afterAll(() => server.end());

const id = (number: number) => `p-${number}`;
/** With everything that a roster can say of a player. */
const roster = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: id(index),
    name: `Player No. ${index}`,
    team: `Team No. ${index >> 1}`,
    externalId: `member-${index}`,
  }));

it('5,001 players in one call are refused, and nobody is enrolled', async () => {
  const end = await hall.end();
  const { status, body } = await hall.by('organizer').ask('POST', `${hall.path}/players`, { body: { players: roster(5_001) } });
  expect([status, body.code]).toEqual([400, 'invalid-request']);
  expect(body.detail).toContain('5000');
  expect(await hall.end()).toBe(end);
});

it(
  '5,000 players are enrolled in one call, all of them or none',
  async () => {
    const { players } = await hall.post<{ players: { id: string; name: string }[] }>('organizer', 'players', { players: roster(5_000) });
    expect(players).toHaveLength(5_000);
    expect(players[4_999]).toMatchObject({ id: 'p-4999', name: 'Player No. 4999' });
    expect((await hall.admin.get<Tournament>(hall.path)).counts.players).toBe(5_000);
    const found = await hall.get<Page<{ id: string }>>('floor', `players?q=${encodeURIComponent('no. 4321')}`);
    expect(found.items).toMatchObject([{ id: 'p-4321' }]);
    // On EventStoreDB each player and each team is an append of its own.
  },
  180_000 * NODES,
);

it('a roster with a player who is there already is refused whole', async () => {
  const end = await hall.end();
  const players = [{ id: 'new', name: 'New' }, ...roster(1)];
  const { status, body } = await hall.by('organizer').ask('POST', `${hall.path}/players`, { body: { players } });
  expect([status, body.code]).toEqual([409, 'already-enrolled']);
  expect(await hall.end()).toBe(end);
});

it('2,500 tables are paired in one call, and each player finds the seat', async () => {
  const pairings = Array.from({ length: 2_500 }, (_, index) => ({ table: index + 1, players: [id(2 * index), id(2 * index + 1)] }));
  expect(await hall.post('scorekeeper', 'rounds', { number: 1, pairings })).toMatchObject({ number: 1, tables: 2_500 });
  const { items } = await hall.get<Page<{ id: string; seat: unknown }>>('floor', 'players?table=2500');
  expect(items.map(({ id: player, seat }) => [player, seat])).toEqual([
    ['p-4998', { round: 1, table: 2_500, opponents: ['p-4999'] }],
    ['p-4999', { round: 1, table: 2_500, opponents: ['p-4998'] }],
  ]);
});

it('a feed tells it all, and a Warning in it is as quick as anywhere', async () => {
  const feed = await Feed.open(hall.by('floor'), hall.path);
  const { position } = await hall.warn('p-4999', 'slow-play');
  await feed.until((events) => events.some(({ id: at }) => at === position));
  feed.cut();
  expect(feed.events.map(({ id: at }) => at)).toEqual(Array.from({ length: position + 1 }, (_, at) => at));
});
