import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import { endFolder, newFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

let folder: string;
beforeAll(() => {
  folder = newFolder();
});
afterAll(() => endFolder(folder));

describe('a server that is asked to stop', () => {
  it('finishes the requests in flight, and ends with 0', async () => {
    const server = await ServerProcess.start(folder);
    const hall = await Hall.open(server.admin);
    const feed = await Feed.open(hall.by('head'), hall.path);
    const sent = Array.from({ length: 40 }, async (_, table) =>
      hall.by('floor').ask<Ruled>('POST', `${hall.path}/warnings`, { body: { player: 'ana', category: 'slow-play', table: table + 1 } }),
    );
    const answers = Promise.allSettled(sent);
    await Promise.race(sent);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await feed.gone).toEqual({ ended: true });
    const settled = await answers;
    const acknowledged = settled.flatMap((each) => (each.status === 'fulfilled' && each.value.status === 201 ? [each.value.body] : []));
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(server.err).toBe('');
    expect(existsSync(join(folder, 'server.json'))).toBe(false);

    const again = await ServerProcess.start(folder);
    const ledger = await hall.at(again.url).ledger();
    for (const { ruling, position } of acknowledged) expect(ledger[position]).toMatchObject({ type: 'WarningIssued', data: { ruling } });
    await again.end();
  });
});

describe('read models that were deleted', () => {
  it('are there again after the next start, the same as before', async () => {
    const first = await ServerProcess.start(folder);
    const hall = await Hall.open(first.admin);
    for (const category of ['slow-play', 'slow-play', 'slow-play', 'marked-cards']) await hall.warn('ana', category);
    await hall.warn('ben', 'unsporting-minor');
    await isReady(first);
    // A server that is named to the specs may list others, which change meanwhile.
    const listedBy = async ({ admin }: ServerProcess) =>
      (await admin.get<{ items: { id: string }[] }>('/v1/tournaments?limit=500')).items.filter(({ id }) => id === hall.id);
    const listed = await listedBy(first);
    expect(listed).toHaveLength(1);
    await first.end();
    const before = counters(folder, hall.id);
    expect(before).toContainEqual([hall.id, 'ana', 'slow-play', 3]);

    for (const name of readdirSync(folder)) if (name.startsWith('read.db')) rmSync(join(folder, name));
    const again = await ServerProcess.start(folder);
    await isReady(again);
    expect(await listedBy(again)).toEqual(listed);
    await again.end();
    expect(counters(folder, hall.id)).toEqual(before);
  });
});

/** Ready, and nothing more to follow. Whoever lost the place of the saga has to be given the time to look through the log. */
async function isReady(server: ServerProcess): Promise<void> {
  await server.admin.post('/v1/admin/rebuild', {});
  const deadline = performance.now() + 20_000;
  for (;;) {
    const { status, body } = await server.admin.ask('GET', '/health/ready');
    if (status === 200) return;
    if (performance.now() > deadline) throw new Error(JSON.stringify(body));
    await pause(50);
  }
}

/** The live counters of a tournament, as they lie in the folder of a server that has ended. */
function counters(of: string, tournament: string): unknown[][] {
  const db = new DatabaseSync(join(of, 'read.db'), { readOnly: true });
  try {
    const rows = db
      .prepare('SELECT tournament, player, category, warnings FROM warning_counters WHERE tournament = ? ORDER BY 1, 2, 3')
      .all(tournament);
    return rows.map((row) => Object.values(row));
  } finally {
    db.close();
  }
}
