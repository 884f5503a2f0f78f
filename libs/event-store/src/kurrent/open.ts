import type { EventStore } from '../port.js';
import { masterKeyOf } from '../vault/master-key.js';
import type { MovableVault } from '../vault/vault.js';
import { EventAppender } from './event-appender.js';
import { KurrentEventStore } from './kurrent-event-store.js';
import { KurrentVault } from './kurrent-vault.js';
import { PersonStreams } from './person-streams.js';
import { Pulse } from './pulse.js';
import { connectionTo } from './settings.js';
import { StreamNames } from './stream-names.js';
import { Tail } from './tail.js';
import { VaultIndex } from './vault-index.js';
import { WakeGroups } from './wake-groups.js';

export interface KurrentSettings {
  /** `esdb://…` or `esdb+discover://…`, as the client's documentation has it. */
  address: string;
  /** 32 secret bytes that wrap the keys of persons: the same in all processes that use the store. */
  masterKey: Uint8Array;
  /** Is told when the subscription failed and is opened again. */
  report?: (error: unknown) => void;
}

export interface KurrentStore {
  /** Its `close` closes everything. */
  store: EventStore;
  vault: MovableVault;
  /** For how many milliseconds nothing that was written came back through the subscription. Some seconds are nothing, half a minute is an alarm. */
  silence(): number;
}

/**
 * Opens the event store and vault on a server. Open one in a process: it holds one subscription for all who follow.
 *
 * @throws AddressUnusable for an address that cannot be used, or a store of another master key.
 * @throws StoreUnavailable when the server does not answer.
 */
export async function openKurrentStore({ address, masterKey, report = () => undefined }: KurrentSettings): Promise<KurrentStore> {
  const key = masterKeyOf(masterKey);
  const { client, credentials } = connectionTo(address);
  const closing = new AbortController();
  const appender = new EventAppender(client, credentials, closing.signal);
  const persons = new PersonStreams(client, appender, key.wrappingKey, closing.signal);
  const index = new VaultIndex(client, appender, (person) => vault.letGoOf(person));
  const vault: KurrentVault = new KurrentVault(index, persons);
  const tail = new Tail(client, closing.signal, report);
  const pulse = new Pulse(client, appender, tail);
  const store = new KurrentEventStore({
    client,
    appender,
    names: new StreamNames(client, appender),
    vault,
    tail,
    wakeGroups: new WakeGroups(client, closing.signal),
    closing,
  });
  try {
    await index.begin(key);
    tail.start(await store.end(), (id) => pulse.heard(id));
  } catch (error) {
    await store.close();
    throw error;
  }
  pulse.start();
  closing.signal.addEventListener('abort', () => pulse.stop());
  return { store, vault, silence: () => pulse.silence };
}
