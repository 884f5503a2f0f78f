import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeSeason } from '../../apps/cli/src/demo/season/season.js';

const MAIN = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));

let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'ladder-cut-off-'));
  const wish = { folder: join(home, 'data'), masterKey: undefined, tournaments: 6, seed: 1 };
  await makeSeason(wish, () => undefined, new AbortController().signal);
});
afterAll(() => rmSync(home, { recursive: true }));

it('leaves no pseudonyms on the disk when whoever reads the analytics has seen enough', async () => {
  const temporary = join(home, 'temporary');
  mkdirSync(temporary);
  const args = ['--disable-warning=ExperimentalWarning', MAIN, 'analytics', '--ndjson', '--data', join(home, 'data')];
  const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  await once(child.stdout, 'data');
  expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^ladder-analytics-/)]);
  child.stdout.destroy();
  expect([await exited, complaints]).toEqual([[0, null], '']);
  expect(readdirSync(temporary)).toEqual([]);
});
