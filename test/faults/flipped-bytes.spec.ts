import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SettingError } from '@ladder/access';
import { MerkleTree, isMalformed, leafHash, openCheckpoint, parseVerifierKey, verifyPack } from '@ladder/audit';
import type { AuditPack, VerifierKey } from '@ladder/audit';
import fc from 'fast-check';
import type { Answer, Device, Page, ProblemBody } from '../support/device.js';
import { flipByte } from '../support/flipped.js';
import { Hall } from '../support/hall.js';
import { TIMES, often } from '../support/often.js';
import { Served, newFolder, removeFolder } from '../support/served.js';

let home: string;
let key: VerifierKey;
let pack: AuditPack;
/** What somebody outside has kept: the checkpoint of the whole ledger. */
let held: SignedCheckpoint;
let path: string;

interface SignedCheckpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly note: string;
}

beforeAll(async () => {
  home = newFolder();
  const server = await Served.start(join(home, 'stopped'));
  const hall = await Hall.open(server.admin, { id: 'flipped' });
  ({ path } = hall);
  const account = 'What the judge saw. '.repeat(10);
  for (const player of ['ana', 'ben', 'cleo']) for (let times = 0; times < 4; times += 1) await hall.warn(player, 'slow-play', { account });
  await hall.post('organizer', 'players/cleo/erase', { force: true, reason: 'Asked.' });
  pack = await hall.get<AuditPack>('auditor', 'audit-pack');
  held = await hall.post<SignedCheckpoint>('auditor', 'checkpoints');
  const read = parseVerifierKey((await server.admin.get<string>('/audit/key')).trim());
  if (isMalformed(read)) throw new Error(read.malformed);
  key = read;
  // As a killed server leaves it: nearly everything is in the log that runs ahead of the database.
  cpSync(join(home, 'stopped'), join(home, 'killed'), { recursive: true });
  await server.stop();
  expected = { stopped: await readingsOf('stopped'), killed: await readingsOf('killed') };
});
afterAll(() => removeFolder(home));

/** The only one of these that comes from `read.db`. */
const LIST = '/v1/tournaments';

type Left = 'stopped' | 'killed';
type Readings = ReadonlyMap<string, Answer<ProblemBody>>;
let expected: Readonly<Record<Left, Readings>>;

async function readings(admin: Device): Promise<Readings> {
  const inside = [
    '',
    '/players',
    '/players?near=1',
    '/officials',
    '/rulings',
    '/notices',
    '/reviews',
    '/pending',
    '/ledger',
    '/checkpoints',
  ];
  const ofPlayers = ['ana', 'ben', 'cleo'].flatMap((player) => [`/players/${player}/record`, `/players/${player}/timeline`]);
  const paths = [LIST, ...[...inside, ...ofPlayers].map((each) => `${path}${each}`)];
  const answers = new Map<string, Answer<ProblemBody>>();
  for (const each of paths) answers.set(each, await inTime(each, admin.ask('GET', each)));
  return answers;
}

