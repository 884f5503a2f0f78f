import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Device, Page } from '../support/device.js';
import { Hall } from '../support/hall.js';
import { newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

type Row = Readonly<Record<string, string | number | boolean | null>>;
interface Answer extends Page<Row> {
  readonly projection: string;
  readonly counts: string;
  readonly groups: readonly string[];
  readonly suppressed: number;
}

/** Who plays, with a name and a membership number that are in no program. */
const PEOPLE = ['ana', 'ben', 'cleo', 'dan', 'eve', 'fay'].map((id, index) => ({
  id,
  name: `Xquillwort ${id}`,
  externalId: `membership-x44177${index}`,
}));
const CANARIES = ['Xquillwort', 'membership-x44177', 'xaccount'];

let folder: string;
let server: ServerProcess;
let halls: readonly Hall[];
let analyst: Device;

/** The same six persons in two tournaments: each has a Warning in the first, and the first of them three more in the second. */
beforeAll(async () => {
  folder = newFolder();
  server = await ServerProcess.start(folder, { LADDER_LOG: 'debug' });
  const players = PEOPLE;
  halls = [await Hall.open(server.admin, { players }), await Hall.open(server.admin, { players, level: 'casual' })];
  for (const { id } of PEOPLE) await halls[0]!.warn(id, 'slow-play', { account: 'xaccount: she slept' });
  for (let times = 0; times < 3; times += 1) await halls[1]!.warn('ana', 'marked-cards');
  const { pairing } = await server.admin.post<{ pairing: { code: string } }>('/v1/analysts', { name: 'Xquillwort the analyst' });
  const { token } = await server.admin.as(null).post<{ token: string }>('/v1/pairings', { code: pairing.code });
  analyst = server.admin.as(token);
  await upToDate();
});
afterAll(async () => {
  await server.end();
  removeFolder(folder);
});

const read = (path: string) => analyst.get<Answer>(`/v1/analytics/${path}`);
const refused = async (path: string) => {
  const { status, body } = await analyst.ask('GET', `/v1/analytics/${path}`);
  return [status, body.code, body.detail];
};

/** The read models follow the log: what was answered is in them a moment later. */
async function upToDate(): Promise<void> {
  for (;;) {
    const { items } = await read('player-counters');
    if (items.some((row) => row['tournaments'] === 2 && row['warnings'] === 4)) return;
  }
}

describe('the analytics', () => {
  it('know a person again in the next tournament, by a pseudonym', async () => {
    const { items, suppressed, next } = await read('player-counters');
    expect(items.map((row) => [row['tournaments'], row['warnings'], row['game_losses_earned']]).sort()).toEqual([
      [1, 1, 0], [1, 1, 0], [1, 1, 0], [1, 1, 0], [1, 1, 0], [2, 4, 1],
    ]); // prettier-ignore
    for (const row of items) expect(row['person']).toMatch(/^[0-9a-f]{24}$/);
    expect([suppressed, next]).toEqual([0, null]);
  });

  it('tell nothing of fewer than five persons, and say of how many cells', async () => {
    const { counts, items, suppressed } = await read('categories-by-level');
    expect(counts).toMatch(/^Of each category at each level: .*\.$/);
    expect(items).toEqual([
      expect.objectContaining({ category: 'marked-cards', level: 'casual', warnings: null, persons: null, suppressed: true }),
      expect.objectContaining({ category: 'slow-play', level: 'competitive', warnings: 6, persons: 6, suppressed: false }),
    ]);
    expect(suppressed).toBe(1);
    expect((await read('player-counters?level=casual')).items).toEqual([]);
    expect((await read('player-counters?level=casual')).suppressed).toBe(1);
  });

  it('are narrowed to days, both included, and told apart by a group', async () => {
    const [{ day }] = (await read('categories-by-day')).items as [Row];
    const days = String(day);
    expect((await read(`categories-by-day?from=${days}&to=${days}`)).items).toHaveLength(2);
    expect((await read(`categories-by-day?to=2020-02-29`)).items).toEqual([]);
    expect((await read('categories-by-round?group=level&level=competitive')).items).toEqual([
      expect.objectContaining({ category: 'slow-play', round: 1, level: 'competitive', infractions: 6 }),
    ]);
  });

  it('come page by page', async () => {
    const all = (await read('player-counters')).items;
    const paged: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Answer = await read(`player-counters?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.items);
      cursor = page.next;
    }
    expect(paged).toEqual(all);
  });

  it('say what is wrong with a question', async () => {
    expect(await refused('warnings')).toEqual([404, 'not-found', expect.stringContaining('player-counters')]);
    expect(await refused('upgrades?group=judge')).toEqual([400, 'invalid-request', expect.stringContaining('level, round, day')]);
    expect(await refused('judges?group=level')).toEqual([400, 'invalid-request', expect.stringContaining('leave group out')]);
    expect(await refused('upgrades?from=2026-02-30')).toEqual([400, 'invalid-request', expect.stringContaining('such as 2026-11-07')]);
    expect(await refused('upgrades?from=2026-05-02&to=2026-05-01')).toEqual([400, 'invalid-request', expect.stringContaining('after to')]);
    expect(await refused('upgrades?level=high')).toEqual([400, 'invalid-request', expect.stringContaining('level')]);
    expect(await refused('upgrades?cursor=WzFd')).toEqual([200, undefined, undefined]);
    expect(await refused('upgrades?cursor=x')).toEqual([400, 'invalid-request', expect.stringContaining('another list')]);
    expect(await refused('upgrades?tournament=hall-1')).toEqual([400, 'invalid-request', expect.stringContaining('tournament')]);
  });

  it('forget with the person: what was counted stays, and no row is theirs', async () => {
    const [last] = PEOPLE.slice(-1);
    await halls[0]!.admin.post(`${halls[0]!.path}/players/${last!.id}/erase`, { force: true, reason: 'on request' });
    let items: readonly Row[];
    do ({ items } = await read('player-counters'));
    while (items.length === 6);
    expect(items).toHaveLength(5);
    expect((await read('categories-by-level?level=competitive')).items).toEqual([expect.objectContaining({ warnings: 6, persons: 6 })]);
  });

  it('have no name, number or text of anybody, in no answer, error, log line or file', async () => {
    const { items } = await analyst.get<{ items: { projection: string; groups: string[] }[] }>('/v1/analytics');
    const told: string[] = [];
    for (const { projection, groups } of items) {
      for (const group of ['', ...groups.map((each) => `?group=${each}`)]) told.push(JSON.stringify(await read(`${projection}${group}`)));
      told.push(JSON.stringify(await refused(`${projection}?group=Zed`)));
    }
    const files = readdirSync(folder).filter((name) => name.startsWith('read.db')).map((name) => readFileSync(join(folder, name), 'latin1')); // prettier-ignore
    expect(files.length).toBeGreaterThan(0);
    for (const text of [...told, ...files, server.err, server.out]) expect(CANARIES.filter((each) => text.includes(each))).toEqual([]);
  });
});
