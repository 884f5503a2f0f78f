import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LedgerEvent } from '@ladder/ledger';
import type { Page } from '../support/device.js';
import { Hall } from '../support/hall.js';
import type { RecordBody } from '../support/hall.js';
import { newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

const CLOCK = new URL('../support/stepped-clock.ts', import.meta.url);

/** The first moments of another time in a zone's year, and by how many minutes clocks are put forward then. */
const ZONES: readonly [zone: string, nights: readonly [change: string, minutes: number][]][] = [
  ['Europe/Berlin', [['2027-03-28T01:00:00.000Z', 60], ['2027-10-31T01:00:00.000Z', -60]]],
  ['America/New_York', [['2027-03-14T07:00:00.000Z', 60], ['2027-11-07T06:00:00.000Z', -60]]],
  ['Australia/Lord_Howe', [['2027-04-03T15:00:00.000Z', -30], ['2027-10-02T15:30:00.000Z', 30]]],
]; // prettier-ignore

describe.each(ZONES)('a whole server in %s', (zone, nights) => {
  let folder: string;
  let clock: string;
  let server: ServerProcess;
  const set = (time: number) => writeFileSync(clock, String(time - Date.now()));

  beforeAll(async () => {
    folder = newFolder();
    clock = join(folder, 'clock');
    set(Date.parse(nights[0]?.[0] ?? '') - 3_600_000);
    server = await ServerProcess.start(join(folder, 'data'), { TZ: zone, CLOCK_FILE: clock, NODE_OPTIONS: `--import ${CLOCK.href}` });
  });
  afterAll(async () => {
    await server.end();
    removeFolder(folder);
  });

  it.each(nights)('goes by the time that passes in the night of %s, and not by what the clock shows', async (change, minutes) => {
    const at = (offset: number) => new Date(Date.parse(change) + offset * 60_000).toISOString();
    const go = (offset: number) => set(Date.parse(at(offset)));
    // It is a night in which a minute makes another step on the clock there.
    expect((clockIn(zone, at(0)) - clockIn(zone, at(-1)) + 1_440) % 1_440).toBe((minutes + 1 + 1_440) % 1_440);

    go(-30);
    const hall = await Hall.open(server.admin, { id: `night-${minutes}` });
    const warn = async (player: string) =>
      hall.by('floor').ask('POST', `${hall.path}/warnings`, { body: { player, category: 'slow-play', table: 1 } });
    const codeFor = async () => (await hall.post<{ pairing: { code: string } }>('organizer', 'officials/floor/pairing')).pairing.code;
    const redeemed = async (code: string) => (await server.admin.as(null).ask('POST', '/v1/pairings', { body: { code } })).status;

    // Nine minutes later it is likely the same error, eleven minutes later it is not (R35).
    go(-4);
    expect([(await warn('ana')).status, (await warn('ben')).status]).toEqual([201, 201]);
    go(5);
    expect((await warn('ana')).body.code).toBe('possible-duplicate');
    go(7);
    expect((await warn('ben')).status).toBe(201);

    go(8);
    const warningsAt = async (offset: number) =>
      (await hall.get<RecordBody>('head', `players/ben/record?at=${at(offset)}`)).tallies.categories.map(({ warnings }) => warnings);
    expect([await warningsAt(-5), await warningsAt(6), await warningsAt(8)]).toEqual([[], [1], [2]]);

    // A code is good for ten minutes.
    go(-1);
    const code = await codeFor();
    go(8);
    expect(await redeemed(code)).toBe(201);
    go(20);
    const late = await hall.post<{ pairing: { code: string } }>('organizer', 'officials/auditor/pairing');
    go(31);
    expect(await redeemed(late.pairing.code)).toBe(401);

    const ledger = (await server.admin.get<Page<LedgerEvent>>(`${hall.path}/ledger?limit=500`)).items;
    expect(ledger.map(({ position }) => position)).toEqual(ledger.map((_, index) => index));
    const times = ledger.map(({ metadata }) => metadata.recordedAt);
    expect(times).toEqual(times.toSorted());
  });

  it('(negative control) that went by what the clock shows would take an error twice, and that would be seen', async () => {
    const [change = '', minutes = 0] = nights.find(([, forward]) => forward > 0) ?? [];
    set(Date.parse(change) - 4 * 60_000);
    const hall = await Hall.open(server.admin, { id: 'wall' });
    const warn = async () => hall.by('floor').ask('POST', `${hall.path}/warnings`, { body: { player: 'ana', category: 'slow-play' } });
    expect((await warn()).status).toBe(201);
    // Nine minutes have passed, and the clock on the wall shows so many more.
    set(Date.parse(change) + (5 + minutes) * 60_000);
    expect((await warn()).status).toBe(201);
  });
});

/** What the clock of a zone shows at a time, in minutes since midnight. */
function clockIn(zone: string, time: string): number {
  const script = `const at = new Date('${time}'); console.log(at.getHours() * 60 + at.getMinutes())`;
  return Number(spawnSync(process.execPath, ['-e', script], { env: { TZ: zone }, encoding: 'utf8' }).stdout);
}
