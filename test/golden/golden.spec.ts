import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, jest, test } from '@jest/globals';
import { isMalformed, parseVerifierKey, verdictLines, verifyPack } from '@ladder/audit';
import type { Verdict, VerifierKey } from '@ladder/audit';
import { nodesAtHand } from '../support/nodes.js';

jest.setTimeout(60_000);

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const VERIFIER = here('../../apps/verifier/dist/verify.mjs');
const VERSIONS = readdirSync(here('.'), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
const TIME_ZONES = ['UTC', 'Pacific/Chatham', 'America/St_Johns'];

/** Whoever asks for the time or for chance gets an exception. */
const POISON = `data:text/javascript,${encodeURIComponent(`
  const refuse = (what) => () => { throw new Error(what + ' was asked for'); };
  const Calendar = Date;
  globalThis.Date = class extends Calendar { constructor(...of) { if (of.length === 0) refuse('the time')(); super(...of); } };
  globalThis.Date.now = refuse('the time');
  Math.random = refuse('chance');
`)}`;

describe.each(VERSIONS)('the golden pack of version %s', (version) => {
  const file = (name: string) => join(here('.'), version, name);
  const pack: unknown = JSON.parse(readFileSync(file('pack.json'), 'utf8'));
  const key = readFileSync(file('key.txt'), 'utf8').trim();
  const golden = JSON.parse(readFileSync(file('verdict.json'), 'utf8')) as Verdict;

  test('verifies, with the verdicts that it had then', () => {
    const verdict = verifyPack(pack, keyOf(key));
    expect(verdict.ok).toBe(true);
    expect(withoutWords(verdict)).toEqual(withoutWords(golden));
  });

  test.each(TIME_ZONES)('verifies the same in %s, whatever the clock and the die say, on every Node.js at hand', (TZ) => {
    const expected = verdictLines(verifyPack(pack, keyOf(key))).join('\n');
    for (const [, node] of nodesAtHand()) {
      const { stdout, stderr, status } = spawnSync(node, ['--import', POISON, VERIFIER, file('pack.json'), '--key', key], {
        encoding: 'utf8',
        env: { TZ },
      });
      expect([stderr, status]).toEqual(['', 0]);
      expect(stdout.trimEnd()).toBe(expected);
    }
  });
});

test.each(['Date.now()', 'new Date()', 'Math.random()'])('whoever asks for %s would be found out', (asking) => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', POISON, '--eval', asking], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('was asked for');
});

test('there is a golden pack of this version', () => {
  const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8')) as { version: string };
  expect(VERSIONS).toContain(version);
});

function keyOf(text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (isMalformed(key)) throw new Error(key.malformed);
  return key;
}

/** The verdict as far as it must never change: how a later version puts its reasons is its own. */
function withoutWords({ penalties, ...verdict }: Verdict) {
  const findings = penalties.map(({ penalty, player, kind, position, verdict: finding }) => ({ penalty, player, kind, position, finding }));
  return { ...verdict, penalties: findings };
}
