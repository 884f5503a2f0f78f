import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EDITIONS } from '@ladder/editions';
import { Terminal, answerOf, ladder } from '../../spec/terminal.js';
import { Api } from '../api/api.js';
import { runningServer } from '../folder/running-server.js';

const ENV = { LADDER_ADMIN_KEY: 'an-administrators-key' };
const RIFTBOUND = EDITIONS.get('riftbound-2026-10-16')!;

let home: string;
let folder: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'ladder-auditing-'));
  folder = join(home, 'data');
  const server = new Terminal(['serve', '--port', '0', '--data', folder], ENV);
  await server.shows('Ready: http://127.0.0.1:');
  const admin = new Api(runningServer(folder)?.url ?? '', ENV.LADDER_ADMIN_KEY);
  await admin.post('/v1/tournaments', { id: 'open', name: 'Open', level: 'competitive', format: 'individual', edition: RIFTBOUND.id });
  await admin.post('/v1/tournaments/open/players', {
    players: [
      { id: 'p-1', name: 'Ana Lind' },
      { id: 'p-2', name: 'Ben Okafor' },
    ],
  });
  await admin.post('/v1/tournaments/open/rounds', { number: 1 });
  for (const player of ['p-1', 'p-1', 'p-1', 'p-2', 'p-2'])
    await admin.post('/v1/tournaments/open/warnings', { player, category: 'slow-play', distinct: true, account: 'she thought for long' });
  await server.interrupt();
}, 60_000);
afterAll(() => rmSync(home, { recursive: true }));

describe('ladder what-if of one tournament', () => {
  it('tells which Game Losses would fall under a milder edition, and why they stand', async () => {
    const { code, out } = await ladder('what-if', 'open', '--edition', edition('milder.json', 4), '--data', folder);
    expect(code).toBe(0);
    expect(words(out)).toContain('The same rulings under house-rules');
    expect(words(out)).toMatch(
      /Ana Lind \(p-1\) The Game Loss for w-\d+ \(position \d+\) would fall: Warning 3 under tournament-error\/same-category, a Game Loss from 3 on \(TR 703\.1\.b\.1\)/,
    );
    expect(words(out)).not.toContain('Ben Okafor');
    expect(words(out)).toContain('Game Losses of the ladder that stay: 0');
  });

  it('tells which would appear under a stricter one, of one player if asked, and as of a position', async () => {
    const file = edition('stricter.json', 2);
    const all = await answerOf<WhatIfTold>('what-if', 'open', '--edition', file, '--data', folder);
    expect(all).toMatchObject({ edition: 'house-rules', stays: 1 });
    expect(all.players.map(({ name, appears }) => [name, appears.length])).toEqual([
      ['Ana Lind', 1],
      ['Ben Okafor', 1],
    ]);
    const ben = await answerOf<WhatIfTold>('what-if', 'open', '--edition', file, '--player', 'Okafor', '--data', folder);
    expect(ben.players).toEqual(all.players.slice(1));
    const place = ben.players[0]?.appears[0]?.place ?? 0;
    const before = await answerOf<WhatIfTold>('what-if', 'open', '--edition', file, '--as-of', String(place - 1), '--data', folder);
    expect(before.players.map(({ name }) => name)).toEqual(['Ana Lind']);
  });

  it('tells that nothing would change under its own edition, named by its id', async () => {
    const { out } = await ladder('what-if', 'open', '--edition', RIFTBOUND.id, '--data', folder);
    expect(words(out)).toContain('Nothing would change.');
  });

  it('refuses an unsound edition with each place that is wrong, and one that is not there', async () => {
    const unsound = await ladder('what-if', 'open', '--edition', edition('unsound.json', 1), '--data', folder);
    expect(unsound.code).toBe(1);
    expect(unsound.err).toMatch(
      /^ladder: --edition: house-rules, ladder\[2\] tournament-error\/same-category, thresholds, casual: count must be a whole number/,
    );
    const { code, err } = await ladder('what-if', 'open', '--edition', join(home, 'nowhere.json'), '--data', folder);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('is neither an edition of this version (riftbound-2026-10-16) nor a file in JSON'),
    ]);
  });

  it('refuses an edition that lacks a category which was ruled on', async () => {
    const file = join(home, 'poorer.json');
    const categories = RIFTBOUND.categories.filter(({ id }) => id !== 'slow-play');
    writeFileSync(file, JSON.stringify({ ...RIFTBOUND, id: 'poorer', categories }));
    const { code, err } = await ladder('what-if', 'open', '--edition', file, '--data', folder);
    expect([code, err]).toEqual([1, 'ladder: poorer has no slow-play, which was ruled on here: it cannot tell.\n']);
  });
});

