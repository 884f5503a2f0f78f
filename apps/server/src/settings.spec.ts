import { resolve } from 'node:path';
import { SettingError } from '@ladder/access';
import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.js';

describe('the settings', () => {
  it('are those of a server for this machine alone, in ./data, unless told', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      folder: resolve('data'),
      adminKey: undefined,
      masterKey: undefined,
      log: 'warn',
      failpoint: undefined,
    });
  });

  it('are read from variables of their own, whatever else there is', () => {
    const env = { LADDER_HOST: '0.0.0.0', LADDER_PORT: '0', LADDER_DATA: '/srv/ladder', LADDER_LOG: 'info', PORT: '80', LADDERS: '2' };
    expect(readSettings(env)).toMatchObject({ host: '0.0.0.0', port: 0, folder: '/srv/ladder', log: 'info' });
  });

  it('of a command line take the place of those of the environment', () => {
    const env = { LADDER_PORT: '3001', LADDER_DATA: '/srv/ladder', LADDER_LOG: 'info' };
    expect(readSettings(env, { folder: 'here', port: 0, log: 'silent' })).toMatchObject({
      folder: resolve('here'),
      port: 0,
      log: 'silent',
    });
  });

  it.each([
    ['LADDER_PORT', '-1'],
    ['LADDER_PORT', '1e3'],
    ['LADDER_PORT', ' 80'],
    ['LADDER_DATA', ''],
    ['LADDER_ADMIN_KEY', ''],
    ['LADDER_MASTER_KEY', ''],
    ['LADDER_LOG', 'INFO'],
    ['LADDER_FAILPOINT', 'soon'],
    ['LADDER_DTA', '/srv/ladder'],
    ['LADDER_', 'x'],
  ])('%s is refused when it is "%s", by its name', (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^${name} is .*\\.$`));
  });

  it('that are keys are never repeated in a complaint', () => {
    const secret = 'hunter2-hunter2-hunter2';
    expect(() => readSettings({ LADDER_ADMIN_KEY: secret, LADDER_MASTER_KEY: secret, LADDER_PORT: 'x' })).not.toThrow(secret);
  });
});
