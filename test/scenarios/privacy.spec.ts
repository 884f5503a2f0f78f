import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import type { Ruled, Staff } from '../support/hall.js';
import { endFolder, everythingOf, newFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

/** Words that stand for persons and what is said of them; none is in the program, nor could be by chance. */
const SECRETS = {
  player: 'Zdenka Xquillwort',
  team: 'The Xbrambleford Two',
  externalId: 'membership-x4417790',
  official: 'Judge Yvonne Xpemberley',
  account: 'xaccount: she hid a card under the mat',
  remedy: 'xremedy: shuffled back',
  reason: 'xreason: it was the brother',
  tournament: 'The Xgrimsby Open',
};

let folder: string;
let server: ServerProcess;
let hall: Hall;
let ruled: Ruled;

/** The whole life of a ruling, with a secret in every place that takes a text. */
beforeAll(async () => {
  folder = newFolder();
  server = await ServerProcess.start(folder, { LADDER_LOG: 'debug' });
  hall = await Hall.open(server.admin, {
    players: [
      { id: 'zed', name: SECRETS.player, team: SECRETS.team, ...{ externalId: SECRETS.externalId } },
      ...[{ id: 'ben', name: 'Ben' }],
    ],
    format: '2v2',
  });
  await hall.admin.post(`${hall.path}/officials`, { id: 'pem', name: SECRETS.official, roles: ['floor-judge'] });
  await hall.post('head', 'players/zed/correct', { name: SECRETS.player, reason: SECRETS.reason });
  ruled = await hall.post<Ruled>('head', 'rulings', {
    infractions: [{ player: 'zed', category: 'slow-play', penalty: 'game-loss', deviation: { reason: SECRETS.reason } }],
    account: SECRETS.account,
    remedy: SECRETS.remedy,
    table: 3,
  });
  const { ruling } = await hall.warn('ben', 'slow-play', { account: SECRETS.account });
  const { appeal } = await hall.post<{ appeal: string }>('floor', `rulings/${ruling}/appeal`, { player: 'ben', grounds: SECRETS.reason });
  await hall.post('appeals', `appeals/${appeal}/decision`, { decision: 'upheld', reason: SECRETS.reason });
  await hall.post('head', 'players/zed/investigations', { reason: SECRETS.reason });
  await hall.post('head', 'players/ben/drop', { reason: SECRETS.reason });
  await hall.post('head', `rulings/${ruling}/void`, { reason: SECRETS.reason });
  // Refused, and malformed: what is answered must not be logged either.
  const refused = { player: 'zed', category: SECRETS.account, account: SECRETS.account };
  await hall.by('floor').ask('POST', `${hall.path}/warnings`, { body: refused });
  await hall.by('floor').ask('POST', `${hall.path}/warnings`, { body: `{"player": "zed", "account": "${SECRETS.account}` });
  await hall.by('floor').ask('GET', `${hall.path}/players?q=${encodeURIComponent(SECRETS.player)}`);
});
afterAll(async () => {
  await server.end();
  await endFolder(folder);
});

const secretsIn = (text: string) =>
  Object.values(SECRETS).filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));

describe('names and free texts', () => {
  it('are read by those who may', async () => {
    const record = JSON.stringify(await hall.record('zed'));
    expect(secretsIn(record)).toEqual(expect.arrayContaining([SECRETS.player, SECRETS.account, SECRETS.remedy, SECRETS.reason]));
  });

  it('are not in the ledger', async () => {
    const ledger = JSON.stringify(await hall.ledger());
    expect(ledger).toContain('GameLossApplied');
    expect(secretsIn(ledger)).toEqual([]);
  });

  it('are not on the feed', async () => {
    const feed = await Feed.open(hall.by('head'), hall.path);
    const end = await hall.end();
    await feed.until((events) => events.some(({ id }) => id === end));
    feed.cut();
    expect(secretsIn(JSON.stringify(feed.events))).toEqual([]);
  });

  it('are nothing for a scorekeeper, except for names', async () => {
    const path = `${hall.path}/rulings/${ruled.ruling}`;
    const { account, remedy } = await hall.by('scorekeeper').get<{ account: unknown; remedy: unknown }>(path);
    expect([account, remedy]).toEqual([null, null]);
    const told = JSON.stringify(await hall.get('scorekeeper', 'players/zed/record'));
    expect(secretsIn(told)).toEqual([SECRETS.player, SECRETS.team]);
  });

  it('are a membership number only for those who may enrol with one', async () => {
    const shown = async (who: Staff, path = 'players') => JSON.stringify(await hall.get(who, path)).includes(SECRETS.externalId);
    expect(await Promise.all((['head', 'scorekeeper', 'organizer'] as const).map((who) => shown(who)))).toEqual([true, true, true]);
    expect(await Promise.all((['floor', 'appeals', 'auditor'] as const).map((who) => shown(who)))).toEqual([false, false, false]);
    const elsewhere = ['players/zed/record', 'players?near=1', 'ledger'];
    expect(await Promise.all(elsewhere.map((path) => shown('head', path)))).toEqual([false, false, false]);
  });

  it('are not in the log, which tells each request', () => {
    expect(server.err).toContain('"route":"/v1/tournaments/:t/warnings"');
    expect(secretsIn(server.err)).toEqual([]);
    expect(server.err).not.toContain('"err"');
    expect(secretsIn(server.out)).toEqual([]);
  });

  it('are not numbers for a monitor', async () => {
    expect(secretsIn(await hall.admin.get<string>('/metrics'))).toEqual([]);
  });

  it('lie encrypted: no file of the data folder has them, and nothing that the store holds', async () => {
    const everything = await everythingOf(folder);
    expect(everything.length).toBeGreaterThan(3);
    for (const each of everything) expect(Object.values(SECRETS).filter((secret) => each.includes(secret))).toEqual([]);
  });
});

describe('tokens, codes and keys', () => {
  it('are in no log and no ledger', async () => {
    const { pairing } = await hall.admin.post<{ pairing: { code: string } }>(`${hall.path}/officials/pem/pairing`);
    const told = server.err + JSON.stringify(await hall.ledger());
    const [, secret = ''] = pairing.code.split(':');
    for (const each of [secret, secret.replace('-', ''), hall.by('head').token, hall.admin.token]) expect(told).not.toContain(each);
  });
});
