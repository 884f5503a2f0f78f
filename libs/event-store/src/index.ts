export { MAX_APPEND_BYTES, MAX_EVENT_BYTES } from './append-rules.js';
export type { Appended, EventReader, EventStore, NewEvent, StoredEvent } from './port.js';
export { BackupUnusable, FolderInUse, FolderUnusable } from './sqlite/folder-errors.js';
export { openSqliteStore, openSqliteStoreReadOnly } from './sqlite/open.js';
export type { SqliteSettings, SqliteStore, SqliteStoreReadOnly } from './sqlite/open.js';
export { restoreSqlite } from './sqlite/restore.js';
export { AppendTooLarge, EventIdTaken, StoreUnavailable, WrongExpectedRevision } from './store-errors.js';
export { commitmentTo, seal } from './vault/seal.js';
export type { KeptText, OpenedText, SealedText, TextReader, Vault } from './vault/vault.js';
