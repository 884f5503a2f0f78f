import type { EventStore } from '@ladder/event-store';
import { decide, encode, fold, isRefusal, isSettled, ledgerUnder, owed, SAGA, stamp, talliesOf } from '@ladder/ledger';
import type { Command, Draft, Ledger } from '@ladder/ledger';
import { randomUUID } from 'node:crypto';

/** Something that may happen in a hall; what it touches is chosen by numbers. A command that the ledger refuses happens not. */
export interface Move {
  readonly what: (typeof MOVES)[number];
  readonly by: (typeof OFFICIALS)[number];
  readonly one: number;
  readonly other: number;
}

export const OFFICIALS = ['admin', 'judge'] as const;
export const MOVES = [
  'warn',
  'warn',
  'warn',
  'void',
  'reassign',
  'recategorise',
  'replace',
  'appeal',
  'decide',
  'answer',
  'round',
  'close',
  'reopen',
] as const;

const EDITION = 'riftbound-2026-10-16';
const PLAYERS: [string, ...string[]] = ['p-1', 'p-2', 'p-3'];
const CATEGORIES: [string, ...string[]] = [
  'looking-at-extra-cards',
  'missed-trigger',
  'failure-to-maintain-game-state',
  'general-error',
  'slow-play',
  'decklist-error',
];
const PENALTIES = ['none', 'warning', 'game-loss', 'match-loss'] as const;
export const TEXT = { ref: 'text', commitment: '5ea1'.repeat(16) };

/** A tournament whose events are appended to a store. Its clock goes on by a quarter of an hour a command, so that no ruling looks like another. */
export class Hall {
  readonly ledger: Ledger;
  /** The position in the whole log of what was appended last. */
  position = 0n;
  #now = Date.parse('2026-11-07T09:00:00.000Z');

  constructor(
    private readonly store: EventStore,
    readonly tournament: string,
  ) {
    const ledger = ledgerUnder(EDITION);
    if (!ledger) throw new Error(`there is no edition ${EDITION}`);
    this.ledger = ledger;
  }

  /** Opens a tournament in the hall with three players and a floor judge, and starts the first round. */
  static async opened(store: EventStore, tournament = `t-${randomUUID()}`): Promise<Hall> {
    const hall = new Hall(store, tournament);
    await hall.happens({
      type: 'open-tournament',
      tournament,
      name: TEXT,
      level: 'competitive',
      format: 'individual',
      escalation: 'automatic',
    });
    await hall.happens({ type: 'appoint-official', official: 'judge', name: TEXT, roles: ['floor-judge'], codeHash: 'c0de' });
    const players = PLAYERS.map((id) => ({ id, name: TEXT, team: null, externalId: TEXT, kind: 'player' as const }));
    await hall.happens({ type: 'enrol-players', newTeams: [], players });
    await hall.happens({ type: 'start-round', number: 1 });
    return hall;
  }

  /** The floor judge gives a player a Warning. */
  async warns(player: string, category = 'looking-at-extra-cards'): Promise<void> {
    await this.happens(this.#ruling(player, category), 'judge');
  }

  /** What happens, and after it what the ledger owes. False if it was refused. */
  async happens(command: Command, by = 'admin'): Promise<boolean> {
    this.#now += 15 * 60_000;
    const decision = decide(this.ledger, command, { by, now: new Date(this.#now).toISOString() });
    if (isRefusal(decision)) return false;
    await this.#append(decision, by);
    while (!isSettled(this.ledger)) await this.#append(owed(this.ledger), SAGA);
    return true;
  }

  /** Makes one move, if it can be made. */
  async makes({ what, by, one, other }: Move): Promise<void> {
    const command = this.#commandFor(what, one, other);
    if (command) await this.happens(command, by);
  }

  /** The fold's tallies as counters would tell them. */
  get tallies(): { player: string; category: string; warnings: number }[] {
    return PLAYERS.flatMap((player) =>
      talliesOf(this.ledger, player)
        .categories.map(({ category, warnings }) => ({ player, category, warnings }))
        .sort((a, b) => (a.category < b.category ? -1 : 1)),
    );
  }

  /** The fold's tallies of the families of one player. */
  familiesOf(player: string): Map<string, number> {
    return new Map(talliesOf(this.ledger, player).families.map(({ family, warnings }) => [family, warnings]));
  }

  async #append(drafts: readonly Draft[], by: string): Promise<void> {
    if (drafts.length === 0) return;
    const now = new Date(this.#now).toISOString();
    const events = stamp(this.ledger, drafts, { by, now, key: null, fingerprint: null, ids: drafts.map(() => randomUUID()) });
    const appended = await this.store.append(
      `tournament-${this.tournament}`,
      this.ledger.revision,
      events.map((event) => ({ id: event.id, type: event.type, body: encode(event) })),
    );
    for (const event of events) fold(this.ledger, event);
    this.position = appended.position;
  }

  #ruling(player: string, category: string): Command {
    return {
      type: 'issue-ruling',
      infractions: [{ player, category, conditions: [], deviation: null }],
      table: null,
      game: null,
      account: null,
      remedy: null,
      ruledAt: null,
      durationSeconds: null,
      offline: false,
      distinct: true,
      refer: false,
    };
  }

  /** The command of a move; undefined where there is nothing yet that it could touch. */
  #commandFor(what: Move['what'], one: number, other: number): Command | undefined {
    const category = pick(CATEGORIES, other);
    const penalty = among(this.ledger.penalties, one);
    const appeal = among(this.ledger.appeals, one);
    const review = among(this.ledger.reviews, one);
    switch (what) {
      case 'warn':
        return this.#ruling(pick(PLAYERS, one), category);
      case 'void':
        return penalty && { type: 'void-ruling', ruling: penalty.ruling, reason: TEXT };
      case 'reassign':
        return penalty && { type: 'reassign-ruling', ruling: penalty.ruling, from: penalty.player, to: pick(PLAYERS, other), reason: TEXT };
      case 'recategorise':
        return (
          penalty && { type: 'recategorise-ruling', ruling: penalty.ruling, player: penalty.player, category, conditions: [], reason: TEXT }
        );
      case 'replace':
        return penalty && { type: 'replace-penalty', penalty: penalty.id, by: pick(PENALTIES, other), reason: TEXT };
      case 'appeal':
        return penalty && { type: 'file-appeal', ruling: penalty.ruling, player: penalty.player, grounds: TEXT };
      case 'decide':
        return appeal && { type: 'decide-appeal', appeal: appeal.id, decision: other % 2 === 0 ? 'overturned' : 'upheld', reason: TEXT };
      case 'answer':
        return review && { type: 'answer-review', review: review.id, decision: other % 2 === 0 ? 'confirm' : 'dismiss', reason: TEXT };
      case 'round':
        return { type: 'start-round', number: this.ledger.currentRound + 1 };
      case 'close':
        return { type: 'close-tournament' };
      case 'reopen':
        return { type: 'reopen-tournament', reason: TEXT };
    }
  }
}

function pick<T>(list: readonly [T, ...T[]], number: number): T {
  return list[number % list.length] ?? list[0];
}

function among<T>(map: ReadonlyMap<string, T>, number: number): T | undefined {
  return [...map.values()][number % map.size];
}
