import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isMalformed, parseVerifierKey, verifyPack } from '@ladder/audit';
import type { AuditPack, VerifierKey } from '@ladder/audit';
import { ladder } from '../../apps/cli/spec/terminal.js';
import { Device } from '../support/device.js';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import type { RecordBody, Staff } from '../support/hall.js';
import { ADMIN_KEY, Served, newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

/** Words that stand nowhere else. */
const PLAYER = 'Kanarienvogel-Zoë';
const NUMBER = 'KANARI-4711';
const OFFICIAL = 'Stieglitz-Ørsted';
const TEAM = 'Zeisige-im-Zwielicht';
const ACCOUNT = 'Gimpel: what she did';
const REMEDY = 'Dompfaff: how it was put right';
const REASON = 'Rotkehlchen: because';
const CANARIES = [PLAYER, NUMBER, OFFICIAL, TEAM, 'Gimpel', 'Dompfaff', 'Rotkehlchen'];
const ENROLMENT = '7d9f0a52-93c3-4b0c-8a41-1f2e3d4c5b6a';
const WARNING = 'a3b1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const ENROLLING = { players: [{ id: 'zoe', name: PLAYER, team: TEAM, externalId: NUMBER }] };
const WARNED = { player: 'zoe', category: 'slow-play', table: 4, distinct: true, account: ACCOUNT };

const folder = newFolder();
const elsewhere = mkdtempSync(join(tmpdir(), 'ladder-handed-out-'));
const earlierBackup = join(elsewhere, 'earlier.db');
const laterBackup = join(elsewhere, 'later.db');
/** What the server processes wrote to the terminal that have ended. */
let terminal = '';
let server: ServerProcess;
let hall: Hall;
let key: VerifierKey;
let earlierPack: AuditPack;
let feed: Feed;

beforeAll(async () => {
  await startServer();
  hall = await Hall.open(server.admin, { id: 'spring', format: '2v2', players: [{ id: 'ben', name: 'Ben Okafor', team: 'The Larks' }] });
  await hall.post('organizer', 'players', ENROLLING, ENROLMENT);
  // The second of the team joins when the name is there already.
  await hall.post('organizer', 'players', { players: [{ id: 'mia', name: 'Mia Lund', team: TEAM }] });
  await hall.admin.post(`${hall.path}/officials`, { id: 'bird', name: OFFICIAL, roles: ['floor-judge'] });
  await hall.post('head', 'officials/bird/roles', { roles: ['floor-judge', 'scorekeeper'], reason: REASON });
  await hall.post('floor', 'warnings', WARNED, WARNING);
  for (const category of ['slow-play', 'slow-play'])
    await hall.post('floor', 'rulings', { infractions: [{ player: 'zoe', category }], account: ACCOUNT, remedy: REMEDY, distinct: true });
  const infraction = { player: 'zoe', category: 'marked-cards', penalty: 'game-loss', deviation: { reason: REASON } };
  const { ruling } = await hall.post<{ ruling: string }>('head', 'rulings', {
    infractions: [infraction, { player: 'ben', category: 'slow-play' }],
  });
  await hall.post('head', `rulings/${ruling}/void`, { reason: REASON });
  const second = await hall.post<{ ruling: string }>('floor', 'warnings', { ...WARNED, category: 'general-error' });
  const appeal = { player: 'zoe', grounds: REASON };
  const filed = await hall.post<{ appeal: string }>('floor', `rulings/${second.ruling}/appeal`, appeal);
  await hall.post('head', `appeals/${filed.appeal}/decision`, { decision: 'upheld', reason: REASON });
  await hall.post('head', 'players/zoe/investigations', { reason: REASON });
  await hall.post('scorekeeper', 'players/zoe/correct', { name: `${PLAYER} Müller`, reason: REASON });
  await hall.post('scorekeeper', 'players/zoe/drop', { reason: REASON });
  earlierPack = await packFor('auditor');
  await hall.admin.post('/v1/admin/backup', { file: earlierBackup });
  const read = parseVerifierKey((await hall.admin.get<string>('/audit/key')).trim());
  if (isMalformed(read)) throw new Error(read.malformed);
  key = read;
});
afterAll(async () => {
  await server.end();
  removeFolder(folder);
  rmSync(elsewhere, { recursive: true });
});

test('before the erasure all of it is told to those who may read it', async () => {
  expect(canariesIn(JSON.stringify(earlierPack))).toEqual(CANARIES);
  expect(canariesIn(await everythingShown('auditor'))).toEqual(CANARIES);
});

test('while the tournament is open an erasure needs to be forced, with a reason, by an organizer', async () => {
  const erase = async (who: Staff, body: unknown) => {
    const { status, body: answer } = await hall.by(who).ask('POST', `${hall.path}/players/zoe/erase`, { body });
    return [status, answer.code];
  };
  expect(await erase('scorekeeper', { force: true, reason: 'on request' })).toEqual([403, 'not-granted']);
  expect(await erase('organizer', {})).toEqual([409, 'tournament-not-closed']);
  expect(await erase('organizer', { force: true })).toEqual([400, 'invalid-request']);
  expect((await hall.record('zoe')).player.name).toBe(`${PLAYER} Müller`);
});

describe('after a player and an official were erased', () => {
  beforeAll(async () => {
    feed = await Feed.open(hall.by('auditor'), hall.path);
    await hall.post('organizer', 'players/zoe/erase', { force: true, reason: 'on request' });
    await hall.post('organizer', 'officials/bird/erase', { force: true, reason: 'on request' });
    await hall.admin.post('/v1/admin/backup', { file: laterBackup });
    const end = await hall.end();
    await feed.until((events) => events.at(-1)?.id === end);
    feed.cut();
  });

  test('no byte of the data folder, its write-ahead logs, a later backup or the terminal holds them', () => {
    const files = filesIn(folder);
    expect([...files.keys()]).toEqual(expect.arrayContaining(['events.db', 'events.db-wal', 'checkpoints.db', 'erased.list']));
    files.set('later.db', readFileSync(laterBackup));
    files.set('later.db.erased', readFileSync(`${laterBackup}.erased`));
    const shown = terminal + server.out + server.err;
    files.set('the terminal', Buffer.from(shown));
    // What is searched holds the tournament, and was searched for real.
    expect(Buffer.concat([...files.values()]).includes('tournament-spring')).toBe(true);
    expect(shown).toContain('/v1/tournaments/:t/players/:p/erase');
    for (const [name, bytes] of files) expect([name, canariesIn(bytes)]).toEqual([name, []]);
  });

  test('no answer, feed or read model holds them, for whoever asks', async () => {
    for (const who of ['auditor', 'head', 'floor', 'scorekeeper', 'organizer'] as const)
      expect(canariesIn(await everythingShown(who))).toEqual([]);
    expect(feed.events.some(({ event }) => event === 'PersonErased')).toBe(true);
    expect(canariesIn(JSON.stringify(feed.events))).toEqual([]);
  });

  test('the record stays, and reads as erased', async () => {
    const { player, tallies, penalties, rulings } = await hall.record('zoe');
    expect(player).toMatchObject({ id: 'zoe', name: '(erased)', team: '(erased)' });
    expect(tallies.categories).toContainEqual({ category: 'slow-play', warnings: 3, upgradesAt: 3 });
    expect(penalties.some(({ penalty }) => penalty === 'game-loss')).toBe(true);
    expect(rulings.map(({ account }) => account)).toEqual(rulings.map(() => null));
    expect((await hall.record('mia')).player).toMatchObject({ name: 'Mia Lund', team: '(erased)' });
    expect((await hall.record('ben')).player).toMatchObject({ name: 'Ben Okafor', team: 'The Larks' });
  });

  test('the pack made before still verifies, the one made after too, and that one shows nothing of them', async () => {
    expect(verifyPack(earlierPack, key).problems).toEqual([]);
    const later = await packFor('auditor');
    const verdict = verifyPack(later, key);
    expect(verdict.problems).toEqual([]);
    expect(canariesIn(JSON.stringify(later))).toEqual([]);
    expect(later.envelopes.slice(0, earlierPack.envelopes.length)).toEqual(earlierPack.envelopes);
    expect(later.envelopes.some((each) => each.includes('"type":"PersonErased"'))).toBe(true);
    expect(verdict.tallies.find(({ player }) => player === 'zoe')?.categories).toContainEqual({
      category: 'slow-play',
      warnings: 3,
      upgradesAt: 3,
    });
    expect(Object.keys(later.texts).length).toBeGreaterThan(0);
  });

  test('an old command that is sent again gets its answer, without the person', async () => {
    const enrolled = await hall.by('organizer').ask('POST', `${hall.path}/players`, { body: ENROLLING, key: ENROLMENT });
    expect([enrolled.status, enrolled.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(enrolled.body).toMatchObject({ players: [{ id: 'zoe', name: '(erased)' }] });
    const warned = await hall.by('floor').ask('POST', `${hall.path}/warnings`, { body: WARNED, key: WARNING });
    expect([warned.status, canariesIn(JSON.stringify(warned.body))]).toEqual([201, []]);
  });

  test('nor does a new one bring the person back', async () => {
    const correcting = await hall
      .by('organizer')
      .ask('POST', `${hall.path}/players/zoe/correct`, { body: { name: PLAYER, reason: REASON } });
    expect([correcting.status, correcting.body.code]).toEqual([409, 'already-erased']);
    const enrolling = await hall.by('organizer').ask('POST', `${hall.path}/players`, { body: ENROLLING });
    expect([enrolling.status, enrolling.body.code]).toEqual([409, 'already-enrolled']);
    // Paperwork follows play (R38): the ruling is recorded, its account is not kept.
    await hall.post('floor', 'warnings', { ...WARNED, category: 'marked-cards' });
    expect(canariesIn(await everythingShown('auditor'))).toEqual([]);
  });

  test('a second erasure is refused, and one of nobody', async () => {
    const again = await hall.by('organizer').ask('POST', `${hall.path}/players/zoe/erase`, { body: { force: true, reason: 'again' } });
    expect([again.status, again.body.code]).toEqual([409, 'already-erased']);
    const nobody = await hall
      .by('organizer')
      .ask('POST', `${hall.path}/officials/nobody/erase`, { body: { force: true, reason: 'again' } });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'unknown-official']);
  });

  test('it stays so when the server is started again', async () => {
    await restartServer();
    expect(canariesIn(await everythingShown('auditor'))).toEqual([]);
    for (const [name, bytes] of filesIn(folder)) expect([name, canariesIn(bytes)]).toEqual([name, []]);
  });
});

test('an erasure during which the server is killed is made good at the next start', async () => {
  await hall.post('floor', 'warnings', { player: 'ben', category: 'slow-play', distinct: true, account: 'Buchfink: what Ben did' });
  await restartServer({ LADDER_FAILPOINT: 'after-append-before-answer' });
  await expect(hall.post('organizer', 'players/ben/erase', { force: true, reason: 'on request' })).rejects.toThrow('fetch failed');
  expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });
  await restartServer();
  expect((await hall.record('ben')).player).toMatchObject({ name: '(erased)', team: '(erased)' });
  expect(JSON.stringify(await packFor('auditor'))).not.toMatch(/Okafor|Buchfink|The Larks/);
});

