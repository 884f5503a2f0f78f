import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTables, kindOfFile, SCHEMA_VERSION } from './schema.js';

let db: DatabaseSync;

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  createTables(db, new Uint8Array(32));
  db.exec(`
    INSERT INTO streams (id, name) VALUES (1, 'one'), (2, 'two');
    INSERT INTO events (position, stream, revision, id, type, body) VALUES (1, 1, 0, 'a', 'T', '{}'), (2, 1, 1, 'b', 'T', '{}');
    INSERT INTO persons (id, name, wrapped_key) VALUES (1, 'ada', randomblob(60));
  `);
});

afterEach(() => db.close());

describe('the database itself', () => {
  it.each([
    ["UPDATE events SET body = '[]' WHERE position = 1", 'events are never changed'],
    ['UPDATE events SET position = 3 WHERE position = 2', 'events are never changed'],
    ['DELETE FROM events WHERE position = 2', 'events are never deleted'],
    ['DELETE FROM events', 'events are never deleted'],
    ["INSERT OR REPLACE INTO events VALUES (2, 1, 1, 'b', 'T', '[]')", 'never replaced'],
    ["INSERT OR REPLACE INTO events VALUES (3, 1, 2, 'a', 'T', '[]')", 'never replaced'],
    ["INSERT INTO events VALUES (4, 1, 2, 'c', 'T', '{}')", 'without gaps'],
    ["INSERT INTO events VALUES (3, 1, 3, 'c', 'T', '{}')", 'without gaps'],
    ["INSERT INTO events VALUES (3, 2, 1, 'c', 'T', '{}')", 'without gaps'],
    ["INSERT INTO events VALUES (3, 7, 0, 'c', 'T', '{}')", 'FOREIGN KEY'],
    ["INSERT INTO events VALUES (3, 2, 0, 'c', 'T', x'00')", 'cannot store BLOB'],
    ["UPDATE streams SET name = 'three' WHERE id = 1", 'streams are never changed'],
    ['DELETE FROM streams WHERE id = 2', 'streams are never deleted'],
    ["INSERT OR REPLACE INTO streams VALUES (1, 'three')", 'streams are never replaced'],
    ['DELETE FROM persons', 'stays forgotten'],
    ["UPDATE persons SET name = 'ben'", 'only the key changes'],
    ['UPDATE persons SET wrapped_key = randomblob(60)', 'only to zeros'],
    ["UPDATE persons SET wrapped_key = x''", 'only to zeros'],
  ])('refuses %s', (statement, reason) => {
    expect(() => db.exec(statement)).toThrow(reason);
  });

  it('takes the next event of a stream, and the first of another', () => {
    db.exec("INSERT INTO events VALUES (3, 1, 2, 'c', 'T', '{}'), (4, 2, 0, 'd', 'T', '{}')");
    expect(db.prepare('SELECT count(*) AS events FROM events').get()).toMatchObject({ events: 4 });
  });

  it('takes zeros for the key of a person, and then no other key', () => {
    db.exec('UPDATE persons SET wrapped_key = zeroblob(60)');
    expect(() => db.exec('UPDATE persons SET wrapped_key = randomblob(60)')).toThrow('only to zeros');
  });
});

describe('kindOfFile', () => {
  it('tells a store, an empty file and another program apart', () => {
    expect(kindOfFile(db)).toEqual({ kind: 'store', version: SCHEMA_VERSION });
    const other = new DatabaseSync(':memory:');
    expect(kindOfFile(other)).toEqual({ kind: 'empty' });
    other.exec('CREATE TABLE notes (note TEXT)');
    expect(kindOfFile(other)).toEqual({ kind: 'foreign' });
    other.close();
  });
});
