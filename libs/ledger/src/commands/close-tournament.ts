import type { Sealed } from '../events.js';
import { tournamentOf } from '../ledger.js';
import { refuse } from '../refusal.js';
import type { UseCase } from './use-case.js';

export interface CloseTournament {
  readonly type: 'close-tournament';
}

/** R37: no new ruling is taken from then on. What the ledger owes is appended before this is decided. */
export const closeTournament: UseCase<CloseTournament> = {
  who: ['head-judge', 'organizer'],
  decide(ledger) {
    if (tournamentOf(ledger).status === 'closed') return refuse('tournament-closed', 'The tournament is closed already.');
    return [{ type: 'TournamentClosed', data: {} }];
  },
};

export interface ReopenTournament {
  readonly type: 'reopen-tournament';
  readonly reason: Sealed;
}

export const reopenTournament: UseCase<ReopenTournament> = {
  who: ['head-judge'],
  decide(ledger, { reason }) {
    if (tournamentOf(ledger).status === 'open') return refuse('tournament-open', 'The tournament is open: there is nothing to reopen.');
    return [{ type: 'TournamentReopened', data: { reason } }];
  },
};
