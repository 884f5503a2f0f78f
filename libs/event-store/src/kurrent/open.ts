import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventReader, EventStore } from '../port.js';
import { masterKeyOf } from '../vault/master-key.js';
import type { MasterKey } from '../vault/master-key.js';
import type { MovableVault, TextReader } from '../vault/vault.js';
import { maxAppendBytesOf } from './append-limit.js';
import { EventAppender } from './event-appender.js';
import { KurrentEventReader } from './event-reader.js';
import { KurrentEventStore } from './kurrent-event-store.js';
import { KurrentVault } from './kurrent-vault.js';
import { PersonStreams } from './person-streams.js';
import { Pulse } from './pulse.js';
import { connectionTo, letGo } from './settings.js';
import { StreamNames } from './stream-names.js';
import { Tail } from './tail.js';
import { TextCuts } from './text-cuts.js';
import { TextKeeper } from './text-keeper.js';
import { VaultIndex } from './vault-index.js';
import { VaultSweep } from './vault-sweep.js';
import { WakeGroups } from './wake-groups.js';

export interface KurrentSettings {
  /** `esdb://…` or `esdb+discover://…`, as the client's documentation has it. */
  address: string;
  /** 32 secret bytes that wrap the keys of persons: the same in all processes that use the store. */
  masterKey: Uint8Array;
  /** Is told when the subscription failed and is opened again. */
  report?: (error: unknown) => void;
  now?: () => Date;
}

export interface KurrentStore {
  /** Its `close` closes everything. */
  store: EventStore;
  vault: MovableVault;
  /** For how many milliseconds nothing that was written came back through the subscription. Some seconds are nothing, half a minute is an alarm. */
  silence(): number;
  /**
   * Takes texts out of the vault that have waited for more than a day for an event that refers to them. To be called now and then.
   *
   * @returns how many. @throws StoreUnavailable: call again later.
   */
  sweep: (signal: AbortSignal) => Promise<number>;
}

export interface KurrentStoreReadOnly {
  store: EventReader;
  vault: TextReader;
  close(): Promise<void>;
}

/**
 * Opens the event store and vault on a server. Open one in a process: it holds one subscription for all who follow.
 *
 * @throws AddressUnusable for an address that cannot be used, a server that takes too little in one append, or a store of another master key.
 * @throws StoreUnavailable when the server does not answer.
 */
export async function openKurrentStore(settings: KurrentSettings): Promise<KurrentStore> {
  const { report = () => undefined, now = () => new Date() } = settings;
  const key = masterKeyOf(settings.masterKey);
  const { client, credentials } = connectionTo(settings.address);
  const closing = new AbortController();
  const appender = new EventAppender(client, credentials, closing.signal);
  const { vault, index, cuts } = vaultOn(client, appender, key, closing.signal);
  const tail = new Tail(client, closing.signal, report);
  const pulse = new Pulse(client, appender, tail);
  try {
    await index.begin(key);
    const store = new KurrentEventStore({
      client,
      appender,
      names: new StreamNames(client, appender),
      vault,
      tail,
      wakeGroups: new WakeGroups(client, closing.signal),
      closing,
      maxAppendBytes: await maxAppendBytesOf(client, credentials),
      now,
    });
    tail.start(await store.end(), (id) => pulse.heard(id));
    pulse.start();
    closing.signal.addEventListener('abort', () => pulse.stop());
    const sweep = new VaultSweep(client, appender, index, cuts, now);
    return { store, vault, silence: () => pulse.silence, sweep: (signal) => sweep.pass(AbortSignal.any([signal, closing.signal])) };
  } catch (error) {
    closing.abort();
    await letGo(client);
    throw error;
  }
}

/**
 * Opens the event store and vault on a server for reading: nothing is written there, and nobody follows.
 *
 * @throws AddressUnusable for an address that cannot be used, and where nothing was ever recorded, or under another master key.
 * @throws StoreUnavailable when the server does not answer.
 */
export async function openKurrentStoreReadOnly({
  address,
  masterKey,
}: Pick<KurrentSettings, 'address' | 'masterKey'>): Promise<KurrentStoreReadOnly> {
  const key = masterKeyOf(masterKey);
  const { client, credentials } = connectionTo(address);
  const closing = new AbortController();
  const close = (): Promise<void> => {
    closing.abort();
    return letGo(client);
  };
  const appender = new EventAppender(client, credentials, closing.signal);
  const { vault, index } = vaultOn(client, appender, key, closing.signal);
  try {
    await index.recognise(key);
  } catch (error) {
    await close();
    throw error;
  }
  return { store: new KurrentEventReader(client, new StreamNames(client, appender)), vault, close };
}

function vaultOn(client: EventStoreDBClient, appender: EventAppender, key: MasterKey, closing: AbortSignal) {
  const persons = new PersonStreams(client, appender, key.wrappingKey, closing);
  const cuts = new TextCuts(client, appender, persons);
  const index: VaultIndex = new VaultIndex(client, appender, (gone) => vault.letGoOf(gone));
  const vault = new KurrentVault(index, persons, new TextKeeper(index, persons), cuts);
  return { vault, index, cuts };
}
