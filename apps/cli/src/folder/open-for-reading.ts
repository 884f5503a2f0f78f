import { AddressUnusable, StoreUnavailable, openKurrentStoreReadOnly, openSqliteStoreReadOnly } from '@ladder/event-store';
import type { EventReader, TextReader } from '@ladder/event-store';
import { Complaint } from '../complaint.js';
import { vaultKey } from './data-folder.js';
import { storeAddress } from './store-address.js';

/** A store of either kind, to which nothing is written. */
export interface ReadableStore {
  readonly store: EventReader;
  readonly vault: TextReader;
  close(): Promise<void> | void;
}

/**
 * Opens the store that LADDER_STORE names, or that of the data folder; servers may go on writing to it.
 *
 * @throws FolderUnusable, SettingError or Complaint where it cannot be read.
 */
export async function openForReading(folder: string, env: NodeJS.ProcessEnv): Promise<ReadableStore> {
  const address = storeAddress(env);
  const masterKey = vaultKey(folder, env);
  if (address === undefined) return openSqliteStoreReadOnly({ folder, masterKey });
  try {
    return await openKurrentStoreReadOnly({ address, masterKey });
  } catch (error) {
    if (error instanceof AddressUnusable || error instanceof StoreUnavailable) throw new Complaint(`LADDER_STORE: ${error.message}`);
    throw error;
  }
}
