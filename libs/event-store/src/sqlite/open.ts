import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { EventReader, EventStore } from '../port.js';
import type { StoreUnavailable } from '../store-errors.js';
import { masterKeyOf } from '../vault/master-key.js';
import type { MasterKey } from '../vault/master-key.js';
import { OpenedTexts } from '../vault/opened-texts.js';
import type { MovableVault, TextReader } from '../vault/vault.js';
import { backUp } from './backup.js';
import { connect, connectReadOnly, databaseFile, makeDurable } from './connection.js';
import { SqliteEventReader } from './event-reader.js';
import { FolderUnusable } from './folder-errors.js';
import { makeFolder } from './make-folder.js';
import { createTables, keyCheckOf, kindOfFile, SCHEMA_VERSION } from './schema.js';
import { reasonOf } from './sqlite-failure.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { SqliteVault } from './sqlite-vault.js';
import { syncFolder } from './sync-path.js';
import { SqliteTextReader } from './text-reader.js';
import { Writer } from './writer.js';
import { takeWriterLock } from './writer-lock.js';

export interface SqliteSettings {
  /** Where the files lie; made when it is missing. On a local disk: network file systems keep neither locks nor syncs. */
  folder: string;
  /** 32 secret bytes that wrap the keys of persons. They are kept elsewhere, and without them the vault is lost. */
  masterKey: Uint8Array;
  /** Is called when the disk has failed under a write. Reads go on, writes do not: the process should end, and recover at its next start. */
  onFatal?: (error: StoreUnavailable) => void;
}

export interface SqliteStore {
  /** Its `close` closes everything. */
  store: EventStore;
  vault: MovableVault;
  /**
   * Writes a copy of events and vault to a new file, while writing goes on. It holds all that was acknowledged before the call, takes the time that
   * copying takes however much is written meanwhile, and is on disk when the promise resolves.
   *
   * @throws BackupUnusable when the file exists or cannot be written.
   */
  backup(file: string): Promise<void>;
}

export interface SqliteStoreReadOnly {
  store: EventReader;
  vault: TextReader;
  close(): void;
}

/**
 * Opens the event store and vault in a folder, as its only writer.
 *
 * @throws FolderInUse while another process writes there.
 * @throws FolderUnusable when the folder cannot be written, is of a newer version or another master key, or holds something else.
 */
export function openSqliteStore({ folder, masterKey, onFatal = () => undefined }: SqliteSettings): SqliteStore {
  const key = masterKeyOf(masterKey);
  makeFolder(folder);
  const lock = takeWriterLock(folder);
  try {
    const db = opened(
      folder,
      () => connect(databaseFile(folder)),
      (connection) => prepareForWriting(connection, folder, key),
    );
    const writer = new Writer(db, databaseFile(folder), onFatal);
    const vault = new SqliteVault(db, writer, key.wrappingKey);
    const store = new SqliteEventStore(
      db,
      writer,
      (texts) => vault.keep(texts),
      async () => {
        await writer.close();
        lock.release();
      },
    );
    return { store, vault, backup: (file) => backUp(databaseFile(folder), file) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the event store and vault in a folder for reading, also while a server writes to it.
 *
 * @throws FolderUnusable when there is no event store, or one of a newer version or another master key.
 */
export function openSqliteStoreReadOnly({ folder, masterKey }: Pick<SqliteSettings, 'folder' | 'masterKey'>): SqliteStoreReadOnly {
  const key = masterKeyOf(masterKey);
  if (!existsSync(databaseFile(folder))) throw new FolderUnusable(folder, 'there is no event store in it');
  const db = opened(
    folder,
    () => connectReadOnly(databaseFile(folder)),
    (connection) => {
      if (isEmpty(connection, folder)) throw new FolderUnusable(folder, 'there is no event store in it');
      checkMasterKey(connection, folder, key);
    },
  );
  // The server may forget a person at any time without this process hearing of it, so nothing is remembered here.
  return {
    store: new SqliteEventReader(db),
    vault: new SqliteTextReader(db, key.wrappingKey, new OpenedTexts(0)),
    close: () => db.close(),
  };
}

/** Connects and prepares, and leaves nothing open when one of the two fails. */
function opened(folder: string, open: () => DatabaseSync, prepare: (db: DatabaseSync) => void): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = open();
    prepare(db);
    return db;
  } catch (error) {
    db?.close();
    throw error instanceof FolderUnusable ? error : new FolderUnusable(folder, reasonOf(error), error);
  }
}

function prepareForWriting(db: DatabaseSync, folder: string, key: MasterKey): void {
  const isNew = isEmpty(db, folder);
  makeDurable(db);
  if (isNew) {
    createTables(db, key.check);
    syncFolder(folder);
  } else {
    checkMasterKey(db, folder, key);
  }
  // Finishes what a crash may have left: the log can still hold the key of a person whom the last process forgot.
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** @throws FolderUnusable when the file is neither empty nor a store that this program knows. */
function isEmpty(db: DatabaseSync, folder: string): boolean {
  const file = kindOfFile(db);
  if (file.kind === 'foreign') throw new FolderUnusable(folder, 'its events.db belongs to another program');
  if (file.kind === 'empty') return true;
  if (file.version <= SCHEMA_VERSION) return false;
  throw new FolderUnusable(
    folder,
    `it was written by a newer release (version ${file.version} of the files, and this one knows ${SCHEMA_VERSION}); update this program`,
  );
}

function checkMasterKey(db: DatabaseSync, folder: string, key: MasterKey): void {
  if (!Buffer.from(key.check).equals(keyCheckOf(db))) throw new FolderUnusable(folder, 'its vault was made with another master key');
}
