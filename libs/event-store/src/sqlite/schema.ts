import type { DatabaseSync } from 'node:sqlite';

/** The version of the tables below; a file of a later one is refused. */
export const SCHEMA_VERSION = 1;

/** "EvSt", so that a file of another program is not taken for ours. */
const APPLICATION_ID = 0x45765374;

/** Nonce, key and tag of a wrapped key. Forgetting overwrites it with as many zeros, so that SQLite rewrites the row where it lies. */
export const WRAPPED_KEY_BYTES = 12 + 32 + 16;

/**
 * Why an event that does not fit fails the statement and does not abort it, and why its stream is looked for at the end: otherwise SQLite would copy
 * each page before it adds a row, to be able to undo the statement. It adds single rows, of which nothing is written before they are refused.
 *
 * Why the tables of the vault look as they do: rows of `persons` are only ever added at the end and overwritten at the same length, so no page
 * split or merge ever leaves a copy of a wrapped key behind.
 */
const TABLES = `
  CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams (id) DEFERRABLE INITIALLY DEFERRED,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;

  CREATE TRIGGER events_are_appended_without_gaps BEFORE INSERT ON events
  WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM events)
    OR NEW.revision <> (SELECT coalesce(max(revision), -1) + 1 FROM events WHERE stream = NEW.stream)
    OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
  BEGIN SELECT raise(FAIL, 'events are appended without gaps and never replaced'); END;

  CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
  BEGIN SELECT raise(ABORT, 'events are never changed'); END;

  CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
  BEGIN SELECT raise(ABORT, 'events are never deleted'); END;

  CREATE TRIGGER streams_are_never_replaced BEFORE INSERT ON streams
  WHEN EXISTS (SELECT 1 FROM streams WHERE id = NEW.id OR name = NEW.name)
  BEGIN SELECT raise(ABORT, 'streams are never replaced'); END;

  CREATE TRIGGER streams_are_never_changed BEFORE UPDATE ON streams
  BEGIN SELECT raise(ABORT, 'streams are never changed'); END;

  CREATE TRIGGER streams_are_never_deleted BEFORE DELETE ON streams
  BEGIN SELECT raise(ABORT, 'streams are never deleted'); END;

  CREATE TABLE vault (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    key_check BLOB NOT NULL
  ) STRICT;

  CREATE TABLE persons (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    wrapped_key BLOB NOT NULL CHECK (length(wrapped_key) = ${WRAPPED_KEY_BYTES})
  ) STRICT;

  CREATE TRIGGER persons_are_only_forgotten BEFORE UPDATE ON persons
  WHEN NEW.id <> OLD.id OR NEW.name <> OLD.name OR NEW.wrapped_key <> zeroblob(${WRAPPED_KEY_BYTES})
  BEGIN SELECT raise(ABORT, 'of a person only the key changes, and only to zeros'); END;

  CREATE TRIGGER persons_stay_forgotten BEFORE DELETE ON persons
  BEGIN SELECT raise(ABORT, 'a person who was forgotten stays forgotten'); END;

  CREATE TABLE kept_texts (
    id INTEGER PRIMARY KEY,
    ref TEXT NOT NULL UNIQUE,
    sealed BLOB NOT NULL
  ) STRICT;

  CREATE TABLE text_persons (
    text INTEGER NOT NULL REFERENCES kept_texts (id),
    person INTEGER NOT NULL REFERENCES persons (id),
    PRIMARY KEY (text, person)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX text_persons_by_person ON text_persons (person, text);
`;

/** What a database file is: nothing yet, an event store of some version, or something else. */
export type FileKind = { kind: 'empty' } | { kind: 'store'; version: number } | { kind: 'foreign' };

/** Recognises a database file without changing it. */
export function kindOfFile(db: DatabaseSync): FileKind {
  const version = number(db, 'SELECT user_version FROM pragma_user_version');
  if (number(db, 'SELECT application_id FROM pragma_application_id') === APPLICATION_ID) return { kind: 'store', version };
  const isEmpty = version === 0 && number(db, 'SELECT count(*) FROM sqlite_schema') === 0;
  return isEmpty ? { kind: 'empty' } : { kind: 'foreign' };
}

/** Creates the tables in an empty file, all or none. `keyCheck` recognises the master key at later openings. */
export function createTables(db: DatabaseSync, keyCheck: Uint8Array): void {
  db.exec('BEGIN IMMEDIATE');
  db.exec(TABLES);
  db.prepare('INSERT INTO vault (only, key_check) VALUES (1, ?)').run(keyCheck);
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

/** The key check that the file was created with. */
export function keyCheckOf(db: DatabaseSync): Uint8Array {
  const row = db.prepare('SELECT key_check FROM vault').get();
  if (!(row?.['key_check'] instanceof Uint8Array)) throw new Error('the vault has lost its key check');
  return row['key_check'];
}

function number(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}
