import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nearPlayers, open, playerStatus, recordView, rulingOf, talliesOf } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { Parsed, text } from '../../spec/parsed.js';
import { Terminal, answerOf, ladder } from '../../spec/terminal.js';
import { Files } from '../folder/files.js';
import { headJudgeReport } from '../report/head-judge.js';
import { categoryName } from '../screen/words.js';

const OPEN = 'harbour-open';

let folder: string;
let season: string;
let made = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-report-spec-'));
  season = join(folder, 'season');
  await answerOf('demo', '--once', '--port', '0', '--data', join(folder, 'demo'));
  await answerOf('demo', '--season', '6', '--data', season);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** A report, made by the command, as a browser reads it. */
async function reportOf(what: string, data: string, ...options: string[]): Promise<{ page: Parsed; written: string; out: string }> {
  const out = join(folder, `report-${(made += 1)}.html`);
  const answer = await ladder('report', what, '--out', out, '--data', data, ...options);
  if (answer.code !== 0) throw new Error(answer.err);
  const written = readFileSync(out, 'utf8');
  return { page: new Parsed(written), written, out };
}

const demo = (...options: string[]) => reportOf(OPEN, join(folder, 'demo'), ...options);

async function ledgersOf(data: string): Promise<Ledger[]> {
  return Files.reading(data, {}, async (files) => {
    const ledgers = [];
    for (const each of await files.tournaments()) ledgers.push(await files.ledger(each));
    return ledgers.flatMap((each) => each ?? []);
  });
}

async function openLedger(): Promise<Ledger> {
  const found = (await ledgersOf(join(folder, 'demo'))).find(({ tournament }) => tournament?.id === OPEN);
  if (!found) throw new Error('the demo plays the open tournament');
  return found;
}

/** Every infraction that stands, from the records of the players one by one. */
function infractionsIn(ledger: Ledger) {
  return [...ledger.players.keys()].flatMap((player) =>
    recordView(ledger, player, true)
      .penalties.filter(
        ({ status, annulled, category }) => ['standing', 'pending', 'served'].includes(status) && !annulled && category !== null,
      )
      .map(({ category, round, ruling }) => ({ player, category: categoryName(ledger.edition, category), round, ruling })),
  );
}

function countsBy<T>(all: readonly T[], key: (each: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of all) counts[key(each)] = (counts[key(each)] ?? 0) + 1;
  return counts;
}

/** The cells of a table that are numbers above 0, by "row, column". */
function cellsOf([head = [], ...rows]: readonly (readonly string[])[]): Record<string, number> {
  const cells = rows.flatMap(([row = '', ...values]) =>
    values.flatMap((value, index) => {
      const column = head[index + 1] ?? '';
      return column === 'All' || !/^[1-9][\d,]*$/.test(value) ? [] : [[`${row}, ${column}`, Number(value.replaceAll(',', ''))] as const];
    }),
  );
  return Object.fromEntries(cells);
}

