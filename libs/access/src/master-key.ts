import { randomBytes } from 'node:crypto';

import { keepOnce, readKept } from './kept-file.js';
import { SettingError } from './setting-error.js';

/** The master key of a data folder where LADDER_MASTER_KEY is not set: 64 hex digits. */
const MASTER_FILE = 'master.key';

/**
 * The 32 bytes from which every other key of a server is derived: LADDER_MASTER_KEY, or else `master.key` of the data folder, made at the
 * first start.
 *
 * Throws `SettingError` if the setting is anything but 32 bytes as hex or base64, or missing for a folder (`established`) that was made
 * with one: a new random key would not open what that folder holds.
 */
export function masterKeyOf(folder: string, setting: string | undefined, established: boolean): Buffer {
  if (setting !== undefined) {
    const key = parseKey(setting);
    if (key === null) {
      throw new SettingError('LADDER_MASTER_KEY', 'LADDER_MASTER_KEY must be 32 bytes, as 64 hex digits or as base64 (44 characters).');
    }
    return key;
  }
  if (established && readKept(folder, MASTER_FILE) === null) {
    throw new SettingError('LADDER_MASTER_KEY', `LADDER_MASTER_KEY is not set, and the data folder ${folder} was made with one.`);
  }
  const { text } = keepOnce(folder, MASTER_FILE, () => `${randomBytes(32).toString('hex')}\n`);
  const key = parseKey(text.trim());
  if (key === null) {
    throw new SettingError('LADDER_MASTER_KEY', `${MASTER_FILE} in ${folder} is damaged: restore it, or set LADDER_MASTER_KEY to its key.`);
  }
  return key;
}

function parseKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const key = Buffer.from(text, 'base64');
  // Node's decoder skips what it does not know; only what encodes back to the same text was base64.
  return key.length === 32 && key.toString('base64') === text ? key : null;
}
