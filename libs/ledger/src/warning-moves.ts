import type { Change, LedgerEvent } from './events.js';

/** One Warning more (+1) or less (-1) in a player's tallies. */
export interface WarningMove {
  readonly player: string;
  readonly category: string;
  readonly by: 1 | -1;
}

/** How an event moves the tallies. Counting these gives, at any position, what the fold's tallies are (R19); projections count so. */
export function warningMoves(event: LedgerEvent): WarningMove[] {
  switch (event.type) {
    case 'WarningIssued':
      return [{ player: event.data.player, category: event.data.category, by: 1 }];
    case 'RulingVoided':
    case 'RulingReassigned':
    case 'RulingRecategorised':
    case 'PenaltyReplaced':
    case 'AppealDecided':
      return [...leaving(event.data.changes), ...entering(event.data.changes)];
    default:
      return [];
  }
}

function leaving(changes: readonly Change[]): WarningMove[] {
  return changes.flatMap(({ player, category, wasInTally, staysInTally }) =>
    wasInTally && !staysInTally && category !== null ? [{ player, category, by: -1 as const }] : [],
  );
}

/** Several penalties may give way to one: it enters once. */
function entering(changes: readonly Change[]): WarningMove[] {
  const entered = new Map(changes.flatMap(({ becomes }) => (becomes ? [[becomes.penalty, becomes] as const] : [])));
  return [...entered.values()].flatMap(({ kind, absorbed, player, category }) =>
    kind === 'warning' && !absorbed && category !== null ? [{ player, category, by: 1 as const }] : [],
  );
}
