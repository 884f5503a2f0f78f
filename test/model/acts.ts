import type { Level, Penalty } from './catalogue.js';

/** How a random tournament is set up. */
export interface Setup {
  readonly level: Level;
  readonly format: 'individual' | '2v2';
  readonly escalation: 'automatic' | 'review';
}

export type Official = 'head' | 'appeals' | 'floor' | 'floor2' | 'scorekeeper' | 'organizer';

/** The officials of every random tournament, each with one role. */
export const ROLES: Readonly<Record<Official, string>> = {
  head: 'head-judge',
  appeals: 'appeals-judge',
  floor: 'floor-judge',
  floor2: 'floor-judge',
  scorekeeper: 'scorekeeper',
  organizer: 'organizer',
};

export interface Person {
  readonly id: string;
  readonly team: string | null;
  readonly kind: 'player' | 'attendee';
}

/** Who is enrolled: two teams of two in 2v2, else three players; and a spectator. */
export function rosterOf({ format }: Setup): Person[] {
  const teams = format === '2v2' ? ['red', 'red', 'blue', 'blue'] : [null, null, null];
  const players = teams.map((team, i) => ({ id: ['ana', 'ben', 'cleo', 'dan'][i]!, team, kind: 'player' as const }));
  return [...players, { id: 'zoe', team: null, kind: 'attendee' }];
}

export type GameState = 'ongoing' | 'between-games' | 'between-rounds';

/** Where a loss is aimed. Table and game are null where the ruling named none. */
export type Target =
  | { readonly when: 'next-game' | 'next-match' }
  | { readonly when: 'now' | 'now-match'; readonly round: number; readonly table: number | null; readonly game: number | null };

export interface NamedInfraction {
  readonly player: string;
  readonly category: string;
  readonly conditions: readonly string[];
  /** Null: the guideline. */
  readonly penalty: Penalty | null;
  readonly deviationReason: string | null;
}

/** A penalty told apart without ids: the `nth` of those on a player's record that came from this ruling, in this kind and manner. */
export interface PenaltyName {
  readonly player: string;
  readonly ruling: number;
  readonly kind: Penalty;
  /** Whether the ladder gave it, or it replaces one that the ladder gave. */
  readonly ladder: boolean;
  readonly nth: number;
}

export type Question = 'game-loss-due' | 'loss-without-ground' | 'possible-duplicate' | 'referred-ruling';

/** A review told apart without ids: the `nth` of those on a player's record with this question about this ruling, as they were asked. */
export interface ReviewName {
  readonly player: string;
  readonly question: Question;
  readonly ruling: number;
  readonly nth: number;
}

export interface RuleAct {
  readonly do: 'rule' | 'warn';
  readonly by: Official;
  readonly infractions: readonly NamedInfraction[];
  readonly round: number;
  readonly table: number | null;
  readonly game: number | null;
  readonly gameState: GameState;
  readonly offline: boolean;
  readonly distinct: boolean;
  readonly refer: boolean;
  /** R41: taken over from another tool's records. Only a full ruling is. */
  readonly imported: boolean;
}

/** What an official does at a random tournament. Rulings and appeals are named by their number in the order in which they were accepted. */
export type Act =
  | RuleAct
  | { readonly do: 'void'; readonly by: Official; readonly ruling: number }
  | { readonly do: 'reassign'; readonly by: Official; readonly ruling: number; readonly from: string; readonly to: string }
  | {
      readonly do: 'recategorise';
      readonly by: Official;
      readonly ruling: number;
      readonly player: string;
      readonly category: string;
      readonly conditions: readonly string[];
    }
  | { readonly do: 'appeal'; readonly by: Official; readonly ruling: number; readonly player: string; readonly appellant: string }
  | {
      readonly do: 'decide';
      readonly by: Official;
      readonly appeal: number;
      readonly decision: 'upheld' | 'overturned';
      /** What stands instead; null: nothing. */
      readonly instead: { readonly category: string; readonly conditions: readonly string[]; readonly penalty: Penalty | null } | null;
    }
  | {
      readonly do: 'serve';
      readonly by: Official;
      readonly penalty: PenaltyName;
      readonly round: number;
      readonly table: number | null;
      readonly game: number | null;
    }
  | { readonly do: 'unserve' | 'separate'; readonly by: Official; readonly penalty: PenaltyName }
  | { readonly do: 'retarget'; readonly by: Official; readonly penalty: PenaltyName; readonly appliesTo: Target }
  | { readonly do: 'replace'; readonly by: Official; readonly penalty: PenaltyName; readonly with: Penalty }
  | { readonly do: 'answer'; readonly by: Official; readonly review: ReviewName; readonly decision: 'confirm' | 'dismiss' }
  | { readonly do: 'drop' | 'reinstate'; readonly by: Official; readonly player: string }
  | { readonly do: 'round'; readonly by: Official; readonly number: number }
  | { readonly do: 'close' | 'reopen'; readonly by: Official };

/**
 * What happens to the machine meanwhile, and must change nothing; but for a saga that sleeps: it then comes to everything at once, and what
 * follows is told by where the ledger is by then (R28).
 */
export type Mishap = 'restart' | 'second saga' | 'same command again' | 'the saga sleeps' | 'the saga wakes';
