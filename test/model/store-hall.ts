import { randomUUID } from 'node:crypto';
import { Saga } from '@ladder/escalation';
import { openSqliteStore } from '@ladder/event-store';
import type { SqliteStore } from '@ladder/event-store';
import { ADMIN, recordView } from '@ladder/ledger';
import { isRecorded, Ledgers } from '@ladder/ledgers';
import type { Build } from '@ladder/ledgers';
import type { Act, Mishap, Setup } from './acts.js';
import { commandFor, openingOf, remember } from './commands.js';
import { Known } from './hall.js';
import type { Answer, Hall } from './hall.js';
import type { RecordLines } from './record.js';

const EDITION = 'riftbound-2026-10-16';

/** One process at the store: its own folded ledgers, and a saga that follows the log. */
interface Node {
  readonly ledgers: Ledgers;
  readonly saga: Saga;
}

/** The core where it meets the store: commands decided on one node, while sagas of one or two nodes race to append what is owed. */
export class StoreHall implements Hall {
  readonly patienceMs = 10_000;
  readonly #tournament = `t-${randomUUID()}`;
  readonly #known = new Known();
  #sqlite: SqliteStore;
  #node!: Node;
  #second: Node | null = null;

  constructor(private readonly folder: string) {
    this.#sqlite = this.#opened();
  }

  async open(setup: Setup): Promise<void> {
    this.#node = await this.#started();
    for (const command of openingOf(setup, this.#tournament)) {
      const refused = await this.#send(() => command, ADMIN);
      if (refused !== null) throw new Error(`${command.type} was refused: ${refused}`);
    }
  }

  async act(act: Act): Promise<Answer> {
    const refused = await this.#send((ledger) => commandFor(act, ledger, this.#known), act.by);
    return refused === null ? { done: true } : { done: false, status: null, code: refused };
  }

  async mishap(mishap: Mishap): Promise<void> {
    switch (mishap) {
      case 'restart':
        await this.close();
        this.#sqlite = this.#opened();
        this.#node = await this.#started();
        return;
      case 'second saga':
        await this.#second?.saga.stop();
        this.#second = await this.#started();
        return;
      case 'same command again':
      case 'the saga sleeps':
      case 'the saga wakes':
        throw new Error(`a store of its own knows no ${mishap}`);
    }
  }

  async lines(player: string): Promise<RecordLines> {
    const ledger = await this.#node.ledgers.read(this.#tournament);
    return this.#known.linesOf(recordView(ledger!, player, true));
  }

  async close(): Promise<void> {
    await Promise.all([this.#node.saga.stop(), this.#second?.saga.stop()]);
    this.#second = null;
    await this.#sqlite.store.close();
  }

  #opened(): SqliteStore {
    return openSqliteStore({ folder: this.folder, masterKey: new Uint8Array(32).fill(7) });
  }

  /** A saga that begins at the log's first event: what is settled already must not be settled twice. */
  async #started(): Promise<Node> {
    const { store, vault } = this.#sqlite;
    const ledgers = new Ledgers(store, vault);
    const nowhere = { load: async () => 0n, save: async () => undefined };
    const saga = new Saga(store, ledgers, nowhere, (what, error) => {
      throw new Error(`the saga cannot settle ${what}`, { cause: error });
    });
    await saga.start();
    return { ledgers, saga };
  }

  /** The code of the refusal, or null: it is recorded. */
  async #send(build: Build, by: string): Promise<string | null> {
    const request = { tournament: this.#tournament, by, key: randomUUID(), fingerprint: '' };
    const outcome = await this.#node.ledgers.execute(request, build, (_, own) => own, { edition: EDITION });
    if (!isRecorded(outcome)) return outcome.refused;
    if (by !== ADMIN) remember(this.#known, outcome.facts);
    return null;
  }
}