describe('the report of a tournament', () => {
  it('tells in chart and table the numbers that the records of all players come to', async () => {
    const { page } = await demo();
    const ledger = await openLedger();
    const infractions = infractionsIn(ledger);
    const byRound = countsBy(infractions, ({ category, round }) => `${category}, ${round}`);
    const section = page.byId('categories');
    expect(cellsOf(page.table(section))).toEqual(byRound);
    for (const rendition of ['phone', 'desk'] as const) {
      const drawn = page.marks(section, rendition).map((each) => Number(/: (\d+) infractions$/.exec(each)?.[1]));
      expect(drawn.reduce((sum, each) => sum + each, 0)).toBe(infractions.length);
    }
    const warnings = [...ledger.players.keys()].flatMap((id) => talliesOf(ledger, id).families.map((each) => each.warnings));
    const [head = [], ...rounds] = page.table(page.byId('penalties'));
    expect(rounds.reduce((sum, row) => sum + Number(row[head.indexOf('Warning')]), 0)).toBe(warnings.reduce((sum, each) => sum + each, 0));
    const timed = new Set(infractions.map(({ ruling }) => ruling).filter((id) => rulingOf(ledger, id).durationSeconds !== null));
    expect(sumOf(page, 'time-to-rule')).toBe(timed.size);
    expect(sumOf(page, 'extensions')).toBe(ledger.extensions.reduce((sum, { minutes }) => sum + minutes, 0));
    expect(sumOf(page, 'reviews')).toBe(ledger.reviews.size);
    expect(sumOf(page, 'judges')).toBe([...ledger.rulings.values()].filter(({ by }) => ledger.officials.has(by)).length);
  });

  it('names who is one Warning from a Game Loss and still plays, and nobody else', async () => {
    const { page } = await demo();
    const ledger = await openLedger();
    const near = nearPlayers(ledger).flatMap(({ player, near: scopes }) => {
      const known = ledger.players.get(player);
      return known && playerStatus(ledger, known).status === 'playing'
        ? scopes.map(({ warnings, upgradesAt }) => [warnings, upgradesAt].join(' of '))
        : [];
    });
    const rows = page.table(page.byId('nearest')).slice(1);
    expect(rows.map(([, , warnings = '', at = '']) => `${warnings} of ${at}`).sort()).toEqual(near.sort());
    expect(rows.map(([player]) => player)).toContain('Ines Okoro');
    expect(text(page.byId('upgrades'))).toContain('Ines Okoro, round 4: Looking at Extra Cards. Warning 3 for the same Game Play Error');
  });

  it('is the same bytes for the same ledger, and tells an earlier position as it was then', async () => {
    const [one, other] = [await demo(), await demo()];
    expect(one.written).toBe(other.written);
    const early = await demo('--as-of', '80');
    expect(text(early.page.all('footer')[0] ?? early.page.byId('categories'))).toContain('at position 80');
    const all = (page: Parsed): number => Object.values(cellsOf(page.table(page.byId('categories')))).reduce((sum, each) => sum + each, 0);
    expect(all(early.page)).toBeLessThan(all(one.page));
  });

  it('holds no element that is not ours when every name and text is hostile', async () => {
    const ledger = await openLedger();
    const pageWith = (name: string) =>
      headJudgeReport(
        { open: (view, of) => Promise.resolve(open(view, of, new Map(everyText(of).map((ref) => [ref, name])), true)) },
        ledger,
      );
    const plain = new Parsed(await pageWith('Somebody')).skeleton;
    expect(new Parsed(await pageWith('<script>alert("1")</script>')).skeleton).toEqual(plain);
    expect(await pageWith('<img src=x onerror=alert(1)>')).not.toContain('<img');
  });

  it('is a file that only its owner reads, and never writes over another', async () => {
    const { out } = await demo();
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const again = await ladder('report', OPEN, '--out', out, '--data', join(folder, 'demo'));
    expect(again).toMatchObject({ code: 1, err: `ladder: ${out} exists already: name a new file.\n` });
  });

  it('answers a request that cannot be with what to do', async () => {
    const errorOf = async (what: string, ...options: string[]) =>
      (await ladder('report', what, '--out', join(folder, 'never.html'), '--data', join(folder, 'demo'), ...options)).err;
    expect(await errorOf('nowhere')).toContain('There is no tournament nowhere here: choose harbour-open');
    expect(await errorOf(OPEN, '--as-of', '9999')).toContain('there is no position 9999');
    expect(await errorOf(OPEN, '--level', 'casual')).toContain('ladder report season');
    expect(await errorOf(OPEN, '--analyst', '--as-of', '3')).toContain('--as-of is for the judges’ report');
    expect(await errorOf('season', '--from', '2026-02-02', '--to', '2026-02-01')).toContain('no day lies between');
    expect(await errorOf('season', '--level', 'casual')).toContain('There is no casual tournament here yet.');
    expect(await errorOf(OPEN, '--out', join(folder, 'nowhere', 'x.html'))).toContain('There is no folder');
  });
});

