import type { Sealed } from '../events.js';
import { isRefusal, refuse } from '../refusal.js';
import { correctable, knownRuling, mayNotCorrect, moved, nothingOf } from './correcting.js';
import { notAPlayer } from './issue-ruling.js';
import { JUDGES } from './use-case.js';
import type { UseCase } from './use-case.js';

export interface ReassignRuling {
  readonly type: 'reassign-ruling';
  readonly ruling: string;
  readonly from: string;
  readonly to: string;
  readonly reason: Sealed;
}

/** R31: it was the other player. What `from` was given in this ruling leaves one record and enters the other in one step. */
export const reassignRuling: UseCase<ReassignRuling> = {
  who: JUDGES,
  decide(ledger, { ruling: id, from, to, reason }, { by }) {
    const ruling = knownRuling(ledger, id);
    if (isRefusal(ruling)) return ruling;
    const forbidden = mayNotCorrect(ledger, ruling, by);
    if (forbidden) return forbidden;
    for (const player of [from, to]) {
      if (!ledger.players.has(player)) return refuse('unknown-player', `There is no player ${player} in this tournament.`);
    }
    if (from === to) return refuse('invalid-request', 'from and to are the same player: name the player whose error it was as to.');
    const penalties = correctable(ledger, ruling, from);
    if (penalties.length === 0) return nothingOf(ledger, ruling, from);
    if (correctable(ledger, ruling, to).length > 0) {
      return refuse('already-in-this-ruling', `${to} has a penalty in ruling ${id} already: void it and rule again.`);
    }
    const attendee = ledger.players.get(to)?.kind === 'attendee';
    if (attendee && penalties.some(({ kind }) => kind !== 'none' && kind !== 'disqualification')) return notAPlayer(to);
    const changes = moved(ledger, penalties, to, ledger.revision + 1);
    return [{ type: 'RulingReassigned', data: { ruling: id, from, to, changes, reason } }];
  },
};
