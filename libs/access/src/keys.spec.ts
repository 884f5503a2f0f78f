import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { openKeys } from './keys.js';
import { SettingError } from './setting-error.js';

const MASTER = '00112233445566778899aabbccddeeff'.repeat(2);
const OTHER_MASTER = 'ff'.repeat(32);
const ADMIN = 'sixteen-letters!';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'ladder-keys-')), 'data');
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

describe('the first start of a data folder', () => {
  it('makes a master key and an administrator key, and shows the latter once', () => {
    const first = openKeys({ folder });
    const shown = first.createdAdminKey ?? '';
    expect(shown.length).toBeGreaterThanOrEqual(40);
    expect(first.isAdmin(shown)).toBe(true);

    const second = openKeys({ folder });
    expect(second.createdAdminKey).toBeNull();
    expect(second.isAdmin(shown)).toBe(true);
    expect(second.isAdmin(`${shown}x`)).toBe(false);
    expect(second.master).toEqual(first.master);
  });

  it('lets nobody else read the files, and leaves no draft behind', () => {
    openKeys({ folder });
    expect(readdirSync(folder).sort()).toEqual(['admin.hash', 'master.check', 'master.key']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('keeps the administrator key nowhere', () => {
    const shown = openKeys({ folder }).createdAdminKey ?? '';
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(shown);
  });

  it('keeps no master key that was set', () => {
    openKeys({ folder, masterKey: MASTER, adminKey: ADMIN });
    expect(readdirSync(folder)).toEqual(['master.check']);
    expect(readFileSync(join(folder, 'master.check'), 'utf8')).not.toContain(MASTER);
  });

  it('leaves nothing behind when a setting is refused', () => {
    expect(refusal({ adminKey: 'short' }).setting).toBe('LADDER_ADMIN_KEY');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('LADDER_MASTER_KEY', () => {
  it('is 32 bytes as hex or as base64, and both spell the same key', () => {
    const hex = openKeys({ folder, masterKey: MASTER, adminKey: ADMIN });
    const upper = openKeys({ folder, masterKey: MASTER.toUpperCase(), adminKey: ADMIN });
    const base64 = openKeys({ folder, masterKey: Buffer.from(MASTER, 'hex').toString('base64'), adminKey: ADMIN });
    expect(upper.master).toEqual(hex.master);
    expect(base64.master).toEqual(hex.master);
    expect(hex.master).toHaveLength(32);
  });

  it.each(['', ' ', 'secret', MASTER.slice(2), `${MASTER}00`, `${MASTER}\n`, `x${MASTER.slice(1)}`, 'A'.repeat(42) + 'B=', '!'.repeat(44)])(
    'is refused as %j',
    (masterKey) => {
      expect(refusal({ masterKey, adminKey: ADMIN })).toMatchObject({
        setting: 'LADDER_MASTER_KEY',
        message: expect.stringContaining('LADDER_MASTER_KEY must be 32 bytes'),
      });
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('must stay the one that the folder was made with', () => {
    openKeys({ folder, masterKey: MASTER, adminKey: ADMIN });
    expect(refusal({ masterKey: OTHER_MASTER, adminKey: ADMIN }).message).toBe(
      `LADDER_MASTER_KEY is not the key that the data folder ${folder} was made with.`,
    );
    expect(refusal({ adminKey: ADMIN }).message).toBe(`LADDER_MASTER_KEY is not set, and the data folder ${folder} was made with one.`);
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  it('must be at hand for a folder whose database came from a backup: a new one would lock the right one out', () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'events.db'), '');
    expect(refusal({ adminKey: ADMIN }).setting).toBe('LADDER_MASTER_KEY');
    expect(readdirSync(folder)).toEqual(['events.db']);
    expect(openKeys({ folder, masterKey: MASTER, adminKey: ADMIN }).isAdmin(ADMIN)).toBe(true);
  });

  it('may name the key that the folder made for itself, and no other', () => {
    const own = openKeys({ folder, adminKey: ADMIN });
    const masterKey = readFileSync(join(folder, 'master.key'), 'utf8').trim();
    expect(openKeys({ folder, masterKey, adminKey: ADMIN }).master).toEqual(own.master);
    expect(refusal({ masterKey: OTHER_MASTER, adminKey: ADMIN }).setting).toBe('LADDER_MASTER_KEY');
  });

  it('is named when master.key was damaged or exchanged', () => {
    openKeys({ folder, adminKey: ADMIN });
    writeFileSync(join(folder, 'master.key'), 'gone');
    expect(refusal({}).message).toBe(`master.key in ${folder} is damaged: restore it, or set LADDER_MASTER_KEY to its key.`);
    writeFileSync(join(folder, 'master.key'), OTHER_MASTER);
    expect(refusal({}).message).toContain('master.key is not the key');
  });
});

describe('LADDER_ADMIN_KEY', () => {
  it('is the only key accepted while it is set', () => {
    const made = openKeys({ folder }).createdAdminKey ?? '';
    const keys = openKeys({ folder, adminKey: ADMIN });
    expect(keys.createdAdminKey).toBeNull();
    expect(keys.isAdmin(ADMIN)).toBe(true);
    expect([made, '', ADMIN.slice(1), ADMIN.toUpperCase(), `${ADMIN} `].map((text) => keys.isAdmin(text))).toEqual(Array(5).fill(false));
  });

  it.each(['', 'fifteen-letters', 'with spaces in between', 'sixteen-lettersé', 'sixteen-letters!\n'])(
    'is refused as %j, without repeating it',
    (adminKey) => {
      const { setting, message } = refusal({ adminKey });
      expect(setting).toBe('LADDER_ADMIN_KEY');
      if (adminKey !== '') expect(message).not.toContain(adminKey);
    },
  );

  it('is named when the hash of the made key was damaged', () => {
    openKeys({ folder });
    writeFileSync(join(folder, 'admin.hash'), 'gone');
    expect(refusal({}).setting).toBe('LADDER_ADMIN_KEY');
  });
});

describe('LADDER_DATA is named in one line', () => {
  it('when the folder is a file', () => {
    writeFileSync(folder, '');
    expect(refusal({})).toMatchObject({ setting: 'LADDER_DATA', message: `LADDER_DATA: ${folder}/master.check cannot be read (ENOTDIR).` });
  });

  it('when something in the folder is in the way of a key', () => {
    mkdirSync(folder);
    symlinkSync(join(folder, 'nowhere'), join(folder, 'admin.hash'));
    expect(refusal({})).toMatchObject({ setting: 'LADDER_DATA', message: `LADDER_DATA: ${folder}/admin.hash cannot be written (EEXIST).` });
  });
});

describe('derived keys', () => {
  it('are the same on every node with the same master key', () => {
    const one = openKeys({ folder: join(folder, 'one'), masterKey: MASTER, adminKey: ADMIN });
    const two = openKeys({ folder: join(folder, 'two'), masterKey: MASTER, adminKey: ADMIN });
    expect(two.signing.publicKey.equals(one.signing.publicKey)).toBe(true);
    expect(two.hmac('a', 'b')).toEqual(one.hmac('a', 'b'));
  });

  it('never change: ledgers hold what was made with them', () => {
    const keys = openKeys({ folder, masterKey: MASTER, adminKey: ADMIN });
    expect({
      vault: Buffer.from(keys.master).toString('hex'),
      signing: keys.signing.publicKey.export({ format: 'jwk' }).x,
      hmac: keys.hmac('purpose', 'one', 'two').toString('hex'),
    }).toEqual({
      vault: 'f032359fc5fe6771d2bf0b28f88cf0caa69a26dd426b5f4de8f9718a813a9094',
      signing: '-s0kc7FkIVfMTjMMvj-6QfJmmicTsVOBYtdyJvg6ptg',
      hmac: 'c782d36e482ed6fe35657f7cc748568775a38ad83a208ac983cf2327c2a1ecba',
    });
  });

  it('differ by purpose, and none is the master key itself', () => {
    const keys = openKeys({ folder, masterKey: MASTER, adminKey: ADMIN });
    expect(keys.hmac('one', 'text')).not.toEqual(keys.hmac('two', 'text'));
    expect(Buffer.from(keys.master).toString('hex')).not.toBe(MASTER);
  });

  it('never give two lists of texts the same HMAC', () => {
    const keys = openKeys({ folder, masterKey: MASTER, adminKey: ADMIN });
    // Any UTF-16, lone surrogates included, from few signs, so that lists which only differ in their seams are common.
    const text = fc.array(fc.constantFrom('a', '\0', '\ud800', '\udc00', '\ufffd', 'é'), { maxLength: 4 }).map((signs) => signs.join(''));
    const list = fc.array(text, { maxLength: 4 });
    fc.assert(
      fc.property(list, list, (left, right) => {
        const same = left.length === right.length && left.every((part, index) => part === right[index]);
        expect(keys.hmac('p', ...left).equals(keys.hmac('p', ...right))).toBe(same);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tell texts apart that only differ in where one ends', () => {
    const keys = openKeys({ folder, masterKey: MASTER, adminKey: ADMIN });
    const lists = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc'], [], [''], ['', '']];
    expect(new Set(lists.map((list) => keys.hmac('p', ...list).toString('hex'))).size).toBe(lists.length);
  });
});

function refusal(settings: { masterKey?: string; adminKey?: string }): SettingError {
  try {
    openKeys({ folder, ...settings });
  } catch (error) {
    if (error instanceof SettingError) {
      expect(error.message).not.toContain('\n');
      return error;
    }
    throw error;
  }
  throw new Error('The settings were accepted.');
}
