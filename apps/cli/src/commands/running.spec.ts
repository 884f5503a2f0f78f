import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Terminal, answerOf, ladder } from '../../spec/terminal.js';
import { Api } from '../api/api.js';
import { runningServer } from '../folder/running-server.js';

const ENV = { LADDER_ADMIN_KEY: 'an-administrators-key' };

interface Imported {
  readonly enrolled: readonly { readonly id: string; readonly name: string }[];
  readonly alreadyThere: readonly { readonly id: string; readonly name: string }[];
}

let home: string;
let folder: string;
let server: Terminal;

async function serving(): Promise<Terminal> {
  const terminal = new Terminal(['serve', '--port', '0', '--data', folder], ENV);
  await terminal.shows('Ready: http://127.0.0.1:');
  return terminal;
}

const admin = () => new Api(runningServer(folder)?.url ?? '', ENV.LADDER_ADMIN_KEY);
const warn = (category: string, table: number) =>
  admin().post('/v1/tournaments/open/warnings', { player: 'p-1', category, table, distinct: true });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'ladder-running-'));
  folder = join(home, 'data');
  server = await serving();
  const tournament = { id: 'open', name: 'Open', level: 'competitive', format: 'individual', edition: 'riftbound-2026-10-16' };
  await admin().post('/v1/tournaments', tournament);
}, 60_000);
afterAll(async () => {
  await server.interrupt();
  rmSync(home, { recursive: true });
});

describe('a served folder', () => {
  it('takes a roster once, however often it is imported, and a longer one grows it', async () => {
    const file = join(home, 'players.csv');
    writeFileSync(file, 'name,id\nAna Lind,p-1\nBen Okafor,\n');
    const words = ['import', 'roster', file, '--tournament', 'open', '--data', folder];
    const names = [{ id: 'p-1', name: 'Ana Lind' }, { name: 'Ben Okafor' }];
    expect(await answerOf(...words, '--dry-run')).toMatchObject({ wouldEnrol: names, enrolled: [], alreadyThere: [] });
    expect((await ladder(...words, '--dry-run')).out).toMatch(/2 players would be enrolled in open, 0 were there already\./);
    const first = await answerOf<Imported>(...words);
    expect(first).toMatchObject({ enrolled: [{ id: 'p-1', name: 'Ana Lind' }, { name: 'Ben Okafor' }], alreadyThere: [] });
    expect(await answerOf(...words)).toMatchObject({ enrolled: [], alreadyThere: first.enrolled });
    writeFileSync(file, 'name;id\r\nDan Roe;\r\n"Okafor, Ben";\r\nAna Lind;p-1\r\n');
    expect(await answerOf(...words)).toMatchObject({ enrolled: [{ name: 'Dan Roe' }], delimiter: 'semicolons' });
    const { items } = await answerOf<{ items: unknown[] }>('tournaments', '--data', folder);
    expect(items).toMatchObject([{ counts: { players: 3 } }]);
  });

  it('knows by its number who was enrolled under it', async () => {
    const file = join(home, 'numbers.csv');
    writeFileSync(file, 'Player Name,Player ID\nEve Moss,1001\n');
    const words = ['import', 'roster', file, '--tournament', 'open', '--data', folder];
    expect(await answerOf<Imported>(...words)).toMatchObject({ enrolled: [{ name: 'Eve Moss' }] });
    writeFileSync(file, 'Player Name,Player ID\nEvelyn Moss,1001\nEve Moss,1002\n');
    expect(await answerOf<Imported>(...words)).toMatchObject({ enrolled: [{ name: 'Eve Moss' }], alreadyThere: [{ name: 'Eve Moss' }] });
  });

  it('stops enrolling with Ctrl-C, and goes on from there', async () => {
    const file = join(home, 'stopped.csv');
    writeFileSync(file, 'name\nFay Cole\n');
    const words = ['import', 'roster', file, '--tournament', 'open', '--data', folder];
    const terminal = new Terminal(words);
    expect(await terminal.interrupt()).toBe(1);
    expect(terminal.err).toContain('Stopped after 0 players: the same command goes on from there.');
    expect(await answerOf<Imported>(...words)).toMatchObject({ enrolled: [{ name: 'Fay Cole' }] });
  });

  it('refuses a roster for a tournament that is not there, in one line', async () => {
    const { code, err } = await ladder('import', 'roster', join(home, 'players.csv'), '--tournament', 'nowhere', '--data', folder);
    expect(code).toBe(1);
    expect(err).toMatch(/^ladder: .*tournament.*\n$/);
  });

  it('shows the head judge each notice once, also those that came while the server was away', async () => {
    await admin().post('/v1/tournaments/open/rounds', { number: 1 });
    const watching = new Terminal(['watch', 'open', '--json', '--data', folder]);
    await warn('unsporting-minor', 1);
    await warn('unsporting-minor', 2);
    await watching.shows('table 2');

    await server.interrupt();
    server = await serving();
    await warn('unsporting-minor', 3);
    await watching.shows('table 3');
    expect(await watching.interrupt()).toBe(0);
    const ids = watching.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(2);
  }, 20_000);

  it('ends a watch of a tournament that is not there', async () => {
    const { code, err } = await ladder('watch', 'nowhere', '--data', folder);
    expect(code).toBe(1);
    expect(err).toMatch(/^ladder: There is no such tournament\.\n$/);
  });

  it('is backed up through its server, and the backup tells the same as the folder', async () => {
    const file = join(home, 'friday.db');
    expect(await answerOf<{ bytes: number }>('backup', file, '--data', folder)).toMatchObject({ file });
    const restored = join(home, 'restored');
    expect(await answerOf('restore', file, '--data', restored)).toEqual({ folder: restored, file, keyAtHand: false, erased: 0 });

    const withoutKey = await ladder('tournaments', '--data', restored);
    expect(withoutKey.err).toBe(`ladder: The master key of ${restored} is missing: copy master.key there, or set LADDER_MASTER_KEY.\n`);
    expect(existsSync(join(restored, 'master.key'))).toBe(false);

    copyFileSync(join(folder, 'master.key'), join(restored, 'master.key'));
    expect((await ladder('replay', 'open', '--data', restored)).out).toBe((await ladder('replay', 'open', '--data', folder)).out);
    const again = await ladder('restore', file, '--data', restored);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('it holds data already')]);
  });

  it('is not backed up over a file that exists', async () => {
    const { code, err } = await ladder('backup', join(home, 'players.csv'), '--data', folder);
    expect(code).toBe(1);
    expect(err).toContain('a backup never overwrites a file');
  });

  it('has its projections rebuilt while it is served', async () => {
    const { projections } = await answerOf<{ projections: string[] }>('rebuild', '--data', folder);
    expect(projections).toContain('warning-counters');
  });
});

describe('a folder on which no server runs', () => {
  it('is written to through a server of the moment, which leaves no note', async () => {
    await server.interrupt();
    const file = join(home, 'late.csv');
    writeFileSync(file, 'name\nCleo Tan\n');
    const { enrolled } = await answerOf<Imported>('import', 'roster', file, '--tournament', 'open', '--data', folder);
    expect(enrolled).toMatchObject([{ name: 'Cleo Tan' }]);
    expect(runningServer(folder)).toBeNull();
    expect(existsSync(join(folder, 'server.json'))).toBe(false);
  });

  it('is backed up from its files', async () => {
    const file = join(home, 'saturday.db');
    expect((await answerOf<{ bytes: number }>('backup', file, '--data', folder)).bytes).toBeGreaterThan(0);
  });
});
