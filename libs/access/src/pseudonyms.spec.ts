import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openKeys } from './keys.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pseudonymsOf } from './pseudonyms.js';

const folder = mkdtempSync(join(tmpdir(), 'ladder-pseudonyms-'));
const keysOf = (digit: string) =>
  openKeys({ folder: join(folder, digit), masterKey: digit.repeat(64), adminKey: 'an-admin-key-for-tests' });
const [ours, theirs] = [pseudonymsOf(keysOf('a')), pseudonymsOf(keysOf('b'))];
rmSync(folder, { recursive: true });

test('the same texts have the same pseudonym; other texts, another kind and another organisation have another', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.array(fc.string(), { minLength: 1 }), (texts, others) => {
      const pseudonym = ours('person', ...texts);
      expect(pseudonym).toMatch(/^[0-9a-f]{24}$/);
      expect(ours('person', ...texts)).toBe(pseudonym);
      expect(ours('person', ...others) === pseudonym).toBe(JSON.stringify(others) === JSON.stringify(texts));
      expect([ours('player', ...texts), ours('judge', ...texts), theirs('person', ...texts)]).not.toContain(pseudonym);
    }),
  );
});
