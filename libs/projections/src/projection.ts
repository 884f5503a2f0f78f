import type { StoredEvent } from '@ladder/event-store';
import type { EventType, LedgerEvent } from '@ladder/ledger';
import type { DatabaseSync } from 'node:sqlite';

/** What one read model makes of the log: its tables, the events that matter to it, and how they become rows. It sends nothing anywhere. */
export interface Projection {
  readonly name: string;
  /** Raised with every change of tables or of their meaning: rows of another version are dropped and built anew from the log. */
  readonly version: number;
  /** The event types that matter; others are passed over without being parsed, and when it catches up without being fetched. */
  readonly types: readonly EventType[];
  /**
   * The tables by name, and what follows the name in `CREATE TABLE`. An index is written as a `UNIQUE` constraint, because such an index follows
   * its table when a rebuilt one takes over.
   */
  readonly tables: Readonly<Record<string, string>>;
  /** @param nameOf the name that a table of {@link tables} has in the set to write to. */
  rowsIn(db: DatabaseSync, nameOf: (table: string) => string): Rows;
}

/** Gathers what events change in memory, so that a row that changes often is written once. */
export interface Rows {
  /** About how many rows {@link write} would touch. */
  readonly waiting: number;
  /**
   * Fetches what {@link take} needs of these events and is not in them, before any transaction begins.
   *
   * @throws StoreUnavailable when that cannot be had now: the events are tried again.
   */
  ready?(events: readonly StoredEvent[]): Promise<void>;
  /** Takes one event into memory. @param position its place in the whole log. */
  take(tournament: string, event: LedgerEvent, position: bigint): void;
  /** Writes what was taken, inside the caller's transaction: all of it, or about `most` rows of it. */
  write(most?: number): void;
  /** Drops what was taken and not written. */
  forget(): void;
}
