import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newEvent } from '../contract/store-under-test.js';
import { databaseFile } from './connection.js';
import { FolderInUse } from './folder-errors.js';
import { openSqliteStore } from './open.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const masterKey = new Uint8Array(32).fill(7);

/** Node runs the sources as they are once it is told that `./a.js` is `./a.ts`. */
const RESOLVE_SOURCES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve: (specifier, context, next) => next(specifier.startsWith('.') ? specifier.replace(/\\.js$/, '.ts') : specifier, context),
  });
`)}`;

/** Runs a script in a process of its own, with `open` to open the folder's store. */
function run(script: string, blocksPerFile = 'unlimited') {
  const source = `
    import { openSqliteStore } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
    const open = (onFatal) => openSqliteStore({ folder: ${JSON.stringify(folder)}, masterKey: new Uint8Array(32).fill(7), onFatal });
    const event = (text) => ({ id: crypto.randomUUID(), type: 'Noted', body: JSON.stringify({ text }) });
    ${script}`;
  const node = [process.execPath, '--import', RESOLVE_SOURCES, '--input-type=module', '-e', source];
  return spawn('sh', ['-c', 'ulimit -f "$0"; exec "$@"', blocksPerFile, ...node], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function nextLine(output: Readable): Promise<string> {
  const [line] = (await once(createInterface(output), 'line')) as [string];
  return line;
}

describe('a process', () => {
  it('that writes keeps another out until it is killed, and what it acknowledged is there', async () => {
    const other = run(`
      const { store } = open();
      const { position } = await store.append('one', -1, [event('acknowledged')]);
      console.log(String(position));
      setInterval(() => undefined, 1000);`);
    expect(await nextLine(other.stdout)).toBe('1');
    expect(() => openSqliteStore({ folder, masterKey })).toThrow(FolderInUse);

    other.kill('SIGKILL');
    await once(other, 'exit');

    const { store } = openSqliteStore({ folder, masterKey });
    expect(await store.lastRevision('one')).toBe(0);
    expect(await store.append('one', 0, [newEvent()])).toEqual({ revision: 1, position: 2n });
    await store.close();
  });

  it('whose disk fails under a commit is told to end; it writes nothing more, reads on, and loses nothing acknowledged', async () => {
    // A file that may not grow makes write(2) fail with EFBIG, which is an I/O error to SQLite.
    const failing = run(
      `
      const fatal = [];
      const { store } = open((error) => fatal.push(error.message));
      const appends = [];
      for (let revision = -1; fatal.length === 0; revision += 1) {
        appends.push(...(await Promise.allSettled([store.append('one', revision, [event('x'.repeat(50_000))])])));
      }
      const refused = [appends.at(-1), ...(await Promise.allSettled([store.append('two', -1, [event('')])]))].map(({ reason }) => reason.name);
      const acknowledged = appends.filter(({ status }) => status === 'fulfilled').length;
      console.log(JSON.stringify({ fatal, refused, acknowledged, read: (await store.readStream('one', 0, 1000)).length }));
      process.exit();`,
      '2000',
    );
    const ended = once(failing, 'exit');
    const told = JSON.parse(await nextLine(failing.stdout)) as { fatal: string[]; refused: string[]; acknowledged: number; read: number };
    expect(told.fatal).toEqual(['The disk has failed, so nothing more is written until the process starts anew.']);
    expect(told.refused).toEqual(['StoreUnavailable', 'StoreUnavailable']);
    expect(told.acknowledged).toBeGreaterThan(5);
    expect(told.read).toBe(told.acknowledged);
    await ended;

    const { store } = openSqliteStore({ folder, masterKey });
    expect(await store.lastRevision('one')).toBeGreaterThanOrEqual(told.acknowledged - 1);
    await store.close();
  });

  it('whose disk fails while the log is moved is told to end; it writes nothing more, and loses nothing acknowledged', async () => {
    // The log stays below the limit on files, because it starts anew; the database file does not.
    const failing = run(
      `
      const fatal = [];
      const { store } = open((error) => fatal.push(error.message));
      let acknowledged = 0;
      let refused;
      while (refused === undefined) {
        const [{ reason }] = await Promise.allSettled([store.append('one', acknowledged - 1, [event('x'.repeat(50_000))])]);
        if (reason) refused = reason.message;
        else acknowledged += 1;
      }
      console.log(JSON.stringify({ fatal, refused, acknowledged, read: await store.lastRevision('one') }));
      process.exit();`,
      '80000',
    );
    const ended = once(failing, 'exit');
    const told = JSON.parse(await nextLine(failing.stdout)) as { fatal: string[]; refused: string; acknowledged: number; read: number };
    expect(told.fatal).toEqual(['The disk has failed, so nothing more is written until the process starts anew.']);
    // Its own commit did not fail.
    expect(told.refused).toBe(told.fatal[0]);
    expect(told.acknowledged).toBeGreaterThan(600);
    expect(told.read).toBe(told.acknowledged - 1);
    await ended;

    const { store } = openSqliteStore({ folder, masterKey });
    expect(await store.lastRevision('one')).toBe(told.acknowledged - 1);
    await store.close();
  });

  it('that has nothing more to do ends, though it has not closed its store after a checkpoint', async () => {
    const other = run(`
      const { store } = open();
      for (let revision = -1; revision < 400; revision += 1) await store.append('one', revision, [event('x'.repeat(50_000))]);
      console.log('done');`);
    const ended = once(other, 'exit');
    expect(await nextLine(other.stdout)).toBe('done');
    expect(await ended).toEqual([0, null]);
    expect(statSync(databaseFile(folder)).size).toBeGreaterThan(10 * 1024 * 1024);
  });
});
