import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { restoreSqlite } from '@ladder/event-store';
import { Hall } from '../support/hall.js';
import { Served, newFolder, removeFolder } from '../support/served.js';

let server: Served;
let elsewhere: string;
beforeAll(async () => {
  server = await Served.start();
  elsewhere = newFolder();
});
afterAll(async () => {
  await server.end();
  removeFolder(elsewhere);
});

describe('a backup that is taken while judges rule', () => {
  it('holds everything that was acknowledged before it began', async () => {
    const hall = await Hall.open(server.admin);
    const key = randomUUID();
    const first = await hall.warn('ana', 'marked-cards', {}, key);
    const acknowledged: number[] = [];
    let judging = true;
    const judges = ['ana', 'ben', 'cleo'].map(async (player) => {
      while (judging) acknowledged.push((await hall.warn(player, 'slow-play', { account: `The clock of ${player}.` })).position);
    });
    const file = join(elsewhere, 'friday.db');
    while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = Math.max(...acknowledged);
    await server.admin.post('/v1/admin/backup', { file });
    const after = Math.max(...acknowledged);
    while (Math.max(...acknowledged) <= after) await new Promise((resolve) => setTimeout(resolve, 5));
    judging = false;
    await Promise.all(judges);
    const ledger = await hall.ledger();

    const folder = join(elsewhere, 'restored');
    restoreSqlite({ file, folder });
    copyFileSync(join(server.folder, 'master.key'), join(folder, 'master.key'));
    const again = await Served.start(folder);
    const restored = hall.at(again.url);
    const kept = await restored.ledger();
    expect(kept.length).toBeGreaterThan(before);
    expect(kept.length).toBeLessThan(ledger.length);
    // What the saga owed when the copy was taken, it has appended since.
    const judged = kept.filter(
      ({ metadata }) => metadata.by !== 'saga' || metadata.recordedAt <= (ledger.at(-1)?.metadata.recordedAt ?? ''),
    );
    expect(judged).toEqual(ledger.slice(0, judged.length));
    // A key of before is known there too, and records nothing.
    expect(await restored.warn('ana', 'marked-cards', {}, key)).toEqual(first);
    expect((await restored.ledger()).length).toBe(kept.length);
    expect((await restored.record('ana')).rulings[0]?.account).toBe('The clock of ana.');
    await again.stop();
  });

  it('is refused where a file is already, or for a path that is none', async () => {
    for (const file of [join(server.folder, 'events.db'), 'friday.db', '/nowhere/at/all/friday.db', '/tmp/nul\0.db', '']) {
      const { status, body } = await server.admin.ask('POST', '/v1/admin/backup', { body: { file } });
      expect([file, status, body.code]).toEqual([file, 400, 'invalid-request']);
    }
  });
});
