import type { Penalty } from '@ladder/editions';
import type { Change, Infraction, LedgerEvent, NewPenalty } from './events.js';

/**
 * What an event does to a penalty, as far as counting goes. `stands`: it is the player's penalty now; it waits, was served, or is a Warning or a
 * disqualification that stands. `inTally`: it is a Warning of the tallies, also one that a heavier penalty took the place of (R21).
 */
export type PenaltyMove =
  | {
      readonly move: 'given';
      readonly penalty: string;
      readonly player: string;
      readonly ruling: string;
      readonly kind: Penalty;
      /** Null for a Game Loss that the ladder gave. */
      readonly category: string | null;
      readonly absorbed: boolean;
      readonly stands: boolean;
      readonly inTally: boolean;
      /** The ladder rules for which it was earned; none for a penalty that a judge gave. */
      readonly rules: readonly string[];
    }
  | { readonly move: 'recategorised'; readonly penalty: string; readonly category: string | null }
  | { readonly move: 'ended'; readonly penalty: string; readonly inTally: boolean };

/**
 * How an event moves penalties. Taking these in order gives, at any position, which of the fold's penalties stand and which are in the tallies
 * (R9, R19, R21, R29–R34); read models count so. A loss that was annulled stands no more.
 */
export function penaltyMoves(event: LedgerEvent): PenaltyMove[] {
  switch (event.type) {
    case 'InfractionNoted':
      return [ruled(event.data, event.data.kind, event.data.absorbed)];
    case 'WarningIssued':
      return [ruled(event.data, 'warning')];
    case 'MatchLossApplied':
      return [ruled(event.data, 'match-loss')];
    case 'PlayerDisqualified':
      return [ruled(event.data, 'disqualification')];
    case 'GameLossApplied': {
      if (!('earned' in event.data)) return [ruled(event.data, 'game-loss')];
      const { penalty, player, ruling, earned } = event.data;
      const rules = earned.reasons.map(({ rule }) => rule);
      return [
        { move: 'given', penalty, player, ruling, kind: 'game-loss', category: null, absorbed: false, stands: true, inTally: false, rules },
      ];
    }
    case 'RulingVoided':
    case 'RulingReassigned':
    case 'RulingRecategorised':
    case 'PenaltyReplaced':
    case 'AppealDecided':
      return corrected(event.data.ruling, event.data.changes);
    case 'GameLossRescinded':
    case 'PenaltyAnnulled':
      return [{ move: 'ended', penalty: event.data.penalty, inTally: false }];
    default:
      return [];
  }
}

function ruled({ penalty, player, ruling, category }: Infraction, kind: Penalty, absorbed = false): PenaltyMove {
  return given({ penalty, player, kind, category, absorbed }, ruling, true);
}

function given(
  { penalty, player, kind, category, absorbed }: Pick<NewPenalty, 'penalty' | 'player' | 'kind' | 'category' | 'absorbed'>,
  ruling: string,
  stands: boolean,
): PenaltyMove {
  const inTally = kind === 'warning' && !absorbed;
  return { move: 'given', penalty, player, ruling, kind, category, absorbed, stands, inTally, rules: [] };
}

/** Several penalties may give way to one: it is given once. One that only changes its category stays the same one. */
function corrected(ruling: string, changes: readonly Change[]): PenaltyMove[] {
  const moves = changes.map(({ penalty, becomes, staysInTally }): PenaltyMove =>
    becomes?.penalty === penalty
      ? { move: 'recategorised', penalty, category: becomes.category }
      : { move: 'ended', penalty, inTally: staysInTally },
  );
  const fresh = new Map(
    changes.flatMap(({ penalty, becomes }) => (becomes && becomes.penalty !== penalty ? [[becomes.penalty, becomes] as const] : [])),
  );
  return [...moves, ...[...fresh.values()].map((each) => given(each, ruling, each.loss !== null || each.upgradedTo === null))];
}
