import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from '@jest/globals';

import { fingerprint } from './fingerprint.js';
import { openKeys } from './keys.js';

const folder = mkdtempSync(join(tmpdir(), 'ladder-fingerprint-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const keysOf = (masterKey: string) => openKeys({ folder: join(folder, masterKey), masterKey, adminKey: 'a-key-for-the-specs' });

it('the same request has the same fingerprint, another request or another server another one', () => {
  const keys = keysOf('0a'.repeat(32));
  const request = '{"body":{"name":"Ana"},"method":"POST","path":"/v1/tournaments"}';
  expect(fingerprint(keys, request)).toBe(fingerprint(keys, request));
  expect(fingerprint(keys, request)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(fingerprint(keys, request)).not.toBe(fingerprint(keys, request.replace('Ana', 'Ben')));
  expect(fingerprint(keys, request)).not.toBe(fingerprint(keysOf('0b'.repeat(32)), request));
});