describe('an older backup, restored', () => {
  const restoredFrom = async (file: string): Promise<{ served: Served; hall: Hall }> => {
    const restored = newFolder();
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.key'))) copyFileSync(join(folder, name), join(restored, name));
    const { code, out } = await ladder('restore', file, '--data', restored);
    expect(code).toBe(0);
    expect(out.replaceAll('\n', ' ')).toContain('have an origin of their own');
    expect(out.replaceAll('\n', ' ')).toContain('who were revoked since have access again here');
    const served = await Served.start(restored);
    return { served, hall: hall.at(served.url) };
  };

  test('without the list beside it would bring them back: that is what the list is for', async () => {
    const alone = join(elsewhere, 'alone.db');
    copyFileSync(earlierBackup, alone);
    const { served, hall: then } = await restoredFrom(alone);
    expect(canariesIn(JSON.stringify(await then.get('auditor', 'audit-pack')))).toEqual(CANARIES);
    await served.end();
  });

  test('forgets them again, says so in its ledger, and signs under another origin', async () => {
    const { served, hall: then } = await restoredFrom(earlierBackup);
    const pack = await then.get<AuditPack>('auditor', 'audit-pack');
    expect(canariesIn(JSON.stringify(pack))).toEqual([]);
    expect((await then.get<RecordBody>('head', 'players/zoe/record')).player.name).toBe('(erased)');
    const erased = (await then.ledger()).filter(({ type }) => type === 'PersonErased').map(({ data }) => ('id' in data ? data.id : ''));
    expect(erased.sort()).toEqual(['ben', 'bird', 'zoe']);
    const verdict = verifyPack(pack, key);
    expect(verdict.problems).toEqual([]);
    expect(verdict.signed?.origin).toMatch(/^penalty-ladder\/spring\/[0-9a-f]{8}$/);
    expect(verifyPack(earlierPack, key).signed?.origin).toBe('penalty-ladder/spring');
    await served.end();
  });
});

