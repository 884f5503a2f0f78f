import type { Sealed } from '../events.js';
import { disqualificationOf, isHeadJudge, playerOf, teamMatesOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { refuse } from '../refusal.js';
import type { UseCase } from './use-case.js';

export interface DropPlayer {
  readonly type: 'drop-player';
  readonly player: string;
  readonly reason: Sealed;
}

/** R40: a drop takes the whole 2v2 team. */
export const dropPlayer: UseCase<DropPlayer> = {
  who: ['scorekeeper', 'head-judge'],
  decide(ledger, { player: id, reason }) {
    const player = ledger.players.get(id);
    if (!player) return refuse('unknown-player', `There is no player ${id} in this tournament.`);
    if (player.kind === 'attendee') return refuse('not-a-player', `${id} is an attendee and cannot drop.`);
    if (player.drop) return refuse('already-dropped', `${id} is out already.`);
    const players = teamOf(ledger, id).filter((each) => playerOf(ledger, each).drop === null);
    return [{ type: 'PlayerDropped', data: { players, cause: 'request', provisional: false, reason } }];
  },
};

export interface ReinstatePlayer {
  readonly type: 'reinstate-player';
  readonly player: string;
  readonly reason: Sealed;
}

/**
 * R40: a scorekeeper lifts a provisional drop; any other return is the head judge's, and none is possible while a disqualification stands.
 * The 2v2 team returns together. The rounds that were missed are told: they cannot be brought back.
 */
export const reinstatePlayer: UseCase<ReinstatePlayer> = {
  who: ['scorekeeper', 'head-judge'],
  decide(ledger, { player: id, reason }, { by }) {
    const player = ledger.players.get(id);
    if (!player) return refuse('unknown-player', `There is no player ${id} in this tournament.`);
    const { drop } = player;
    if (disqualificationOf(ledger, id))
      return refuse('still-disqualified', `${id} is disqualified: void or replace the disqualification first.`);
    if (!drop) return refuse('not-dropped', `${id} is playing: there is nobody to take back.`);
    if (!drop.provisional && !isHeadJudge(ledger, by)) {
      return refuse('not-granted', 'Only the head judge takes this player back.', { needs: ['head-judge'] });
    }
    const players = teamOf(ledger, id).filter((each) => playerOf(ledger, each).drop !== null);
    const missedRounds = [...ledger.rounds.values()].filter((round) => round.position > drop.since).map((round) => round.number);
    return [{ type: 'PlayerReinstated', data: { players, missedRounds, reason } }];
  },
};

function teamOf(ledger: Ledger, player: string): string[] {
  return [player, ...teamMatesOf(ledger, player)];
}
