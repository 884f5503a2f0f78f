import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SettingError } from '@ladder/access';
import { readSettings, startServer } from '@ladder/server';
import { ADMIN_KEY, Served, newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

let home: string;
/** A folder that a server has run on. */
let made: string;
beforeAll(async () => {
  home = newFolder();
  made = join(home, 'made');
  await (await Served.start(made)).stop();
});
afterAll(() => removeFolder(home));

/** What no server can start with: a setting, or what lies in its folder. */
interface Trouble {
  readonly what: string;
  /** The setting that is named. */
  readonly names: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Spoils a folder that a server has run on. */
  readonly spoil?: (folder: string) => void;
}

const TROUBLES: readonly Trouble[] = [
  { what: 'a folder that is a file', names: 'LADDER_DATA', spoil: becomesAFile },
  { what: 'a folder inside a file', names: 'LADDER_DATA', env: { LADDER_DATA: '/etc/hostname/data' } },
  { what: 'a folder where nobody may write', names: 'LADDER_DATA', env: { LADDER_DATA: '/sys/ladder' } },
  { what: 'a folder where nothing can be made', names: 'LADDER_DATA', env: { LADDER_DATA: '/proc/ladder/data' } },
  { what: 'a folder of a newer version', names: 'LADDER_DATA', spoil: becomesNewer },
  { what: 'a folder of another program', names: 'LADDER_DATA', spoil: becomesSomebodyElses },
  { what: 'events that are no database', names: 'LADDER_DATA', spoil: (folder) => garbage(folder, 'events.db') },
  { what: 'checkpoints that are no database', names: 'LADDER_DATA', spoil: (folder) => garbage(folder, 'checkpoints.db') },
  { what: 'a damaged master key', names: 'LADDER_MASTER_KEY', spoil: (folder) => garbage(folder, 'master.key') },
  { what: 'a lost master key', names: 'LADDER_MASTER_KEY', spoil: (folder) => rmSync(join(folder, 'master.key')) },
  { what: 'another master key', names: 'LADDER_MASTER_KEY', env: { LADDER_MASTER_KEY: 'ab'.repeat(32) }, spoil: () => undefined },
  { what: 'a master key that is none', names: 'LADDER_MASTER_KEY', env: { LADDER_MASTER_KEY: 'secret' } },
  { what: 'an administrator key that is easy to guess', names: 'LADDER_ADMIN_KEY', env: { LADDER_ADMIN_KEY: 'admin' } },
  { what: 'a port that is no number', names: 'LADDER_PORT', env: { LADDER_PORT: '80a' } },
  { what: 'a port beyond all', names: 'LADDER_PORT', env: { LADDER_PORT: '65536' } },
  { what: 'an empty host, which would mean everywhere', names: 'LADDER_HOST', env: { LADDER_HOST: '' } },
  { what: 'a host of another machine', names: 'LADDER_HOST', env: { LADDER_HOST: '192.0.2.1' } },
  { what: 'a store that is not known', names: 'LADDER_STORE', env: { LADDER_STORE: 'postgres' } },
  { what: 'a role that is not known', names: 'LADDER_ROLE', env: { LADDER_ROLE: 'boss' } },
  { what: 'a log level that is not known', names: 'LADDER_LOG', env: { LADDER_LOG: 'loud' } },
  { what: 'a failpoint that is not known', names: 'LADDER_FAILPOINT', env: { LADDER_FAILPOINT: 'now' } },
  { what: 'a setting that is misspelt', names: 'LADDER_PROT', env: { LADDER_PROT: '3000' } },
];

describe('no server starts with', () => {
  it.each(TROUBLES)('$what; $names is named in one line, and the folder is let go of', async ({ what, names, env = {}, spoil }) => {
    const folder = join(home, what.replaceAll(' ', '-'));
    if (spoil) {
      cpSync(made, folder, { recursive: true });
      spoil(folder);
    }
    const settings = { LADDER_ADMIN_KEY: ADMIN_KEY, LADDER_DATA: folder, LADDER_PORT: '0', LADDER_LOG: 'silent', ...env };
    for (let times = 0; times < 2; times += 1) {
      const error = await failureOf(settings);
      expect(error).toBeInstanceOf(SettingError);
      expect(error).toMatchObject({ setting: names, message: expect.stringMatching(new RegExp(`^.*${names}.*$`)) });
    }
  });
});

describe('the process ends with one line on standard error', () => {
  const ends = async (env: Readonly<Record<string, string>>, line: RegExp) => {
    const server = new ServerProcess(env);
    const { code } = await server.ended;
    expect(server.err).toMatch(line);
    expect(server.err.trimEnd().split('\n')).toHaveLength(1);
    expect([code, server.out]).toEqual([1, '']);
  };

  it('where a port is in use; and the folder can be used at once', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const folder = join(home, 'port-in-use');
    await ends({ LADDER_DATA: folder, LADDER_PORT: String(port), LADDER_ADMIN_KEY: ADMIN_KEY }, /^LADDER_PORT: port \d+ is in use/);
    other.close();
    const server = await ServerProcess.start(folder);
    expect((await server.end()).code).toBe(0);
  });

  it('where a setting is misspelt', async () => {
    await ends({ LADDER_DATA: join(home, 'misspelt'), LADDER_FOLDER: 'x' }, /^LADDER_FOLDER is no setting/);
  });

  it('where the data are of a newer version', async () => {
    const folder = join(home, 'newer');
    cpSync(made, folder, { recursive: true });
    becomesNewer(folder);
    await ends({ LADDER_DATA: folder, LADDER_PORT: '0' }, /^LADDER_DATA: .*newer release/);
  });
});

