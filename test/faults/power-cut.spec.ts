import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { LedgerEvent } from '@ladder/ledger';
import fc from 'fast-check';
import type { Page } from '../support/device.js';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import { hasStrace, itNeeding } from '../support/machine.js';
import { often } from '../support/often.js';
import { Disk } from '../support/power-cut.js';
import type { Fate } from '../support/power-cut.js';
import { STRACE_OPTIONS, stepsIn } from '../support/recorded-disk.js';
import type { Step } from '../support/recorded-disk.js';
import { Served, newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

const STRACE = hasStrace();
/** Two infractions: half of a ruling would be seen. */
const PLAYERS = ['ana', 'ben'];

/** What a judge was told to be recorded: a ruling, a signed checkpoint, or that somebody is forgotten. */
interface Acknowledged {
  /** What of the answer is found among what the server said. */
  readonly words: string;
  /** What is not as it was told, on a server that was started after the power cut. */
  readonly complaints: (hall: Hall, ledger: readonly LedgerEvent[]) => Promise<string[]>;
}

interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly note: string;
}

/** What a server has done to its disk, from its first start to its end, and what it said. */
interface Day {
  readonly hall: Hall;
  readonly steps: readonly Step[];
  readonly told: readonly { readonly after: number; readonly acknowledged: Acknowledged }[];
}

let home: string;
let day: Day;
beforeAll(async () => {
  home = newFolder();
  mkdirSync(join(home, 'disk'));
  if (STRACE) day = await recordedDay(join(home, 'disk', 'data'), join(home, 'trace'));
});
afterAll(() => removeFolder(home));

async function recordedDay(folder: string, trace: string): Promise<Day> {
  const server = await new ServerProcess(ServerProcess.settings(folder), ['strace', ...STRACE_OPTIONS, '-o', trace]).listening();
  const hall = await Hall.open(server.admin, { id: 'power' });
  const acknowledged: Acknowledged[] = [];
  const judge = async (by: 'floor' | 'appeals') => {
    for (let times = 0; times < 6; times += 1) acknowledged.push(await ruled(hall, by));
  };
  await Promise.all([judge('floor'), judge('appeals')]);
  acknowledged.push(await signed(hall), await erased(hall, 'cleo'));
  await Promise.all([judge('floor'), judge('appeals')]);
  acknowledged.push(await signed(hall));
  const { pid } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGTERM');
  await server.ended;
  const steps = stepsIn(trace, dirname(folder));
  const told = acknowledged.map((each) => {
    const after = steps.findIndex((step) => step.does === 'say' && step.text.includes(each.words));
    if (after < 0) throw new Error(`nobody was told ${each.words}`);
    return { after, acknowledged: each };
  });
  return { hall, steps, told };
}

async function ruled(hall: Hall, by: 'floor' | 'appeals'): Promise<Acknowledged> {
  const key = randomUUID();
  const account = `What happened: ${key}. `.repeat(20).trim();
  const infractions = PLAYERS.map((player) => ({ player, category: 'slow-play' }));
  const { ruling, position } = await hall.post<Ruled>(by, 'rulings', { infractions, account, distinct: true }, key);
  return {
    words: `"ruling":"${ruling}","position":${position}`,
    async complaints(after, ledger) {
      const own = ledger.filter(({ metadata }) => metadata.key === key);
      if (own.length !== PLAYERS.length || own.at(-1)?.position !== position) return [`${ruling} is not there`];
      const kept = await after.get<{ account: string | null }>('floor', `rulings/${ruling}`);
      return kept.account === account ? [] : [`${ruling} has lost its account`];
    },
  };
}

async function signed(hall: Hall): Promise<Acknowledged> {
  const checkpoint = await hall.post<Checkpoint>('auditor', 'checkpoints');
  return {
    words: `"note":${JSON.stringify(checkpoint.note)}`,
    async complaints(after, ledger) {
      const { items } = await after.get<Page<Checkpoint>>('auditor', 'checkpoints');
      const next = await after.post<Checkpoint>('auditor', 'checkpoints');
      return [
        ...(items.some(({ note }) => note === checkpoint.note) ? [] : [`the checkpoint of size ${checkpoint.size} is not there`]),
        ...(next.origin === checkpoint.origin && ledger.length >= checkpoint.size ? [] : ['the log was begun anew']),
      ];
    },
  };
}

async function erased(hall: Hall, player: string): Promise<Acknowledged> {
  const { position } = await hall.post<{ position: number }>('organizer', `players/${player}/erase`, { force: true, reason: 'Asked.' });
  return {
    words: `{"id":"${player}","status":"erased","position":${position}}`,
    async complaints(after) {
      const { name } = (await after.record(player)).player;
      return name === '(erased)' ? [] : [`${player} is called ${name} again`];
    },
  };
}