// ── What the stories above are made of ─────────────────────────────────────────────────────────────────────────────────────

async function startServer(env: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await ServerProcess.start(folder, { LADDER_LOG: 'debug', ...env });
}

async function restartServer(env: Readonly<Record<string, string>> = {}): Promise<void> {
  await server.end();
  terminal += server.out + server.err;
  await startServer(env);
  hall = hall.at(server.url);
}

async function packFor(who: Staff): Promise<AuditPack> {
  return hall.get<AuditPack>(who, 'audit-pack');
}

/** Everything that the API tells this official of the tournament, in one text. */
async function everythingShown(who: Staff): Promise<string> {
  const players = ['zoe', 'mia', 'ben'];
  const paths = [
    ...[
      '',
      '/players',
      '/officials',
      '/rulings?limit=500',
      '/appeals',
      '/reviews',
      '/notices',
      '/pending',
      '/players?near=1',
      '/ledger?limit=500',
    ],
    ...players.flatMap((id) => [`/players/${id}/record`, `/players/${id}/record?asOf=30`, `/players/${id}/timeline?limit=500`]),
  ];
  const device = new Device(server.url, hall.by(who).token);
  const answers = await Promise.all(paths.map(async (path) => device.ask<unknown>('GET', `${hall.path}${path}`)));
  const lists = await new Device(server.url, ADMIN_KEY).get<unknown>('/v1/tournaments');
  const pack = await device.ask<unknown>('GET', `${hall.path}/audit-pack`);
  return JSON.stringify([answers.map(({ body }) => body), lists, pack.body]);
}

/** Every file of a folder by its name, read from a copy: closing a file that SQLite holds open would drop its locks. */
function filesIn(of: string): Map<string, Buffer> {
  const copy = mkdtempSync(join(tmpdir(), 'ladder-copy-'));
  execFileSync('cp', ['-r', `${of}/.`, copy]);
  const names = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(copy, name)).isFile());
  const files = new Map(names.map((name) => [name, readFileSync(join(copy, name))]));
  rmSync(copy, { recursive: true });
  return files;
}

function canariesIn(bytes: Buffer | string): string[] {
  return CANARIES.filter((canary) => bytes.includes(canary));
}
