import type { Penalty } from '@ladder/editions';
import type { Circumstances, Loss, Target } from './events.js';
import { teamMatesOf } from './ledger.js';
import type { Ledger } from './ledger.js';

/** What of a ruling says which game it is about. */
type Where = Pick<Circumstances, 'round' | 'table' | 'game' | 'gameState' | 'origin'>;

/**
 * Which game or match a loss is for, as things stand now (R3, R6): the one in progress while the round of the ruling goes on, the next one
 * otherwise. What was imported is for the game that it was given in, whichever round goes on here (R41). Null for a penalty that is no loss.
 */
export function targetOf(ledger: Ledger, kind: Penalty, at: Where): Target | null {
  const roundGoesOn = (at.round === ledger.currentRound || at.origin === 'import') && at.round > 0;
  const { round, table, game } = at;
  if (kind === 'game-loss') return roundGoesOn && at.gameState === 'ongoing' ? { when: 'now', round, table, game } : { when: 'next-game' };
  if (kind === 'match-loss')
    return roundGoesOn && at.gameState !== 'between-rounds' ? { when: 'now-match', round, table, game } : { when: 'next-match' };
  return null;
}

/** What a loss of this kind costs and whom: the target, and the erring player with the team-mates (R3). */
export function lossOf(ledger: Ledger, kind: Penalty, player: string, at: Where): Loss | null {
  const appliesTo = targetOf(ledger, kind, at);
  return appliesTo && { appliesTo, concededBy: concededBy(ledger, player) };
}

/** R3: the erring player and the team-mates concede. */
export function concededBy(ledger: Ledger, player: string): string[] {
  return [player, ...teamMatesOf(ledger, player)];
}
