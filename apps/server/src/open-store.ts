import { SettingError, openKeys } from '@ladder/access';
import type { Keys } from '@ladder/access';
import { AddressUnusable, BackupUnusable, StoreUnavailable, makeFolder, openKurrentStore, openSqliteStore } from '@ladder/event-store';
import type { EventStore, Vault } from '@ladder/event-store';
import { SQLITE } from './settings.js';
import type { Settings } from './settings.js';

/** The store that the settings name, and how it differs from the other. */
export interface OpenedStore {
  readonly keys: Keys;
  readonly store: EventStore;
  readonly vault: Vault;
  /** Whether other nodes may write to it. */
  readonly shared: boolean;
  /** How far apart two of its positions may be before somebody is far behind: events in SQLite, bytes of the log on a server. */
  readonly notFar: bigint;
  /** For how many milliseconds nothing that was written came back to whoever follows. */
  silence(): number;
  /** Takes texts that nothing refers to out of the vault, where they can stay behind; tells how many. */
  readonly sweep: (signal: AbortSignal) => Promise<number>;
  /** @throws BackupUnusable. */
  backup(file: string): Promise<void>;
}

const EVENTS_NOT_FAR = 2_000n;
const BYTES_NOT_FAR = 4n * 1024n * 1024n;

/**
 * Opens the store, and the keys that go with it.
 *
 * @param onFatal is called when the disk failed under a write; `report` when a subscription has to be opened again.
 * @throws SettingError naming the setting that is wrong.
 */
export async function openStore(
  { folder, store: named, masterKey, adminKey }: Settings,
  onFatal: (error: StoreUnavailable) => void,
  report: (error: unknown) => void,
): Promise<OpenedStore> {
  asData(() => makeFolder(folder));
  const keys = openKeys({ folder, ...(masterKey !== undefined && { masterKey }), ...(adminKey !== undefined && { adminKey }) });
  if (named !== SQLITE) return { keys, ...(await openServer(named, keys, report)) };
  const opened = asData(() => openSqliteStore({ folder, masterKey: keys.master, onFatal }));
  return { keys, ...opened, shared: false, notFar: EVENTS_NOT_FAR, silence: () => 0, sweep: () => Promise.resolve(0) };
}

/** @throws SettingError naming the folder, where it is to blame. */
function asData<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new SettingError('LADDER_DATA', `LADDER_DATA: ${error.message}`);
    throw error;
  }
}

async function openServer(address: string, keys: Keys, report: (error: unknown) => void): Promise<Omit<OpenedStore, 'keys'>> {
  try {
    const opened = await openKurrentStore({ address, masterKey: keys.master, report });
    const backup = (file: string) =>
      Promise.reject(new BackupUnusable(file, 'the store is an EventStoreDB, which is backed up by its own means'));
    return { ...opened, shared: true, notFar: BYTES_NOT_FAR, backup };
  } catch (error) {
    if (error instanceof AddressUnusable || error instanceof StoreUnavailable) {
      throw new SettingError('LADDER_STORE', `LADDER_STORE: ${error.message}`);
    }
    throw error;
  }
}
