import { categoryOf, ladderFor } from '@ladder/editions';
import type { Edition, Level } from '@ladder/editions';
import type { Change, LedgerEvent } from '@ladder/ledger';
import { infractionIn } from './guideline.js';
import { categoriesIn } from './take-over.js';

/**
 * Whom another ladder could concern. Most players of a tournament never come near any threshold, and what was ruled on them need not be gone
 * through again: the Warnings that ever entered a player's tallies, those that left them since included, are at least as many as any ladder
 * counts for one Game Loss.
 */
export class Concern {
  readonly #level: Level;
  /** By player and category. */
  readonly #warnings = new Map<string, Map<string, number>>();
  /** Players of whom one is not told without the other: a correction moved a penalty between them, or they are a team. */
  readonly #linked = new Map<string, string>();
  readonly #categories = new Set<string>();
  /** Rulings that something came after: a correction, an appeal, a question. */
  readonly #touched = new Set<string>();

  /** @param events a whole ledger, or its beginning. */
  constructor(events: readonly LedgerEvent[], level: Level) {
    this.#level = level;
    const teams = new Map<string, string>();
    const joins = (player: string, team: string | null | undefined) => {
      if (!team) return;
      this.#link(player, teams.get(team) ?? player);
      teams.set(team, player);
    };
    for (const event of events) {
      for (const category of categoriesIn(event)) this.#categories.add(category);
      for (const ruling of touchedBy(event)) this.#touched.add(ruling);
      if (event.type === 'PlayersEnrolled') for (const { player, team } of event.data.players) joins(player, team);
      if (event.type === 'PlayerCorrected') joins(event.data.player, event.data.team);
      if (event.type === 'WarningIssued') this.#enters(event.data.player, event.data.category);
      for (const { player, becomes } of changesIn(event)) {
        if (!becomes) continue;
        this.#link(player, becomes.player);
        if (becomes.kind === 'warning' && becomes.category !== null) this.#enters(becomes.player, becomes.category);
      }
    }
  }

  /** The categories that were ruled on and that an edition does not have, in the order in which they came up. */
  unknownTo(edition: Edition): string[] {
    return [...this.#categories].filter((category) => !categoryOf(edition, category));
  }

  /** The players who may have a Game Loss of the ladder under one of these editions, and whom they are linked with. */
  under(editions: readonly Edition[]): ReadonlySet<string> {
    const concerned = new Set<string>();
    for (const [player, warnings] of this.#warnings) {
      if (editions.some((edition) => this.#mayCross(edition, warnings))) concerned.add(this.#first(player));
    }
    if (concerned.size === 0) return concerned;
    const all = [...this.#warnings.keys(), ...this.#linked.keys()];
    return new Set(all.filter((player) => concerned.has(this.#first(player))));
  }

  /**
   * Whether an event leads to nothing: a Warning, or less, of somebody who is not concerned, which nothing came after. The ledger owes nothing
   * for it, now or later.
   */
  leadsToNothing(event: LedgerEvent, concerned: ReadonlySet<string>): boolean {
    // Who gets more time moves no Game Loss.
    if (event.type === 'TimeExtensionGranted') return true;
    if (event.type !== 'WarningIssued' && event.type !== 'InfractionNoted') return false;
    return !concerned.has(event.data.player) && !this.#touched.has(event.data.ruling);
  }

  #mayCross(edition: Edition, warnings: ReadonlyMap<string, number>): boolean {
    const families = new Map<string, number>();
    for (const [id, count] of warnings) {
      const family = categoryOf(edition, id)?.family;
      if (family !== undefined) families.set(family, (families.get(family) ?? 0) + count);
    }
    return [...warnings].some(([id, count]) => {
      const category = categoryOf(edition, id);
      if (!category) return false;
      const counts = { category: count, family: families.get(category.family) ?? 0 };
      return ladderFor(edition, category, this.#level).some(({ scope, threshold }) => counts[scope] >= threshold);
    });
  }

  #enters(player: string, category: string): void {
    const warnings = this.#warnings.get(player) ?? new Map<string, number>();
    this.#warnings.set(player, warnings.set(category, (warnings.get(category) ?? 0) + 1));
  }

  #link(one: string, other: string): void {
    const [first, second] = [this.#first(one), this.#first(other)];
    this.#linked.set(first, second);
    if (!this.#linked.has(second)) this.#linked.set(second, second);
  }

  /** The one who stands for everybody linked with a player. */
  #first(player: string): string {
    const next = this.#linked.get(player) ?? player;
    return next === player ? player : this.#first(next);
  }
}

/** Whether an event may move a Game Loss, or what is asked, of one of these players. What is about nobody in particular is about everyone. */
export function isAbout(players: ReadonlySet<string>, event: LedgerEvent): boolean {
  const infraction = infractionIn(event);
  if (infraction) return players.has(infraction.player);
  switch (event.type) {
    case 'RulingReferred':
      return event.data.infractions.some(({ player }) => players.has(player));
    case 'AppealFiled':
    case 'AppealDecided':
      return players.has(event.data.player);
    case 'RulingVoided':
    case 'RulingReassigned':
    case 'RulingRecategorised':
      return event.data.changes.some(({ player }) => players.has(player));
    default:
      return true;
  }
}

/** The rulings that an event comes back to, itself included where it may be the same error as another. */
function touchedBy(event: LedgerEvent): string[] {
  const infraction = infractionIn(event);
  if (infraction) return infraction.possibleDuplicateOf === null ? [] : [infraction.ruling, infraction.possibleDuplicateOf];
  switch (event.type) {
    case 'RulingVoided':
    case 'RulingReassigned':
    case 'RulingRecategorised':
    case 'PenaltyReplaced':
    case 'AppealFiled':
    case 'AppealDecided':
    case 'ReviewOpened':
      return [event.data.ruling];
    default:
      return [];
  }
}

function changesIn(event: LedgerEvent): readonly Change[] {
  return 'changes' in event.data ? event.data.changes : [];
}
