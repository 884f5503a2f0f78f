import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Appended, NewEvent, StoredEvent } from '../port.js';
import { EventIdTaken, WrongExpectedRevision } from '../store-errors.js';
import type { KeptText } from '../vault/vault.js';
import { StreamEnds } from './stream-ends.js';
import type { StreamEnd } from './stream-ends.js';

/** What is to be appended. */
export interface Append {
  stream: string;
  expectedRevision: number;
  events: readonly NewEvent[];
  texts: readonly KeptText[];
}

/** Why one append is not recorded, whatever becomes of the others of its transaction. */
export type AppendRefusal = WrongExpectedRevision | EventIdTaken;

/**
 * Records appends, inside a transaction that its caller holds. As the only one that writes it knows where the log and its streams end, and looks
 * into the file only for what it has not met yet.
 */
export class EventAppender {
  readonly #ends = new StreamEnds();
  readonly #keep: (texts: readonly KeptText[]) => void;
  readonly #streamId: StatementSync;
  readonly #addStream: StatementSync;
  readonly #lastRevision: StatementSync;
  readonly #lastPosition: StatementSync;
  readonly #placeOf: StatementSync;
  readonly #add: StatementSync;
  #recorded: StoredEvent[] = [];
  /** The position of the last event, once it was looked up. */
  #end: bigint | undefined;

  /** @param keep puts texts into the vault in the same transaction; it throws before it writes. */
  constructor(db: DatabaseSync, keep: (texts: readonly KeptText[]) => void) {
    this.#keep = keep;
    this.#streamId = db.prepare('SELECT id FROM streams WHERE name = ?');
    this.#addStream = db.prepare('INSERT INTO streams (name) VALUES (?)');
    this.#lastRevision = db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
    this.#lastPosition = db.prepare('SELECT max(position) AS position FROM events', { readBigInts: true });
    this.#placeOf = db.prepare('SELECT stream, revision, position FROM events WHERE id = ?', { readBigInts: true });
    // Of one row FAIL undoes as much as ABORT, and keeps no copy of the pages for it.
    this.#add = db.prepare('INSERT OR FAIL INTO events (position, stream, revision, id, type, body) VALUES (?, ?, ?, ?, ?, ?)');
  }

  /**
   * Records one append, or says why not. A refusal has written nothing, so that the others of the transaction need no savepoint against it.
   *
   * @param areIdsLookedFor otherwise an id that is taken makes SQLite throw, and with it the whole transaction fail.
   * @throws whatever SQLite or the vault throws.
   */
  record({ stream, expectedRevision, events, texts }: Append, areIdsLookedFor: boolean): Appended | AppendRefusal {
    const known = this.#endOf(stream);
    const actual = known?.revision ?? -1;
    if (actual !== expectedRevision) {
      const first = known && this.#sameAppend(known.id, expectedRevision, events);
      return first ?? new WrongExpectedRevision(stream, expectedRevision, actual);
    }
    const taken = areIdsLookedFor ? events.find(({ id }) => this.#placeOf.get(id) !== undefined) : undefined;
    if (taken) return new EventIdTaken(taken.id);

    this.#keep(texts);
    const streamId = known?.id ?? Number(this.#addStream.run(stream).lastInsertRowid);
    let revision = actual;
    let position = (this.#end ??= BigInt((this.#lastPosition.get()?.['position'] as bigint | null | undefined) ?? 0));
    for (const { id, type, body } of events) {
      this.#add.run(++position, streamId, ++revision, id, type, body);
      this.#recorded.push({ stream, revision, position, id, type, body });
    }
    this.#ends.remember(stream, { id: streamId, revision });
    this.#end = position;
    return { revision, position };
  }

  /** The revision of a stream's last event, if it is known without looking into the file. Not to be asked inside a transaction. */
  knownRevision(stream: string): number | undefined {
    return this.#ends.of(stream)?.revision;
  }

  /** What was recorded since the last commit: now it is committed. */
  takeCommitted(): StoredEvent[] {
    const committed = this.#recorded;
    this.#recorded = [];
    return committed;
  }

  /** What was recorded since the last commit never was. */
  rollBack(): void {
    this.#recorded = [];
    this.#ends.forget();
    this.#end = undefined;
  }

  #endOf(stream: string): StreamEnd | undefined {
    const known = this.#ends.of(stream);
    if (known) return known;
    const id = this.#streamId.get(stream)?.['id'] as number | undefined;
    if (id === undefined) return undefined;
    const end = { id, revision: Number(this.#lastRevision.get(id)?.['revision'] ?? -1) };
    this.#ends.remember(stream, end);
    return end;
  }

  /** Where the append stands if it was recorded before: all its ids, in order, right after the expected revision. */
  #sameAppend(streamId: number, expectedRevision: number, events: readonly NewEvent[]): Appended | undefined {
    let position: bigint | undefined;
    for (const [index, { id }] of events.entries()) {
      const place = this.#placeOf.get(id);
      if (Number(place?.['stream']) !== streamId || Number(place?.['revision']) !== expectedRevision + 1 + index) return undefined;
      position = place?.['position'] as bigint;
    }
    return position === undefined ? undefined : { revision: expectedRevision + events.length, position };
  }
}