describe('ladder audit', () => {
  it('hands out a pack and a key that verify, and the taking stands in the pack', async () => {
    const file = join(home, 'pack.json');
    const { events } = await answerOf<{ events: number }>('audit', 'pack', 'open', '--out', file, '--data', folder);
    expect(statSync(file).mode & 0o077).toBe(0);
    const { key } = await answerOf<{ key: string }>('audit', 'key', '--data', folder);
    const verified = await ladder('audit', 'verify', file, '--key', key);
    expect([verified.code, words(verified.out)]).toEqual([0, expect.stringContaining(`${events} events`)]);
    expect(words(verified.out)).toContain('everything holds.');
    const { envelopes } = JSON.parse(readFileSync(file, 'utf8')) as { envelopes: string[] };
    expect(JSON.parse(envelopes.at(-1) ?? '')).toMatchObject({ type: 'AuditPackTaken', metadata: { by: 'admin' } });
  });

  it('writes a pack never over a file that exists, and records nothing then', async () => {
    const file = join(home, 'taken.json');
    writeFileSync(file, 'mine');
    const { code, err } = await ladder('audit', 'pack', 'open', '--out', file, '--data', folder);
    expect([code, err, readFileSync(file, 'utf8')]).toEqual([1, `ladder: ${file} exists already: name a new file.\n`, 'mine']);
  });

  it('ends with 1 and the places for a pack that was changed, or a key that is none', async () => {
    const file = join(home, 'changed.json');
    const pack = JSON.parse(readFileSync(join(home, 'pack.json'), 'utf8')) as { envelopes: string[]; keyHint: string };
    writeFileSync(file, JSON.stringify({ ...pack, envelopes: pack.envelopes.toSpliced(5, 1) }));
    const changed = await ladder('audit', 'verify', file, '--key', pack.keyHint);
    expect([changed.code, words(changed.out)]).toEqual([1, expect.stringContaining('position 5')]);
    expect(changed.err).toMatch(/^ladder: .* does not hold: \d+ problems?\.\n$/);
    const keyless = await ladder('audit', 'verify', file, '--key', 'trust me');
    expect([keyless.code, keyless.err]).toEqual([1, expect.stringContaining('ladder: --key: A key reads')]);
  });
});

describe('ladder erase', () => {
  it('is refused while the tournament is open, unless it is forced with a reason; then the name is gone', async () => {
    const refused = await ladder('erase', 'p-2', '--tournament', 'open', '--data', folder);
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/close it first, or use --force --reason/)]);
    const { code } = await ladder('erase', 'p-2', '--tournament', 'open', '--force', '--reason', 'on request', '--data', folder);
    expect(code).toBe(0);
    const { out } = await ladder('record', 'p-2', '--tournament', 'open', '--data', folder);
    expect(out).toContain('(erased)');
    expect(out).not.toContain('Okafor');
  });
});

interface WhatIfTold {
  readonly edition: string;
  readonly stays: number;
  readonly players: readonly { readonly name: string; readonly appears: readonly { readonly place: number }[] }[];
}

/** The edition with another threshold for the same tournament error, in a file. */
function edition(name: string, count: number): string {
  const file = join(home, name);
  const ladderOf = RIFTBOUND.ladder.map((rule) =>
    rule.id === 'tournament-error/same-category'
      ? { ...rule, thresholds: Object.fromEntries(Object.entries(rule.thresholds).map(([level, each]) => [level, { ...each, count }])) }
      : rule,
  );
  writeFileSync(file, JSON.stringify({ ...RIFTBOUND, id: 'house-rules', ladder: ladderOf }));
  return file;
}

/** What is shown, as it reads aloud. */
function words(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
