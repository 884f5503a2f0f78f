import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSqliteStore } from '@ladder/event-store';
import { ANALYTICS } from '@ladder/projections';
import type { AnalyticsRow } from '@ladder/projections';
import { Terminal, answerOf, ladder } from '../../spec/terminal.js';
import { vaultKey } from '../folder/data-folder.js';

interface Told {
  readonly projection: string;
  readonly suppressed: number;
  readonly rows: readonly AnalyticsRow[];
}

let folder: string;
let data: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-analytics-spec-'));
  data = join(folder, 'data');
  await answerOf('demo', '--season', '12', '--seed', '7', '--data', data);
});
afterAll(() => rmSync(folder, { recursive: true }));

const analytics = (...words: string[]) => ladder('analytics', ...words, '--data', data);
const told = (...words: string[]) => answerOf<Told[]>('analytics', ...words, '--data', data);

describe('ladder analytics', () => {
  it('prints every projection as a table that fits a phone', async () => {
    const { code, out, err } = await analytics();
    expect([code, err]).toEqual([0, '']);
    for (const { name } of ANALYTICS) expect(out).toContain(`\n${name}\n`);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    const [{ rows, suppressed }] = (await told('corrections')) as [Told];
    for (const row of rows.filter((each) => each['suppressed'] === false)) {
      expect(out).toMatch(new RegExp(`^${String(row['kind'])} +${String(row['corrections'])} +${String(row['persons'])}$`, 'm'));
    }
    expect(rows.filter((each) => each['suppressed'] === true)).toHaveLength(suppressed);
  });

  it('tells some persons among other tables, and all of them where they are asked for', async () => {
    const [{ rows }] = (await told('player-counters')) as [Told];
    const persons = rows.map((row) => String(row['person']));
    const shownIn = (out: string) => persons.filter((person) => out.includes(person));
    const { out } = await analytics();
    expect(shownIn(out)).toEqual(persons.slice(0, 10));
    expect(out).toContain(`\nand ${persons.length - 10} more: analytics player-counters has them all\n`);
    expect(shownIn((await analytics('player-counters')).out)).toEqual(persons);
  });

  it('narrows to days and a level, and tells apart by a group', async () => {
    const [all] = (await told('categories-by-day')) as [Told];
    const days = [...new Set(all.rows.map((row) => String(row['day'])))].sort();
    const [, second = ''] = days;
    const [narrow] = (await told('categories-by-day', '--from', second, '--to', second)) as [Told];
    expect(new Set(narrow.rows.map((row) => row['day']))).toEqual(new Set([second]));
    const [levels] = (await told('categories-by-round', '--level', 'casual', '--group', 'level')) as [Told];
    expect(new Set(levels.rows.map((row) => row['level']))).toEqual(new Set(['casual']));
  });

  it('writes the same rows as CSV and as JSON by the line', async () => {
    const [{ rows }] = (await told('upgrades')) as [Told];
    const csv = join(folder, 'upgrades.csv');
    expect(await analytics('upgrades', '--csv', csv)).toEqual({ code: 0, out: '', err: `${csv} is written.\n` });
    const lines = rows.map((row) => Object.values(row).map((value) => (value === null ? '' : String(value))).join(',')); // prettier-ignore
    const columns = Object.keys(rows[0] ?? {}).join(',');
    expect(readFileSync(csv, 'utf8')).toBe([columns, ...lines, ''].join('\r\n'));
    expect((await analytics('upgrades', '--csv', '-')).out).toBe(readFileSync(csv, 'utf8'));
    const ndjson = (await analytics('upgrades', '--ndjson')).out;
    expect(ndjson).toBe(rows.map((row) => `${JSON.stringify({ projection: 'upgrades', ...row })}\n`).join(''));
  });

  it.each([
    [['warnings'], 'There is no projection warnings: choose one of categories-by-round,'],
    [['judges', '--group', 'level'], 'judges has no groups: leave --group out.'],
    [['upgrades', '--group', 'judge'], '--group of upgrades is one of level, round, day.'],
    [['--group', 'level'], '--group goes with one projection'],
    [['--csv', 'all.csv'], 'A file holds one table'],
    [['upgrades', '--csv', '-', '--json'], 'Choose one of --json, --csv, --ndjson and --parquet.'],
    [['upgrades', '--csv', '/no/where/upgrades.csv'], 'There is no folder /no/where.'],
    [['--from', '2026-02-30'], 'A day is written as'],
    [['--from', '2026-03-01', '--to', '2026-02-01'], 'there is no day between them'],
  ])('says what is wrong with %j', async (words, sentence) => {
    const { code, out, err } = await analytics(...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(sentence);
  });

  it('says how to get what writes Parquet where it is missing, and leaves nothing behind', async () => {
    const before = readdirSync(folder);
    const { code, err } = await analytics('upgrades', '--parquet', join(folder, 'upgrades.parquet'));
    expect([code, err]).toEqual([1, expect.stringContaining('npm install --no-save @duckdb/node-api')]);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('leaves nothing half written when it is stopped', async () => {
    const before = [readdirSync(folder), leftovers()];
    const terminal = new Terminal(['analytics', 'player-counters', '--csv', join(folder, 'stopped.csv'), '--data', data]);
    expect(await terminal.interrupt()).toBe(1);
    expect(terminal.err).toContain('Stopped before the end: nothing was written.');
    expect([readdirSync(folder), leftovers()]).toEqual(before);
  });

  it('tells no name, number or text of anybody', async () => {
    const outputs = [(await analytics()).out, (await analytics('--ndjson')).out, JSON.stringify(await told())];
    const { store, vault } = openSqliteStore({ folder: data, masterKey: vaultKey(data, {}) });
    const texts = new Set<string>();
    for await (const page of vault.contents()) for (const { text } of page) texts.add(text);
    await store.close();
    expect(texts.size).toBeGreaterThan(100);
    // What is shorter could be in a word of ours by chance.
    for (const text of [...texts].filter((each) => each.length > 5)) for (const output of outputs) expect(output).not.toContain(text);
  });
});

/** Folders in which this process counted. */
function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`ladder-analytics-${process.pid}-`));
}
