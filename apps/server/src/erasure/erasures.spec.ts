import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AnalystBook } from '@ladder/access';
import { openSqliteStore } from '@ladder/event-store';
import type { SqliteStore } from '@ladder/event-store';
import { ADMIN } from '@ladder/ledger';
import type { Command } from '@ladder/ledger';
import { Ledgers, isRecorded, persons } from '@ladder/ledgers';
import type { Build } from '@ladder/ledgers';
import { ErasedList } from './erased-list.js';
import { Erasures } from './erasures.js';

const EDITION = 'riftbound-2026-10-16';

let folder: string;
let opened: SqliteStore;
let ledgers: Ledgers;
let analysts: AnalystBook;
let erasures: Erasures;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-erasures-'));
  start();
  await does((seal) => ({
    type: 'open-tournament',
    tournament: 'spring',
    name: seal('The Spring Open', persons.nobody('spring')),
    level: 'competitive',
    format: '2v2',
    escalation: 'automatic',
  }));
  await does((seal) => ({
    type: 'enrol-players',
    newTeams: [seal('The Larks', persons.player('spring', 'ana'), persons.team('spring', 'team-1'))],
    players: ['ana', 'ben'].map((id) => ({
      id,
      name: seal(id.toUpperCase(), persons.player('spring', id)),
      team: id === 'ana' ? { fresh: 0 } : null,
      externalId: null,
      kind: 'player',
    })),
  }));
  // Ben joins when the team has its name already.
  await does((seal) => ({
    type: 'correct-player',
    player: 'ben',
    team: { existing: 'team-1' },
    newTeams: [],
    reason: seal('BEN plays with ANA', persons.player('spring', 'ben')),
  }));
  await does((seal) => ({
    type: 'appoint-official',
    official: 'floor',
    name: seal('FLOOR', persons.official('spring', 'floor')),
    roles: ['floor-judge'],
    codeHash: 'x',
  }));
});
afterEach(async () => {
  await opened.store.close();
  rmSync(folder, { recursive: true });
});

describe('an erasure', () => {
  test("forgets a player's names and texts, and the name of the team, which is of all who bear it", async () => {
    await erase('player', 'ben');
    expect(await readable()).toEqual(['ANA', 'FLOOR', 'The Spring Open']);
    expect((await ledgers.read('spring'))?.players.get('ben')?.erased).toBe(true);
  });

  test('of an official leaves the players alone', async () => {
    await erase('official', 'floor');
    expect(await readable()).toEqual(['ANA', 'BEN', 'BEN plays with ANA', 'The Larks', 'The Spring Open']);
  });

  test('that is refused forgets nobody, neither now nor at the next start', async () => {
    await expect(erase('player', 'nobody')).rejects.toThrow('unknown-player');
    await expect(
      erasures.erase('spring', 'player', 'ana', async () => {
        throw new Error('tournament-not-closed');
      }),
    ).rejects.toThrow('tournament-not-closed');
    await restart();
    expect(await readable()).toContain('ANA');
  });

  test('is made good at the next start when the process died right after it was recorded', async () => {
    jest.spyOn(ledgers, 'read').mockRejectedValueOnce(new Error('killed'));
    await expect(erase('player', 'ana')).rejects.toThrow('killed');
    expect(await readable()).toContain('ANA');
    await restart();
    expect(await readable()).toEqual(['BEN', 'BEN plays with ANA', 'FLOOR', 'The Spring Open']);
    expect(new ErasedList(folder).all()).toEqual(['spring/player/ana', 'spring/team/team-1']);
  });

  test('is made good at the next start when the process died before the vault had forgotten', async () => {
    jest.spyOn(opened.vault, 'forget').mockRejectedValueOnce(new Error('killed'));
    await expect(erase('player', 'ana')).rejects.toThrow('killed');
    await restart();
    expect(await readable()).toEqual(['BEN', 'BEN plays with ANA', 'FLOOR', 'The Spring Open']);
  });

  test('is finished by the same command sent again', async () => {
    jest.spyOn(opened.vault, 'forget').mockRejectedValueOnce(new Error('the disk is full'));
    await expect(erase('player', 'ana')).rejects.toThrow('the disk is full');
    await erasures.erase('spring', 'player', 'ana', async () => 'the first answer again');
    expect(await readable()).not.toContain('ANA');
  });
});

