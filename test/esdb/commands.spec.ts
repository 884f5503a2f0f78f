import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Terminal } from '../../apps/cli/spec/terminal.js';
import { Hall } from '../support/hall.js';
import { ADMIN_KEY, newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';
import { WireDouble } from '../wire-double/wire-double.js';
import { MASTER_KEY, serverUnderTest } from './server-under-test.js';

/** A server that is named may hold others. */
const SPRING = `spring-${randomUUID()}`;

describe('the commands, on a store that several nodes share', () => {
  let stop: () => Promise<void>;
  let node: ServerProcess;
  let hall: Hall;
  let folder: string;
  let elsewhere: string;
  let env: Record<string, string>;

  /** On a machine where no node runs. */
  const typed = async (words: readonly string[], over: Readonly<Record<string, string>> = {}) => {
    const terminal = new Terminal([...words, '--data', elsewhere], { ...env, ...over });
    const code = await terminal.ended;
    return { code, out: terminal.out, err: terminal.err };
  };
  const answerOf = async <T>(...words: string[]): Promise<T> => {
    const { code, out, err } = await typed([...words, '--json']);
    expect([code, err]).toEqual([0, expect.not.stringContaining('ladder:')]);
    return JSON.parse(out) as T;
  };

  beforeAll(async () => {
    const server = await serverUnderTest().start();
    stop = server.stop;
    folder = newFolder();
    elsewhere = join(newFolder(), 'none');
    env = { LADDER_STORE: server.address, LADDER_MASTER_KEY: MASTER_KEY, LADDER_ADMIN_KEY: ADMIN_KEY };
    node = await ServerProcess.start(folder, { ...env, LADDER_LOG: 'error' });
    hall = await Hall.open(node.admin, { id: SPRING });
    for (let warnings = 0; warnings < 3; warnings += 1) await hall.warn('ana', 'looking-at-extra-cards', { account: 'She looked at two.' });
    await hall.warn('ben', 'slow-play');
  }, 60_000);
  afterAll(async () => {
    await node.end();
    await stop();
    removeFolder(folder);
    removeFolder(join(elsewhere, '..'));
  });

  it('tell of its tournaments, and write nothing: not there, and no folder here', async () => {
    const before = await hall.end();
    const { items } = await answerOf<{ items: { id: string; name: string; position: number }[] }>('tournaments');
    expect(items).toContainEqual(expect.objectContaining({ id: SPRING, name: `Hall ${SPRING}`, position: before }));
    expect(existsSync(elsewhere)).toBe(false);
    expect(await hall.end()).toBe(before);
  });

  it('show a record, with the names', async () => {
    const record = await answerOf<{ player: { name: string }; tallies: { families: unknown[] } }>('record', 'Lindqvist', '--tournament', SPRING); // prettier-ignore
    expect(record).toEqual(JSON.parse(JSON.stringify(await hall.record('ana'))));
    expect(record.player.name).toBe('Ana Lindqvist');
  });

  it('replay a ledger, also as it was at a position', async () => {
    const { events } = await answerOf<{ events: { position: number }[] }>('replay', SPRING);
    expect(events.map(({ position }) => position)).toEqual([...Array(await hall.end()).keys(), await hall.end()]);
    const then = await answerOf<{ asOf: { position: number } }>('replay', SPRING, '--as-of', '3');
    expect(then.asOf.position).toBe(3);
  });

  it('explain a penalty', async () => {
    const [loss] = (await hall.ledger()).flatMap((event) => (event.type === 'GameLossApplied' ? [event.data.penalty] : []));
    const { code, out } = await typed(['explain', loss ?? '', '--tournament', SPRING]);
    expect([code, out]).toEqual([0, expect.stringContaining('Ana Lindqvist')]);
  });

  it('write an audit pack through a server that runs for the moment, if none runs here', async () => {
    const file = join(folder, 'pack.json');
    const { events } = await answerOf<{ events: number }>('audit', 'pack', SPRING, '--out', file);
    expect(events).toBe((await hall.end()) + 1);
    expect(existsSync(file)).toBe(true);
  });

  it('say of an erasure what is left to do', async () => {
    const { code, out } = await typed(['erase', 'ben', '--tournament', SPRING, '--force', '--reason', 'asked']);
    expect([code, out]).toEqual([0, expect.stringMatching(/scavenge\s+each\s+server/)]);
    expect((await hall.record('ben')).player.name).toBe('(erased)');
  });

  it.each([
    ['backup', 'backed up by its own means'],
    ['restore', 'restored by its own means'],
  ])('leave it to the server to %s', async (command, why) => {
    const { code, err } = await typed([command, join(folder, 'friday.db')]);
    expect([code, err]).toEqual([1, `ladder: LADDER_STORE names an EventStoreDB, which is ${why}: see docs/eventstoredb.md.\n`]);
  });

  it.each([
    [
      'the master key is another',
      { LADDER_MASTER_KEY: '11'.repeat(32) },
      'LADDER_STORE: The vault of this store was made with another master key.',
    ],
    [
      'the address is none',
      { LADDER_STORE: 'kurrentdb://127.0.0.1' },
      'LADDER_STORE must be sqlite, or the address of an EventStoreDB (esdb://…).',
    ],
    ['the address cannot be used', { LADDER_STORE: 'esdb://127.0.0.1:port?tls=false' }, 'LADDER_STORE: The client cannot use the address:'],
    ['nothing answers there', { LADDER_STORE: 'esdb://127.0.0.1:1?tls=false' }, 'LADDER_STORE: The event store cannot read the vault:'],
  ])('say in one line when %s', async (_, over, line) => {
    const { code, err } = await typed(['tournaments'], over);
    expect([code, err]).toEqual([1, expect.stringContaining(`ladder: ${line}`)]);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('say that nothing was recorded in a store that is new, and begin nothing there', async () => {
    const double = await WireDouble.start();
    const address = `esdb://127.0.0.1:${(await double.door()).port}?tls=false`;
    for (let times = 0; times < 2; times += 1) {
      const { code, err } = await typed(['tournaments'], { LADDER_STORE: address });
      expect([code, err]).toEqual([1, 'ladder: LADDER_STORE: Nothing was recorded in this store yet.\n']);
    }
    await double.stop();
  });
});
