import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import { Served } from '../support/served.js';

let server: Served;
beforeAll(async () => {
  server = await Served.start();
});
afterAll(() => server.end());

const ANA = { id: 'ana', name: 'Ana' };
const BOB = { id: 'bob', name: 'Bob' };

interface Ruled {
  readonly ruling: string;
}

describe('a ruling that was moved to another player', () => {
  it('loses what was written about it when that player is erased, though it was written about somebody else', async () => {
    const hall = await Hall.open(server.admin, { players: [ANA, BOB] });
    const account = 'Bob Smith looked at two cards';
    const { ruling } = await hall.post<Ruled>('floor', 'warnings', { player: 'ana', category: 'slow-play', account });
    await hall.post('floor', `rulings/${ruling}/reassign`, { from: 'ana', to: 'bob', reason: 'It was Bob Smith' });
    expect(await hall.get('head', `rulings/${ruling}`)).toMatchObject({ account });
    await hall.admin.post(`${hall.path}/players/bob/erase`, { force: true, reason: 'asked' });
    const left = await hall.get<{ account: string | null; corrections: { reason: string | null }[] }>('head', `rulings/${ruling}`);
    expect([left.account, left.corrections.map(({ reason }) => reason)]).toEqual([null, [null]]);
  });
});

describe('an official who is erased', () => {
  it('hears nothing more on a feed that is open', async () => {
    const hall = await Hall.open(server.admin, { players: [ANA] });
    const feed = await Feed.open(hall.by('floor'), hall.path);
    const officials = await hall.get<{ items: { id: string; name: string }[] }>('head', 'officials');
    const floor = officials.items.find(({ name }) => name === 'floor')?.id ?? 'floor';
    await hall.admin.post(`${hall.path}/officials/${floor}/erase`, { force: true, reason: 'asked' });
    expect(await feed.gone).toEqual({ ended: true });
    const { position } = await hall.post<{ position: number }>('head', 'warnings', { player: 'ana', category: 'slow-play' });
    expect(feed.events.some(({ id }) => id === position)).toBe(false);
  });
});

describe('an organizer who closes', () => {
  it('is told that notices and investigations are open, and not about whom', async () => {
    const hall = await Hall.open(server.admin, { players: [ANA] });
    await hall.post('head', 'players/ana/investigations', { reason: 'odd shuffling' });
    const { investigations } = await hall.post<{ investigations: object[] }>('organizer', 'close', {});
    expect(investigations).toEqual([{ investigation: expect.any(String), status: 'open' }]);
  });
});