/** @throws if nothing comes of it: whoever waits at a table is told nothing, either. */
async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} is never answered`)), 10_000);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

async function readingsOf(left: Left): Promise<Readings> {
  const folder = join(home, randomUUID());
  cpSync(join(home, left), folder, { recursive: true });
  const server = await Served.start(folder);
  const found = await readings(server.admin);
  await server.end();
  return found;
}

/** What became of a flipped byte; null if somebody was told something wrong, and nobody could know. */
type Outcome =
  | 'harmless'
  | 'a text reads as erased'
  | 'a list is wrong until it is rebuilt'
  | 'told at the start'
  | 'refused, health is red'
  | 'found by the audit'
  | { readonly wrong: string };

type Flip = (file: string) => void;

/** @param isFound whether whoever looks for it finds that something is wrong. */
async function outcomeOf(left: Left, file: string, flip: Flip, isFound = isFoundByAudit): Promise<Outcome> {
  const folder = join(home, randomUUID());
  cpSync(join(home, left), folder, { recursive: true });
  flip(join(folder, file));
  let server: Served;
  try {
    server = await inTime('the start', Served.start(folder));
  } catch (error) {
    removeFolder(folder);
    const isTold = error instanceof SettingError && /^LADDER_DATA: [^\n]+$/.test(error.message);
    return isTold ? 'told at the start' : { wrong: `it starts with ${String(error)}` };
  }
  try {
    const found = await readings(server.admin);
    const refused = [...found].filter(([, { status }]) => status >= 500);
    const different = [...found].filter(([each, answer]) => answer.status < 500 && !isSame(expected[left].get(each), answer));
    const strange = refused.find(([, { body }]) => body.code !== 'store-unavailable' && body.code !== 'internal-error');
    if (strange) return { wrong: `${strange[0]} is ${JSON.stringify(strange[1].body)}` };
    const { status } = await server.admin.ask('GET', '/health/ready');
    // What can be read and still makes no sense is refused as it is met, and only who looks at the whole knows why.
    if (refused.length > 0 && status !== 503) {
      return (await isFound(server.admin, found))
        ? 'found by the audit'
        : { wrong: `${refused[0]?.[0] ?? ''} is refused, and health is green` };
    }
    if (different.length === 0) return refused.length > 0 ? 'refused, health is red' : 'harmless';
    if (await isFound(server.admin, found)) return 'found by the audit';
    if (different.every(([each, { body }]) => isTheSameButForTexts(expected[left].get(each)?.body, body))) return 'a text reads as erased';
    if (different.every(([each]) => each === LIST)) {
      await server.admin.post('/v1/admin/rebuild');
      if (isSame(expected[left].get(LIST), await server.admin.ask('GET', LIST))) return 'a list is wrong until it is rebuilt';
    }
    const [[where, answer] = []] = different;
    return { wrong: `${where ?? ''} is ${JSON.stringify(answer?.body).slice(0, 600)}` };
  } finally {
    await inTime('its end', server.end());
  }
}

const isSame = (one: Answer | undefined, other: Answer) => one?.status === other.status && isDeepStrictEqual(one.body, other.body);

/** The same, but that a name or a text is not shown, as where it was erased: nothing else is told in its place. */
function isTheSameButForTexts(whole: unknown, found: unknown): boolean {
  if (typeof whole === 'string') return found === null || found === whole || (typeof found === 'string' && found.includes('(erased)'));
  if (typeof whole !== 'object' || whole === null || typeof found !== 'object' || found === null) return whole === found;
  const [fields, others] = [Object.entries(whole), found as Readonly<Record<string, unknown>>];
  return fields.length === Object.keys(others).length && fields.every(([name, each]) => isTheSameButForTexts(each, others[name]));
}

/** Whether an auditor who holds a checkpoint and the key finds that something is wrong. */
async function isFoundByAudit(admin: Device, found: Readings): Promise<boolean> {
  const { status, body } = await admin.ask<AuditPack>('GET', `${path}/audit-pack`);
  if (status >= 400 || !verifyPack(body, key).ok) return true;
  const tree = new MerkleTree();
  for (const envelope of body.envelopes.slice(0, held.size)) tree.append(leafHash(envelope));
  if (tree.size < held.size || tree.root().toString('base64') !== held.root) return true;
  const listed = (found.get(`${path}/checkpoints`)?.body as unknown as Page<SignedCheckpoint>).items;
  return !listed.some(({ note }) => note === held.note) || listed.some((each) => !isSigned(each));
}

function isSigned({ note, size, root, origin }: SignedCheckpoint): boolean {
  const opened = openCheckpoint(note, key);
  return !isMalformed(opened) && opened.size === size && opened.root.toString('base64') === root && opened.origin === origin;
}

/** Each run tries the same bytes, so that what is broken is broken for everyone; a long one tries others each time. */
const chance = TIMES === 1 ? { seed: 16_10_2026 } : {};

/** Anywhere in a file, alike: chance left to itself would mostly damage its beginning. */
const part = fc.noBias(fc.nat(999_999)).map((millionths) => millionths / 1_000_000);
const bits = fc.integer({ min: 1, max: 255 });

describe('a byte is flipped in', () => {
  it.each<[string, Left, string, number]>([
    ['the database', 'stopped', 'events.db', 16],
    ['the log that runs ahead of it', 'killed', 'events.db-wal', 6],
    ['the checkpoint book', 'stopped', 'checkpoints.db', 6],
    ['the read models', 'stopped', 'read.db', 6],
  ])('%s: it is harmless, or told at the start, or refused with red health, or found by the audit', async (_what, left, file, times) => {
    await fc.assert(
      fc.asyncProperty(part, bits, async (where, how) => {
        const flip: Flip = (flipped) => flipByte(flipped, (size) => Math.floor(size * where), how);
        expect(await outcomeOf(left, file, flip)).toEqual(expect.any(String));
      }),
      { ...chance, numRuns: often(times) },
    );
  });

  it('an audit pack: it does not verify any more, unless it says the same', () => {
    const bytes = Buffer.from(JSON.stringify(pack));
    expect(verifyPack(pack, key).ok).toBe(true);
    fc.assert(
      fc.property(part, bits, (where, how) => {
        const flipped = Buffer.from(bytes);
        const at = Math.floor(bytes.length * where);
        flipped.writeUInt8(flipped.readUInt8(at) ^ how, at);
        const read = parsed(flipped.toString());
        expect(isDeepStrictEqual(read, pack) || !verifyPack(read, key).ok).toBe(true);
      }),
      { ...chance, numRuns: often(100) },
    );
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('(negative control) a ruling that names another judge', () => {
  /** "floor" becomes "gloor" in the first Warning: sound JSON, in a sound database. */
  const flip: Flip = (file) => {
    const text = readFileSync(file, 'latin1');
    const event = text.indexOf('"type":"WarningIssued"');
    const judge = text.lastIndexOf('"by":"floor"', event);
    flipByte(file, () => judge + '"by":"'.length, 1);
  };

  it('is found by whoever holds the key and a checkpoint', async () => {
    expect(await outcomeOf('stopped', 'events.db', flip)).toBe('found by the audit');
  });

  it('is told to everybody where nobody looks, and that would be seen', async () => {
    expect(await outcomeOf('stopped', 'events.db', flip, async () => false)).toEqual({ wrong: expect.stringContaining('/rulings is') });
  });
});