describe('an older backup that brings persons back', () => {
  beforeEach(async () => {
    const file = join(folder, 'older.backup');
    const admin = { by: ADMIN, key: null, fingerprint: null };
    await analysts.execute(admin, (_, seal) => ({ type: 'appoint', analyst: 'kim', name: seal('KIM', 'kim'), codeHash: 'x' }));
    await opened.backup(file);
    await erase('player', 'ana');
    await erase('official', 'floor');
    await analysts.execute(admin, () => ({ type: 'erase', analyst: 'kim' }));
    await erasures.forgetAnalyst('kim');
    // As if the folder had been emptied and the backup restored; the list of who was erased lies beside it.
    await opened.store.close();
    for (const name of ['events.db', 'events.db-wal', 'events.db-shm']) rmSync(join(folder, name), { force: true });
    copyFileSync(file, join(folder, 'events.db'));
    start();
  });

  test('they are readable before it is made good: that is what must not stay', async () => {
    expect(await readable()).toEqual(expect.arrayContaining(['ANA', 'FLOOR', 'The Larks']));
  });

  test('they are forgotten again, and the ledger says so again', async () => {
    await erasures.makeGood();
    expect(await readable()).toEqual(['BEN', 'BEN plays with ANA', 'The Spring Open']);
    const ledger = await ledgers.read('spring');
    expect(ledger?.players.get('ana')?.erased).toBe(true);
    expect(ledger?.officials.get('floor')).toMatchObject({ erased: true, revoked: true });
  });

  test('an analyst among them is forgotten again, and let in no more', async () => {
    expect(await analysts.names()).toEqual(new Map([['kim', 'KIM']]));
    await erasures.makeGood();
    expect(await analysts.names()).toEqual(new Map([['kim', null]]));
    expect((await analysts.read()).byId.get('kim')).toMatchObject({ revoked: true, erased: true });
  });

  test('whatever comes later about them is not kept', async () => {
    await erasures.makeGood();
    await does((seal) => ({
      type: 'correct-player',
      player: 'ben',
      team: null,
      newTeams: [],
      reason: seal('ANA and BEN part', persons.player('spring', 'ben'), persons.player('spring', 'ana')),
    }));
    expect(await readable()).not.toContain('ANA and BEN part');
  });

  test('is made good once: later starts record nothing', async () => {
    await erasures.makeGood();
    const end = (await ledgers.read('spring'))?.revision;
    await restart();
    expect((await ledgers.read('spring'))?.revision).toBe(end);
  });
});

// ── What the stories above are made of ─────────────────────────────────────────────────────────────────────────────────────

const reports: string[] = [];

function start(): void {
  opened = openSqliteStore({ folder, masterKey: new Uint8Array(32) });
  ledgers = new Ledgers(opened.store, opened.vault);
  analysts = new AnalystBook(opened.store, opened.vault);
  erasures = new Erasures(opened.vault, new ErasedList(folder), ledgers, analysts, (what) => reports.push(what));
}

/** As a server starts. */
async function restart(): Promise<void> {
  await opened.store.close();
  start();
  await erasures.makeGood();
}

async function does(
  command: (seal: (text: string, ...about: string[]) => ReturnType<Parameters<Build>[1]['seal']>) => Command,
): Promise<void> {
  const outcome = await ledgers.execute(
    { tournament: 'spring', by: ADMIN, key: null, fingerprint: null },
    (_ledger, sealing) => command((text, ...about) => sealing.seal(text, about)),
    () => null,
    { edition: EDITION },
  );
  if (!isRecorded(outcome)) throw new Error(outcome.refused);
}

async function erase(kind: 'player' | 'official', id: string): Promise<void> {
  await erasures.erase('spring', kind, id, async () =>
    does((seal) => ({ type: 'erase-person', kind, id, force: true, reason: seal('on request', persons.nobody('spring')) })),
  );
}

/** Every text that the ledger refers to and that can be read; without the reasons of the erasures. */
async function readable(): Promise<string[]> {
  const events = await ledgers.allEvents('spring');
  const refs = [...JSON.stringify(events).matchAll(/"ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
  const texts = [...(await opened.vault.open(refs)).values()].map(({ text }) => text);
  return texts.filter((text) => text !== 'on request' && !text.startsWith('Erased before')).sort();
}
