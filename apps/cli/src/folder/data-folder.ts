import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openKeys, vaultKeyOf } from '@ladder/access';
import type { Keys } from '@ladder/access';
import { FolderUnusable } from '@ladder/event-store';
import { Complaint } from '../complaint.js';
import { storeAddress } from './store-address.js';

/** The data folder that a command is about: `--data`, else LADDER_DATA, else ./data. */
export function dataFolder(data: string | undefined, env: NodeJS.ProcessEnv): string {
  return resolve(data ?? env['LADDER_DATA'] ?? 'data');
}

export function holdsEvents(folder: string): boolean {
  return existsSync(join(folder, 'events.db'));
}

/**
 * The keys of an existing folder, or of a node of the store that LADDER_STORE names.
 *
 * @throws FolderUnusable if nothing was ever recorded in the folder that is to hold it, Complaint if its master key is not at hand: none is made in its place.
 */
export function folderKeys(folder: string, env: NodeJS.ProcessEnv): Keys {
  if (storeAddress(env) === undefined && !holdsEvents(folder)) throw new FolderUnusable(folder, 'there is no event store in it');
  const masterKey = env['LADDER_MASTER_KEY'];
  if (masterKey === undefined && !existsSync(join(folder, 'master.key'))) {
    throw new Complaint(`The master key of ${folder} is missing: copy master.key there, or set LADDER_MASTER_KEY.`);
  }
  // Who only reads needs no administrator's key, and makes none.
  return openKeys({ folder, masterKey, adminKey: 'nobody-presents-this-key' });
}

/** The key of the vault, with which no folder is made where none is needed. @throws like {@link folderKeys} */
export function vaultKey(folder: string, env: NodeJS.ProcessEnv): Uint8Array {
  const masterKey = env['LADDER_MASTER_KEY'];
  if (storeAddress(env) !== undefined && masterKey !== undefined) return vaultKeyOf(masterKey);
  return folderKeys(folder, env).master;
}