/** What is wrong after the power went at a step: what was told and is not there, and what is there by half. */
async function complaints({ hall, steps, told }: Day, at: number, fates: readonly Fate[]): Promise<string[]> {
  const disk = new Disk();
  for (const step of steps.slice(0, at)) disk.do(step);
  const folder = join(home, randomUUID());
  disk.leave(folder, fates);
  let server: Served;
  try {
    server = await Served.start(folder);
  } catch (error) {
    removeFolder(folder);
    return [`no server starts: ${error instanceof Error ? error.message : String(error)}`];
  }
  try {
    const before = told.filter(({ after }) => after < at);
    const { status } = await server.admin.ask('GET', hall.path);
    if (status === 404) return before.map(({ acknowledged: { words } }) => `${words} is not there, nor is its tournament`);
    const after = hall.at(server.url);
    const ledger = await allOf(after);
    const found = [ready(await server.admin.ask('GET', '/health/ready')), ...halves(ledger), ...(await lostAccounts(after))];
    for (const { acknowledged } of before) found.push(...(await acknowledged.complaints(after, ledger)));
    return found.filter((each) => each !== '');
  } catch (error) {
    return [`what is there cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    await server.end();
  }
}

/** Read by the administrator: the power may have gone before anybody was paired. */
async function allOf({ admin, path }: Hall): Promise<readonly LedgerEvent[]> {
  return (await admin.get<Page<LedgerEvent>>(`${path}/ledger?limit=500`)).items;
}

const ready = ({ status }: { status: number }) => (status === 200 ? '' : `ready is answered ${status}`);

/** Commands of which only a part is recorded, and positions that are missing. */
function halves(ledger: readonly LedgerEvent[]): string[] {
  const ofRulings = Map.groupBy(
    ledger.filter(({ type }) => type === 'WarningIssued'),
    ({ metadata }) => metadata.key,
  );
  const half = [...ofRulings].filter(([, events]) => events.length !== PLAYERS.length);
  return [
    ...half.map(([key]) => `the command ${key ?? ''} is there by half`),
    ...(ledger.every(({ position }, index) => position === index) ? [] : ['positions are missing']),
  ];
}

/** What is in the ledger without its text in the vault. */
async function lostAccounts({ admin, path }: Hall): Promise<string[]> {
  const { items } = await admin.get<Page<{ ruling: string; account: string | null }>>(`${path}/rulings?limit=500`);
  return items.filter(({ account }) => account === null).map(({ ruling }) => `${ruling} has no account`);
}

const FATES: readonly Fate[] = ['lost', 'kept', 'first half', 'second half'];
const fates = fc.oneof(fc.constant<Fate[]>(['lost']), fc.array(fc.constantFrom(...FATES), { minLength: 20, maxLength: 60 }));

describe('the power goes', () => {
  itNeeding('strace', STRACE)(
    'at any moment, and takes what was not synced, or a part of it, or half pages: what was acknowledged is there, and nothing by half',
    async () => {
      const moments = fc.oneof(fc.constantFrom(...day.told.map(({ after }) => after + 1)), fc.nat(day.steps.length));
      await fc.assert(
        fc.asyncProperty(moments, fates, async (at, fate) => {
          expect(await complaints(day, at, fate)).toEqual([]);
        }),
        { numRuns: often(20) },
      );
    },
  );

  itNeeding('strace', STRACE)('at the first start: the next one finds its keys, or makes them', async () => {
    const listening = day.steps.findIndex((step) => step.does === 'say');
    await fc.assert(
      fc.asyncProperty(fc.nat(listening), fates, async (at, fate) => {
        expect(await complaints(day, at, fate)).toEqual([]);
      }),
      { numRuns: often(10) },
    );
  });
});

describe('what was looked at', () => {
  itNeeding('strace', STRACE)(
    'is all that the server did: done again with nothing lost, it leaves the files that the server left',
    async () => {
      const disk = new Disk();
      for (const step of day.steps) disk.do(step);
      const again = join(home, 'again');
      disk.leave(again, ['kept']);
      const filesIn = (folder: string) => readdirSync(folder).toSorted();
      expect(filesIn(again)).toEqual(filesIn(join(home, 'disk', 'data')));
      for (const file of filesIn(again)) {
        expect([file, readFileSync(join(again, file)).equals(readFileSync(join(home, 'disk', 'data', file)))]).toEqual([file, true]);
      }
    },
  );
});

describe('(negative control) it would be seen', () => {
  const last = () => (day.told.at(-1)?.after ?? 0) + 1;
  const without = (isLeftOut: (step: Step) => boolean): Day => ({
    ...day,
    steps: day.steps.map((step) => (isLeftOut(step) ? { does: 'say', text: '' } : step)),
  });
  const syncs = (ending: string) => (step: Step) => step.does === 'sync' && step.file.endsWith(ending);

  itNeeding('strace', STRACE)('if the store did not sync its commits', async () => {
    expect(await complaints(without(syncs('events.db-wal')), last(), ['lost'])).not.toEqual([]);
  });

  itNeeding('strace', STRACE)('if the checkpoint book did not', async () => {
    const found = await complaints(without(syncs('checkpoints.db-wal')), last(), ['lost']);
    expect(found).toContainEqual(expect.stringMatching(/^the checkpoint of size \d+ is not there$/));
  });

  itNeeding('strace', STRACE)('if names of files, or of their folder, were not synced', async () => {
    expect(await complaints(without(syncs('/data')), last(), ['lost'])).not.toEqual([]);
    expect(await complaints(without(syncs('/disk')), last(), ['lost'])).not.toEqual([]);
  });

  itNeeding('strace', STRACE)('if a ruling was acknowledged before the sync', async () => {
    const isSync = syncs('events.db-wal');
    const hasty = day.told.slice(0, 5).map(({ after, acknowledged }) => ({
      after: day.steps.slice(0, after).findLastIndex(isSync) - 1,
      acknowledged,
    }));
    const found = hasty.map(async (each) => complaints({ ...day, told: [each] }, each.after + 1, ['lost']));
    expect((await Promise.all(found)).filter((each) => each.length > 0).length).toBeGreaterThan(0);
  });
});
