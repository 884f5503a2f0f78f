import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable, openSqliteStore } from '@ladder/event-store';
import type { EventStore } from '@ladder/event-store';
import { Ledgers, isRecorded } from '@ladder/ledgers';
import type { Build } from '@ladder/ledgers';
import { Saga } from '../src/index.js';
import type { Progress } from '../src/index.js';

const EDITION = 'riftbound-2026-10-16';

/** A real store in a folder of its own, judges who write to it, and as many sagas as a spec wants. */
export class Hall {
  readonly #folder = mkdtempSync(join(tmpdir(), 'escalation-'));
  readonly #sqlite = openSqliteStore({ folder: this.#folder, masterKey: new Uint8Array(32).fill(7) });
  readonly store = this.#sqlite.store;
  readonly judges = this.node();
  readonly #sagas: Saga[] = [];

  node(store: EventStore = this.store): Ledgers {
    return new Ledgers(store, this.#sqlite.vault);
  }

  /** A saga of its own node, begun at a place in the log that nobody else keeps. */
  async saga(store: EventStore = this.store): Promise<Saga> {
    let place = 0n;
    const progress: Progress = {
      load: () => Promise.resolve(place),
      save: (position) => {
        place = position;
        return Promise.resolve();
      },
    };
    const saga = new Saga(store, this.node(store), progress, () => undefined);
    this.#sagas.push(saga);
    await saga.start();
    return saga;
  }

  /** The same store, to which nothing can be written while it is full. */
  storeWhichMayBeFull(isFull: () => boolean): EventStore {
    const { store } = this;
    return {
      maxAppendBytes: store.maxAppendBytes,
      append: (...append) => (isFull() ? Promise.reject(new StoreUnavailable('the disk is full')) : store.append(...append)),
      readStream: (...read) => store.readStream(...read),
      readAll: (...read) => store.readAll(...read),
      lastRevision: (stream) => store.lastRevision(stream),
      lastPosition: () => store.lastPosition(),
      streams: (...read) => store.streams(...read),
      follow: (...from) => store.follow(...from),
      wake: (...group) => store.wake(...group),
      close: () => store.close(),
    };
  }

  async done(tournament: string, build: Build): Promise<void> {
    const request = { tournament, by: 'admin', key: null, fingerprint: null };
    const outcome = await this.judges.execute(request, build, () => null, { edition: EDITION });
    if (!isRecorded(outcome)) throw new Error(`${outcome.refused}: ${outcome.detail}`);
  }

  /** A tournament with one player. */
  async begin(tournament: string): Promise<void> {
    await this.done(tournament, (_, sealing) => {
      const name = sealing.seal('The Open', [tournament]);
      return { type: 'open-tournament', tournament, name, level: 'competitive', format: 'individual', escalation: 'automatic' };
    });
    await this.done(tournament, (_, sealing) => {
      const name = sealing.seal('Ana', [`${tournament}/player/ana`]);
      return { type: 'enrol-players', newTeams: [], players: [{ id: 'ana', name, team: null, externalId: null, kind: 'player' }] };
    });
  }

  /** So many Warnings of one category; the third and each later one is a Game Loss. */
  async warn(tournament: string, times: number): Promise<void> {
    const warning: Build = () => ({
      type: 'issue-warning',
      player: 'ana',
      category: 'looking-at-extra-cards',
      conditions: [],
      table: null,
      game: null,
      account: null,
      ruledAt: null,
      durationSeconds: null,
      offline: false,
      distinct: true,
    });
    for (let left = times; left > 0; left -= 1) await this.done(tournament, warning);
  }

  /** How many Game Losses and notices a ledger holds. */
  async tally(tournament: string): Promise<{ losses: number; notices: number }> {
    const types = (await this.node().allEvents(tournament)).map(({ type }) => type);
    const count = (type: string) => types.filter((each) => each === type).length;
    return { losses: count('GameLossApplied'), notices: count('HeadJudgeNotified') };
  }

  async close(): Promise<void> {
    await Promise.all(this.#sagas.map((saga) => saga.stop()));
    await this.store.close();
    rmSync(this.#folder, { recursive: true });
  }
}
