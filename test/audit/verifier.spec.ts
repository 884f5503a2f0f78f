import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import type { AuditPack } from '@ladder/audit';
import { nodesAtHand } from '../support/nodes.js';

jest.setTimeout(60_000);

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const BUILT = here('../../apps/verifier/dist/verify.mjs');
const GOLDEN = here('../golden/0.1.0/');
const key = readFileSync(join(GOLDEN, 'key.txt'), 'utf8').trim();
const pack = JSON.parse(readFileSync(join(GOLDEN, 'pack.json'), 'utf8')) as AuditPack;

/** A folder with nothing in it but the verifier and packs: as whoever gets them by mail has it. */
const folder = mkdtempSync(join(tmpdir(), 'ladder-verifier-'));
copyFileSync(BUILT, join(folder, 'verify.mjs'));
copyFileSync(join(GOLDEN, 'pack.json'), join(folder, 'pack.json'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([...nodesAtHand()])('node verify.mjs, on Node.js %s', (_, node) => {
  const verify = (...words: string[]) => spawnSync(node, ['verify.mjs', ...words], { cwd: folder, encoding: 'utf8', env: {} });

  test('needs no other file, and ends with 0 where all holds', () => {
    const { status, stdout, stderr } = verify('pack.json', '--key', key);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('195 events');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/everything holds\.$/);
  });

  test('ends with 1 where something does not hold, and says where', () => {
    writeFileSync(join(folder, 'changed.json'), JSON.stringify({ ...pack, envelopes: pack.envelopes.toSpliced(40, 1) }));
    const { status, stdout } = verify('changed.json', '--key', key);
    expect(status).toBe(1);
    expect(stdout).toContain('position 40');
  });

  test.each<[string, string[], string]>([
    ['no pack is named', ['--key', key], 'Usage: node verify.mjs'],
    ['no key is given: there is none in the pack to be trusted', ['pack.json'], 'The key must come from elsewhere than the pack'],
    ['the key is none', ['pack.json', '--key', 'golden'], '--key: A key reads <name>+<id>+<base64>'],
    ['the file is not there', ['nowhere.json', '--key', key], 'nowhere.json cannot be read as JSON'],
    ['the file is no JSON', ['verify.mjs', '--key', key], 'verify.mjs cannot be read as JSON'],
  ])('ends with 2 and a sentence where %s', (_case, words, sentence) => {
    const { status, stdout, stderr } = verify(...words);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });
});

describe('the verifier as a file to read', () => {
  const lines = readFileSync(BUILT, 'utf8').split('\n');

  test('has lines that fit on a screen, names in words, and comments that say why', () => {
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(240);
    const indented = lines.filter((line) => line.startsWith('    ')).length;
    expect(indented).toBeGreaterThan(lines.length / 2);
    const comments = lines.filter((line) => /^\s*(\/\/|\/?\*)/.test(line)).length;
    expect(comments).toBeGreaterThan(200);
    for (const name of ['verifyPack', 'leafHash', 'standingWarnings', 'talliesOf']) expect(lines.join('\n')).toContain(`function ${name}(`);
  });

  test('takes nothing but what Node.js itself brings, and neither writes nor calls out', () => {
    const imports = lines.flatMap((line) => /^import .* from '(.*)';$/.exec(line)?.[1] ?? []);
    expect(imports.length).toBeGreaterThan(0);
    expect(new Set(imports)).toEqual(new Set(['node:crypto', 'node:fs']));
    expect(lines.join('\n')).not.toMatch(/\b(require|fetch|eval|writeFile\w*)\(|import\(/);
  });
});
