import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { whatIf } from '@ladder/audit';
import { openSqliteStoreReadOnly } from '@ladder/event-store';
import { isSettled } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { Terminal, answerOf, ladder } from '../../../spec/terminal.js';
import { vaultKey } from '../../folder/data-folder.js';
import { Files } from '../../folder/files.js';
import type { SeasonMade } from './season.js';

/** The first twelve of the kinds hold a championship, a pairs tournament, locals and opens. */
const TOURNAMENTS = '12';

interface Told extends SeasonMade {
  folder: string;
  seed: number;
}

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ladder-season-spec-'));
  folders.push(folder);
  return join(folder, 'data');
}
const make = (count: string, seed: string) => answerOf<Told>('demo', '--season', count, '--seed', seed, '--data', newFolder());

let made: Told;
let histories: Map<string, { ledger: Ledger; events: LedgerEvent[] }>;

/** Every ledger of a folder, with its events. */
function read(folder: string): Promise<typeof histories> {
  return Files.reading(folder, {}, async (files) => {
    const all: typeof histories = new Map();
    for (const id of await files.tournaments()) {
      const ledger = await files.ledger(id);
      if (ledger) all.set(id, { ledger, events: await files.events(id) });
    }
    return all;
  });
}

beforeAll(async () => {
  made = await make(TOURNAMENTS, '7');
  histories = await read(made.folder);
}, 120_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const ledgers = () => [...histories.values()].map(({ ledger }) => ledger);
const allEvents = () => [...histories.values()].flatMap(({ events }) => events);

describe('a season', () => {
  it('is counted as it lies in the folder', () => {
    const sum = (of: (ledger: Ledger) => number) => ledgers().reduce((total, ledger) => total + of(ledger), 0);
    const given = (kind: string) =>
      sum(({ penalties }) => [...penalties.values()].filter((each) => each.kind === kind && !each.absorbed).length);
    expect([...made.tournaments].sort()).toEqual([...histories.keys()].sort());
    expect(made).toMatchObject({
      events: allEvents().length,
      players: sum(({ players }) => players.size),
      rulings: sum(({ rulings }) => rulings.size),
      warnings: given('warning'),
      gameLosses: given('game-loss'),
    });
    expect(histories.get(made.example?.tournament ?? '')?.ledger.penalties.get(made.example?.penalty ?? '')?.earned).toBeTruthy();
  });

  it('has every level, both formats, and sizes from a club evening to a championship', () => {
    const tournaments = ledgers().map(({ tournament }) => tournament);
    expect(new Set(tournaments.map((each) => each?.level))).toEqual(new Set(['casual', 'competitive', 'professional']));
    expect(new Set(tournaments.map((each) => each?.format))).toEqual(new Set(['individual', '2v2']));
    const sizes = ledgers().map(({ players }) => players.size);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(220);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  });

  it.each([
    'WarningIssued',
    'InfractionNoted',
    'GameLossApplied',
    'MatchLossApplied',
    'PlayerDisqualified',
    'RulingVoided',
    'RulingReassigned',
    'RulingRecategorised',
    'PenaltyReplaced',
    'AppealFiled',
    'AppealDecided',
    'ReviewOpened',
    'ReviewAnswered',
    'TimeExtensionGranted',
    'PenaltyServed',
    'PlayerDropped',
    'NoticeAcknowledged',
    'InvestigationConcluded',
  ])('holds %s', (type) => {
    // prettier-ignore
    expect(allEvents().some((event) => event.type === type)).toBe(true);
  });

  it('is closed and owes nothing: the saga has settled each ledger', () => {
    for (const ledger of ledgers()) expect([isSettled(ledger), ledger.tournament?.status]).toEqual([true, 'closed']);
  });

  it('holds nothing that the rules would not have made of the same rulings', () => {
    for (const { ledger, events } of histories.values()) expect(whatIf(events, ledger.edition)).toMatchObject({ players: [] });
  });

  it('is dated within its year, each ledger in order, and no judge claims a time after the recording', () => {
    for (const { events } of histories.values()) {
      const times = events.map(({ metadata }) => metadata.recordedAt);
      expect(times).toEqual([...times].sort());
      expect(times[0]! >= '2025-11-01' && times.at(-1)! < '2026-11-07').toBe(true);
    }
    for (const { data, metadata } of allEvents())
      if ('ruledAt' in data && data.ruledAt) expect(data.ruledAt <= metadata.recordedAt).toBe(true);
  });

  it('brings the same players back under the same number, and some who have none', async () => {
    const { vault, close } = openSqliteStoreReadOnly({ folder: made.folder, masterKey: vaultKey(made.folder, {}) });
    const numbers: (string | null)[][] = [];
    for (const ledger of ledgers()) {
      const sealed = [...ledger.players.values()].map(({ externalId }) => externalId?.ref ?? null);
      const opened = await vault.open(sealed.filter((each) => each !== null));
      numbers.push(sealed.map((ref) => (ref === null ? null : (opened.get(ref)?.text ?? null))));
    }
    close();
    for (const tournament of numbers) {
      const known = tournament.filter((each) => each !== null);
      expect(new Set(known).size).toBe(known.length);
    }
    const seen = numbers.flat();
    const known = seen.filter((each) => each !== null);
    expect(seen.length - known.length).toBeGreaterThan(seen.length / 20);
    expect(new Set(known).size).toBeLessThan(known.length * 0.8);
  });
});

describe('the seed', () => {
  it('gives the same ledgers again, and another one others', async () => {
    const histories = [];
    for (const seed of ['3', '3', '4']) histories.push(comparable(await read((await make('3', seed)).folder)));
    expect(histories[1]).toEqual(histories[0]);
    expect(histories[2]).not.toEqual(histories[0]);
  }, 60_000);
});

describe('who asks for a season', () => {
  it('reads in a few lines what was made and where to look, on a screen as narrow as a phone', async () => {
    const folder = newFolder();
    const { code, out } = await ladder('demo', '--season', '2', '--data', folder);
    expect(code).toBe(0);
    expect(out).toMatch(/^2 tournaments from 2025-11-01 to 2026-0\d-\d\d \(seed 1\)\.\n/);
    expect(out).toContain(`-- tournaments --data ${folder}\n`);
    expect(out.split('\n').filter((line) => line.length > 60 && !line.includes(folder))).toEqual([]);
  }, 60_000);

  it('has it served where a port is named', async () => {
    const terminal = new Terminal(['demo', '--season', '1', '--port', '0', '--data', newFolder()]);
    await terminal.shows('The administrator’s key', 60_000);
    const url = /http:\/\/\S+:\d+/.exec(terminal.out)?.[0] ?? '';
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(await terminal.interrupt()).toBe(0);
  }, 60_000);

  it('and presses Ctrl-C keeps the tournaments that were made', async () => {
    const terminal = new Terminal(['demo', '--season', '200', '--data', newFolder()]);
    expect(await terminal.interrupt()).toBe(1);
    expect(terminal.err).toMatch(/^ladder: Stopped with \d of 200 tournaments made, in .*\.\n$/);
  }, 60_000);

  it.each([
    [['--season', '0'], "ladder: option '--season <count>' argument '0' is invalid. A season has 1 to 200 tournaments.\n"],
    [['--season', 'many'], "ladder: option '--season <count>' argument 'many' is invalid. A season has 1 to 200 tournaments.\n"],
    [
      ['--season', '2', '--seed', '-1'],
      "ladder: option '--seed <number>' argument '-1' is invalid. A seed is a number from 0 to 999999999.\n",
    ],
    [
      ['--seed', '5'],
      'ladder: --seed is for a season, as in "ladder demo --season 40 --seed 5": the two tournaments of the demo never differ.\n',
    ],
    [
      ['--season', '2', '--once', '--port', '0'],
      'ladder: A season ends when it is made, and is served where --port says so: leave out --once or --port.\n',
    ],
  ])('with %j hears in a sentence what cannot be', async (words, line) => {
    expect(await ladder('demo', ...words)).toEqual({ code: 1, out: '', err: line });
  });

  it('is told that it is made in a folder, where LADDER_STORE names a server', async () => {
    const terminal = new Terminal(['demo', '--season', '1', '--data', newFolder()], { LADDER_STORE: 'esdb://localhost:2113' });
    expect(await terminal.ended).toBe(1);
    expect(terminal.err).toBe(
      'ladder: A season is made in a folder: unset LADDER_STORE, and copy it to another store with "ladder copy".\n',
    );
  });

  it('is refused a folder that holds data', async () => {
    const { code, err } = await ladder('demo', '--season', '1', '--data', made.folder);
    expect([code, err]).toEqual([1, `ladder: ${made.folder} holds data already: the demo needs a new folder.\n`]);
  });
});

/** What of a season does not rest on chance outside the seed: salts, the names under which texts are kept, keys, and ids of events. */
function comparable(season: typeof histories): unknown {
  const events = [...season].map(([id, { events }]) => [id, events] as const);
  const random = ['ref', 'commitment', 'codeHash', 'id'];
  return JSON.parse(JSON.stringify(events, (name, value: unknown) => (random.includes(name) ? undefined : value)));
}
