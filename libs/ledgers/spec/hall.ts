import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@ladder/event-store';
import type { SqliteStore } from '@ladder/event-store';
import type { Ledger, LedgerEvent, Role } from '@ladder/ledger';
import { Ledgers, isRecorded, persons, streamOf } from '../src/index.js';
import type { Build, Outcome, Recorded } from '../src/index.js';
import { MeddledStore } from './meddled-store.js';

export const EDITION = 'riftbound-2026-10-16';
/** The tournament of these specs. */
export const OPEN = 'open';

/** A store in a folder of its own, with a node in front of it and room for more of them. */
export class Hall {
  readonly #folder = mkdtempSync(join(tmpdir(), 'ledgers-'));
  readonly sqlite: SqliteStore = openSqliteStore({ folder: this.#folder, masterKey: new Uint8Array(32).fill(7) });
  /** What the first node sees of the store. */
  readonly store = new MeddledStore(this.sqlite.store);
  readonly ledgers = this.node(this.store);
  #minutes = 0;
  #keys = 0;

  /** A further node on the same store, which knows nothing yet. */
  node(store = new MeddledStore(this.sqlite.store)): Ledgers {
    // Each command comes a minute after the one before it.
    return new Ledgers(store, this.sqlite.vault, () => new Date(Date.UTC(2026, 10, 7, 9, this.#minutes++)));
  }

  freshKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** Sends a command and answers with the types of its events. */
  send(build: Build, { by = 'admin', key = this.freshKey(), body = 'a body', tournament = OPEN, node = this.ledgers } = {}) {
    return node.execute({ tournament, by, key, fingerprint: body }, build, typesOf, { edition: EDITION });
  }

  /** Sends a command that has to be recorded. */
  async done(build: Build, more?: Parameters<Hall['send']>[1]): Promise<Recorded<string[]>> {
    return recorded(await this.send(build, more));
  }

  /** A competitive tournament with a head judge, a floor judge and three players, in its first round. */
  async begin(tournament = OPEN): Promise<void> {
    await this.done(opened(tournament), { tournament });
    await this.done(appointed('head', 'head-judge'), { tournament });
    await this.done(appointed('floor', 'floor-judge'), { tournament });
    await this.done(enrolled('ana', 'ben', 'cleo'), { tournament });
    await this.done(() => ({ type: 'start-round', number: 1 }), { tournament });
  }

  /** The types of what is recorded, in order. */
  async recordedTypes(tournament = OPEN): Promise<string[]> {
    return typesOf(undefined, await this.node().allEvents(tournament));
  }

  lastRevision(tournament = OPEN): Promise<number> {
    return this.sqlite.store.lastRevision(streamOf(tournament));
  }

  async close(): Promise<void> {
    await this.sqlite.store.close();
    rmSync(this.#folder, { recursive: true });
  }
}

export function typesOf(_then: Ledger | undefined, events: readonly LedgerEvent[]): string[] {
  return events.map(({ type }) => type);
}

export function recorded<Facts>(outcome: Outcome<Facts>): Recorded<Facts> {
  if (!isRecorded(outcome)) throw new Error(`${outcome.refused}: ${outcome.detail}`);
  return outcome;
}

export function opened(tournament: string): Build {
  return (_, sealing) => {
    const name = sealing.seal('The Open', [persons.nobody(tournament)]);
    return { type: 'open-tournament', tournament, name, level: 'competitive', format: 'individual', escalation: 'automatic' };
  };
}

export function appointed(official: string, role: Role): Build {
  return (_, sealing) => {
    const name = sealing.seal(`${official} of the hall`, [persons.official(OPEN, official)]);
    return { type: 'appoint-official', official, name, roles: [role], codeHash: `code of ${official}` };
  };
}

export function enrolled(...ids: readonly string[]): Build {
  return (_, sealing) => {
    const players = ids.map((id) => {
      const name = sealing.seal(`${id} of the hall`, [persons.player(OPEN, id)]);
      return { id, name, team: null, externalId: null, kind: 'player' as const };
    });
    return { type: 'enrol-players', newTeams: [], players };
  };
}

/** A Warning; the third of its category is a Game Loss. */
export function warned(player: string, account: string | null = null): Build {
  return (_, sealing) => ({
    type: 'issue-warning',
    player,
    category: 'looking-at-extra-cards',
    conditions: [],
    table: 1,
    game: 1,
    account: account === null ? null : sealing.seal(account, [persons.player(OPEN, player)]),
    ruledAt: null,
    durationSeconds: null,
    offline: false,
    distinct: true,
  });
}

/** One ruling in which each of these players gets a Warning. */
export function allWarned(players: readonly string[]): Build {
  const infractions = players.map((player) => ({ player, category: 'slow-play', conditions: [], deviation: null }));
  return () => ({
    type: 'issue-ruling',
    infractions,
    table: null,
    game: null,
    account: null,
    remedy: null,
    ruledAt: null,
    durationSeconds: null,
    offline: false,
    distinct: true,
    refer: false,
  });
}

export function revoked(official: string): Build {
  return (_, sealing) => ({ type: 'revoke-official', official, reason: sealing.seal('went home', [persons.official(OPEN, official)]) });
}
