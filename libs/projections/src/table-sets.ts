import type { DatabaseSync } from 'node:sqlite';
import type { Projection } from './projection.js';
import { inTransaction } from './transaction.js';

/** A projection has one set of tables that is read, and a second one beside it while it is rebuilt. */
export type Place = 'live' | 'building';

/** The name of a table in one of the sets. */
export function tableIn(place: Place, table: string): string {
  return place === 'live' ? table : `building_${table}`;
}

/**
 * Readies the live tables of these projections, empty where there were none of this version, and drops what other versions left behind.
 *
 * @returns the names of those whose rebuild was cut off, so that it has to start again.
 */
export function readyTables(db: DatabaseSync, projections: readonly Projection[]): string[] {
  const current = (row: SetRow): Projection | undefined =>
    projections.find(({ name, version }) => name === row.projection && version === row.version);
  const found = setsIn(db);
  const cutOff = found.filter((row) => row.place === 'building' && current(row)).map(({ projection }) => projection);
  inTransaction(db, () => {
    for (const row of found) if (row.place === 'building' || !current(row)) drop(db, row);
    for (const projection of projections) {
      if (!setsIn(db).some(({ projection: name }) => name === projection.name)) create(db, projection, 'live');
    }
  });
  return cutOff;
}

/** Makes a fresh set beside the live one, in the place of one that was left unfinished. */
export function createBuildingTables(db: DatabaseSync, projection: Projection): void {
  inTransaction(db, () => {
    for (const row of setsIn(db)) if (row.projection === projection.name && row.place === 'building') drop(db, row);
    create(db, projection, 'building');
  });
}

/** Puts the set that was built in the place of the live one, with its checkpoint. Whoever reads sees the one or the other. */
export function takeOver(db: DatabaseSync, { name, tables }: Projection): void {
  inTransaction(db, () => {
    for (const table of Object.keys(tables)) {
      db.exec(`DROP TABLE ${tableIn('live', table)}; ALTER TABLE ${tableIn('building', table)} RENAME TO ${tableIn('live', table)}`);
    }
    for (const kept of ['checkpoints', 'quarantined']) {
      db.prepare(`DELETE FROM ${kept} WHERE projection = ? AND place = 'live'`).run(name);
      db.prepare(`UPDATE ${kept} SET place = 'live' WHERE projection = ?`).run(name);
    }
  });
}

interface SetRow {
  readonly projection: string;
  readonly place: Place;
  readonly version: number;
  readonly tables: string;
}

function setsIn(db: DatabaseSync): SetRow[] {
  return db.prepare('SELECT projection, place, version, tables FROM checkpoints').all() as unknown as SetRow[];
}

function create(db: DatabaseSync, { name, version, tables }: Projection, place: Place): void {
  for (const [table, definition] of Object.entries(tables)) db.exec(`CREATE TABLE ${tableIn(place, table)} ${definition}`);
  db.prepare('INSERT INTO checkpoints (projection, place, version, tables) VALUES (?, ?, ?, ?)').run(
    name,
    place,
    version,
    JSON.stringify(Object.keys(tables)),
  );
}

function drop(db: DatabaseSync, { projection, place, tables }: SetRow): void {
  for (const table of JSON.parse(tables) as string[]) db.exec(`DROP TABLE IF EXISTS ${tableIn(place, table)}`);
  for (const kept of ['checkpoints', 'quarantined']) {
    db.prepare(`DELETE FROM ${kept} WHERE projection = ? AND place = ?`).run(projection, place);
  }
}
