import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import { SmallDisk, hasStrace, itNeeding, traced } from '../support/machine.js';
import { newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

let folder: string;
let disk: SmallDisk | null;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => {
  disk?.remove();
  disk = null;
  removeFolder(folder);
});

const STRACE = hasStrace();
const SMALL_DISK = (() => {
  const place = newFolder();
  const found = SmallDisk.in(place, 1);
  found?.remove();
  removeFolder(place);
  return found !== null;
})();

const warnings = async (hall: Hall) => (await hall.ledger()).filter(({ type }) => type === 'WarningIssued');

/** In the order in which one thread did them: syncs of the log, and answers that say "recorded". */
function syncsAndAnswers(trace: string): string[] {
  return trace.split('\n').flatMap((line) => {
    if (/f(data)?sync\(\d+<[^>]*events\.db-wal>\)\s+= 0/.test(line)) return ['sync'];
    return line.includes('"HTTP/1.1 201') ? ['answer'] : [];
  });
}

/** Whether between any two answers, and before the first, the log was synced. */
function eachAnswerFollowsASync(steps: readonly string[]): boolean {
  return steps.every((step, index) => step !== 'answer' || steps[index - 1] === 'sync');
}

describe('an answer', () => {
  itNeeding('strace', STRACE)('leaves the machine only after the log is on the disk', async () => {
    const server = await ServerProcess.start(folder);
    const hall = await Hall.open(server.admin);
    const trace = await traced(server.pid, ['-s', '20', '-e', 'trace=fsync,fdatasync,write,writev,sendto,sendmsg']);
    // A scorekeeper's acts owe nothing further: one sync and one answer each.
    for (let table = 1; table <= 20; table += 1) {
      await hall.post('scorekeeper', 'extensions', { table, minutes: 3, cause: 'call' });
    }
    const steps = syncsAndAnswers(await trace.letGo());
    expect(steps.filter((step) => step === 'answer')).toHaveLength(20);
    expect(eachAnswerFollowsASync(steps)).toBe(true);
  });

  it('(negative control) that did not wait for it would be seen', () => {
    const sync = 'fdatasync(23</data/events.db-wal>) = 0';
    const answer = 'write(33<socket:[1]>, "HTTP/1.1 201 Created"..., 300) = 300';
    const elsewhere = 'fsync(12</data/read.db-wal>) = 0';
    const failed = 'fsync(23</data/events.db-wal>) = -1 EIO (Input/output error)';
    const isSafe = (...lines: string[]) => eachAnswerFollowsASync(syncsAndAnswers(lines.join('\n')));
    expect(isSafe(sync, answer, sync, answer)).toBe(true);
    for (const lines of [[answer, sync], [sync, answer, answer], [elsewhere, answer], [failed, answer]]) expect(isSafe(...lines)).toBe(false); // prettier-ignore
  });
});

describe('a sync that fails', () => {
  itNeeding('strace', STRACE)('is no answer: the process ends, and the next one has what was acknowledged before', async () => {
    const server = await ServerProcess.start(folder);
    let hall = await Hall.open(server.admin);
    const { position } = await hall.warn('ana', 'slow-play');
    const trace = await traced(server.pid, ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']);
    await expect(hall.warn('ana', 'marked-cards')).rejects.toThrow();
    expect((await server.ended).code).toBe(1);
    await trace.letGo();

    hall = hall.at((await ServerProcess.start(folder)).url);
    const [first, ...others] = await warnings(hall);
    expect(first).toMatchObject({ position, data: { category: 'slow-play' } });
    // Whether the other one reached the disk nobody can know; it was acknowledged to nobody.
    expect(others.length).toBeLessThanOrEqual(1);
    expect((await hall.warn('ben', 'slow-play')).penalties[0]?.tally.category).toBe(1);
  });
});

describe('a full disk', () => {
  itNeeding('a small disk', SMALL_DISK)(
    'refuses every write and no read, turns health red, and is forgotten when there is room',
    async () => {
      disk = SmallDisk.in(folder, 8);
      const server = await ServerProcess.start(folder);
      let hall = await Hall.open(server.admin);
      const acknowledged = [(await hall.warn('ana', 'slow-play')).ruling];
      disk?.fill();

      const account = 'The whole story. '.repeat(200);
      for (let tries = 0; tries < 5; tries += 1) {
        const body = { player: 'ana', category: 'slow-play', account, distinct: true };
        const { status, headers, body: problem } = await hall.by('floor').ask('POST', `${hall.path}/warnings`, { body });
        expect([status, problem.code, headers.get('retry-after')]).toEqual([503, 'store-unavailable', '1']);
      }
      expect((await hall.record('ana')).tallies.categories).toMatchObject([{ warnings: 1 }]);
      expect(await server.admin.ask('GET', '/health/ready')).toMatchObject({
        status: 503,
        body: { problems: { store: expect.any(String) } },
      });
      expect((await server.admin.ask('GET', '/health/live')).status).toBe(200);

      disk?.makeRoom();
      const again: Ruled = await hall.warn('ana', 'slow-play', { account });
      acknowledged.push(again.ruling);
      expect(again.penalties[0]?.tally.category).toBe(2);
      await server.end('SIGKILL');
      hall = hall.at((await ServerProcess.start(folder)).url);
      expect((await warnings(hall)).map(({ data }) => ('ruling' in data ? data.ruling : null))).toEqual(acknowledged);
    },
  );
});