describe('a first start without an administrator key', () => {
  it('shows one, once; it is good from then on', async () => {
    const env = { LADDER_DATA: join(home, 'first'), LADDER_PORT: '0' };
    const keyOf = ({ out }: ServerProcess) => /shown once: (\S+)/.exec(out)?.[1];
    const first = await new ServerProcess(env).listening();
    const key = keyOf(first) ?? '';
    const status = async ({ admin }: ServerProcess) => (await admin.as(key).ask('GET', '/v1/tournaments')).status;
    expect([key.length, await status(first)]).toEqual([43, 200]);
    await first.end();
    const second = await new ServerProcess(env).listening();
    expect([keyOf(second), await status(second)]).toEqual([undefined, 200]);
    await second.end();
  });
});

describe('a second server on the same folder', () => {
  it('is refused in one line, and the first goes on', async () => {
    const folder = join(home, 'shared');
    const first = await ServerProcess.start(folder);
    const second = new ServerProcess({ LADDER_DATA: folder, LADDER_PORT: '0' });
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.err).toMatch(/^LADDER_DATA: Another process writes to the folder .*\n$/);
    expect(await first.admin.get('/health/live')).toEqual({ status: 'live' });
    await first.end();
  });
});

async function failureOf(env: Readonly<Record<string, string>>): Promise<unknown> {
  try {
    const server = await startServer(readSettings(env));
    await server.stop();
    return new Error('it has started');
  } catch (error) {
    return error;
  }
}

function becomesAFile(folder: string): void {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
}

function becomesNewer(folder: string): void {
  withEventsDb(folder, 'PRAGMA user_version = 999');
}

function becomesSomebodyElses(folder: string): void {
  rmSync(join(folder, 'events.db'));
  withEventsDb(folder, 'PRAGMA application_id = 42; CREATE TABLE recipes (name TEXT)');
}

function withEventsDb(folder: string, sql: string): void {
  const db = new DatabaseSync(join(folder, 'events.db'));
  db.exec(sql);
  db.close();
}

function garbage(folder: string, name: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `${name}${suffix}`), { force: true });
  writeFileSync(join(folder, name), 'This is not what it should be. '.repeat(200));
}