describe('the report for analysts', () => {
  it('holds no name, no id and no text of anybody', async () => {
    for (const data of [join(folder, 'demo'), season]) {
      const { written } = await reportOf('season', data);
      for (const ledger of await ledgersOf(data)) {
        const id = ledger.tournament?.id ?? '';
        const texts = await Files.reading(data, {}, async (files) => files.texts(sealedTexts(await files.events(id))));
        const names = [...texts.values()].filter((each) => each.length > 3);
        expect(names.length).toBeGreaterThan(10);
        expect(names.filter((name) => written.includes(name))).toEqual([]);
      }
    }
    const { written } = await demo('--analyst');
    for (const id of (await openLedger()).players.keys()) expect(written).not.toContain(id);
    expect(written).not.toContain('Okoro');
  });

  it('tells of a season what the records of all its players come to, and no cell of fewer than five persons', async () => {
    const { page } = await reportOf('season', season);
    const ledgers = await ledgersOf(season);
    const all = ledgers.flatMap((ledger) =>
      infractionsIn(ledger).map((each) => ({
        ...each,
        who: `${ledger.tournament?.id ?? ''} ${each.player}`,
        level: ledger.tournament?.level ?? '',
      })),
    );
    const told = cellsOf(page.table(page.byId('categories')));
    expect(Object.keys(told).length).toBeGreaterThan(5);
    const byRound = new Map(Object.entries(Object.groupBy(all, ({ category, round }) => `${category}, ${round}`)));
    for (const [cell, infractions] of Object.entries(told)) {
      expect(byRound.get(cell)).toHaveLength(infractions);
      expect(new Set(byRound.get(cell)?.map(({ who }) => who)).size).toBeGreaterThanOrEqual(5);
    }
  });

  it('leaves no file behind when it is stopped', async () => {
    const out = join(folder, 'stopped.html');
    const terminal = new Terminal(['report', 'season', '--out', out, '--data', season]);
    expect(await terminal.interrupt()).toBe(1);
    expect(terminal.err).toBe('ladder: Stopped before the end: nothing was written.\n');
    expect(existsSync(out)).toBe(false);
  });

  it('says of which days it is where nothing was ruled in them', async () => {
    const { page } = await reportOf('season', season, '--from', '2030-01-01', '--to', '2030-01-31');
    const header = text(page.all('header')[0] ?? page.byId('categories'));
    expect(header).toMatch(/^Penalties of the season 6 tournaments · no infraction from 2030-01-01 to 2030-01-31/);
    expect(text(page.all('footer')[0] ?? page.byId('categories'))).toContain(', of the rulings from 2030-01-01 to 2030-01-31.');
    expect(text(page.all('dl')[0] ?? page.byId('categories'))).not.toContain('too few persons');
  });

  it('counts only the level that was asked for', async () => {
    const levels = new Set((await ledgersOf(season)).map(({ tournament }) => tournament?.level));
    const [level = 'competitive'] = levels;
    const { page } = await reportOf('season', season, '--level', level);
    const rulings = (await ledgersOf(season))
      .filter(({ tournament }) => tournament?.level === level)
      .flatMap((each) => [...new Set(infractionsIn(each).map(({ ruling }) => ruling))]);
    expect(text(page.all('dl')[0] ?? page.byId('categories'))).toContain(`Rulings ${rulings.length.toLocaleString('en')}`);
    expect(text(page.all('header')[0] ?? page.byId('categories'))).toMatch(
      new RegExp(`^Penalties of the season \\d+ ${level} tournaments?`),
    );
  });
});

/** The sum of all numbers in the table behind a chart. */
function sumOf(page: Parsed, id: string): number {
  return Object.values(cellsOf(page.table(page.byId(id)))).reduce((sum, each) => sum + each, 0);
}

/** The references of all names in a ledger. */
function everyText({ tournament, players, officials, teams }: Ledger): string[] {
  return [...(tournament ? [tournament] : []), ...players.values(), ...officials.values(), ...teams.values()].map(({ name }) => name.ref);
}

/** The references of everything in a ledger that lies in the vault: names, texts, external ids. */
function sealedTexts(events: readonly LedgerEvent[]): string[] {
  return [...JSON.stringify(events).matchAll(/"ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
}
