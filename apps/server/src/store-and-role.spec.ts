import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.js';

const MASTER = 'a'.repeat(64);
const ESDB = 'esdb://127.0.0.1:2113?tls=false';

describe('the store and the role of a node', () => {
  it('are SQLite and all, unless told', () => {
    expect(readSettings({})).toMatchObject({ store: 'sqlite', role: 'all' });
  });

  it('are taken where nodes share a server and its keys', () => {
    const shared = { LADDER_STORE: ESDB, LADDER_MASTER_KEY: MASTER, LADDER_ADMIN_KEY: 'an-administrators-key' };
    expect(readSettings({ ...shared, LADDER_ROLE: 'api' })).toMatchObject({ store: ESDB, role: 'api' });
    expect(readSettings({ LADDER_STORE: ESDB, LADDER_MASTER_KEY: MASTER, LADDER_ROLE: 'worker' })).toMatchObject({ role: 'worker' });
    expect(readSettings({ LADDER_STORE: ESDB }, { role: 'all' })).toMatchObject({ role: 'all' });
  });

  it.each([
    [{ LADDER_ROLE: 'api' }, 'LADDER_ROLE is "api": with sqlite there is one node'],
    [{ LADDER_ROLE: 'boss', LADDER_STORE: ESDB }, 'LADDER_ROLE is "boss"'],
    [{ LADDER_ROLE: 'worker', LADDER_STORE: ESDB }, 'LADDER_MASTER_KEY is not set'],
    [{ LADDER_ROLE: 'api', LADDER_STORE: ESDB, LADDER_MASTER_KEY: MASTER }, 'LADDER_ADMIN_KEY is not set'],
    [{ LADDER_STORE: 'postgres://somewhere' }, 'LADDER_STORE must be sqlite'],
  ])('%j is refused with a sentence', (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence);
  });

  it('are refused without repeating an address, which can hold a password', () => {
    expect(() => readSettings({ LADDER_STORE: 'kurrentdb://admin:secret@somewhere' })).toThrow(/^((?!secret).)*$/);
  });
});
