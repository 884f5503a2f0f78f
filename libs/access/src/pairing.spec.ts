import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { openKeys } from './keys.js';
import { pairingCode, pairingHash, pairingSecret, pairingUrl, readPairingCode } from './pairing.js';

const folder = mkdtempSync(join(tmpdir(), 'ladder-pairing-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const keys = openKeys({ folder, masterKey: '0a'.repeat(32), adminKey: 'a-key-for-the-specs' });

const tournamentId = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);
const key = fc.uuid();

describe('a pairing code', () => {
  it('names its tournament', () => {
    expect(pairingCode(keys, 't-1', '5e0c2c1e-0f3b-4b7e-9d0e-0a4f0d3f7a11')).toMatch(/^t-1:[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('is the same one when the command is repeated, and another for another command or tournament', () => {
    fc.assert(
      fc.property(tournamentId, key, key, (tournament, one, two) => {
        fc.pre(one !== two);
        expect(pairingCode(keys, tournament, one)).toBe(pairingCode(keys, tournament, one));
        expect(pairingSecret(keys, tournament, one)).not.toBe(pairingSecret(keys, tournament, two));
        expect(pairingSecret(keys, tournament, one)).not.toBe(pairingSecret(keys, `${tournament}.`, one));
      }),
    );
  });

  it('uses all of its 40 bits', () => {
    const secrets = Array.from({ length: 2_000 }, (_, index) => pairingSecret(keys, 't-1', String(index)));
    for (let place = 0; place < 8; place += 1) expect(new Set(secrets.map((secret) => secret.charAt(place))).size).toBe(32);
  });

  it('is read however people spell it', () => {
    fc.assert(
      fc.property(tournamentId, key, fc.infiniteStream(fc.nat()), (tournament, idempotencyKey, choices) => {
        const choose = <T>(from: readonly T[]): T => from[(choices.next().value ?? 0) % from.length] as T;
        const secret = pairingSecret(keys, tournament, idempotencyKey);
        const gap = () => choose(['', '', '', ' ', '-', ' - ', '\t', '–', '−', '\u2011', '\u00a0']);
        const spelt = [...secret].map((sign) => gap() + choose(SPELLINGS[sign] ?? [sign, sign.toLowerCase()])).join('');
        const typed = `${choose(['', ' ', '\n'])}${tournament}${choose(['', ' '])}${choose([':', '：'])}${spelt}${gap()}`;
        expect(readPairingCode(typed)).toEqual({ tournament, secret });
      }),
    );
  });

  it('keeps the case of its tournament, since ids that differ in case are different ids', () => {
    expect(readPairingCode('Spring.A:abcd-efgh')).toEqual({ tournament: 'Spring.A', secret: 'ABCDEFGH' });
  });

  it.each([
    '',
    ':',
    't-1',
    'ABCD-EFGH',
    ':ABCD-EFGH',
    't-1:ABCD-EFG',
    't-1:ABCD-EFGHJ',
    't-1:ABCD-EFGU',
    't-1:ABCD_EFGH',
    't-1:ABCD-EFGH:',
    't/1:ABCD-EFGH',
    't 1:ABCD-EFGH',
    `${'t'.repeat(65)}:ABCD-EFGH`,
    `t-1:${' '.repeat(10_000)}ABCD-EFGH`,
  ])('is not %j', (text) => {
    expect(readPairingCode(text)).toBeNull();
  });

  it('is never anything but a valid id and 8 signs, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const code = readPairingCode(`${before}:${after}`);
        if (code === null) return;
        expect(code.tournament).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
        expect(code.secret).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      }),
    );
  });
});

describe('the ledger’s hash of a code', () => {
  it('is found again by what the code says', () => {
    const code = readPairingCode(pairingCode(keys, 't-1', 'k'));
    expect(code).not.toBeNull();
    expect(pairingHash(keys, code?.tournament ?? '', code?.secret ?? '')).toBe(pairingHash(keys, 't-1', pairingSecret(keys, 't-1', 'k')));
  });

  it('differs by tournament, by secret and by server', () => {
    const elsewhere = openKeys({ folder: join(folder, 'elsewhere'), masterKey: '0b'.repeat(32), adminKey: 'a-key-for-the-specs' });
    const hashes = [
      pairingHash(keys, 't-1', 'ABCDEFGH'),
      pairingHash(keys, 't-2', 'ABCDEFGH'),
      pairingHash(keys, 't-1', 'ABCDEFGJ'),
      pairingHash(elsewhere, 't-1', 'ABCDEFGH'),
    ];
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

it('the address of a pairing carries the code where no server logs it', () => {
  for (const base of ['https://ladder.example', 'https://ladder.example/']) {
    expect(pairingUrl(base, 't-1:ABCD-EFGH')).toBe('https://ladder.example/pair#t-1:ABCD-EFGH');
  }
  expect(pairingUrl('http://hall.local:3000/judges', 't-1:ABCD-EFGH')).toBe('http://hall.local:3000/judges/pair#t-1:ABCD-EFGH');
});

/** How people may write a sign, if not as itself in either case. */
const SPELLINGS: Record<string, readonly string[]> = { '0': ['0', 'O', 'o', '０'], '1': ['1', 'I', 'i', 'L', 'l'] };
