import type { Level } from '@ladder/editions';
import type { Escalation, Format, Sealed } from '../events.js';
import { refuse } from '../refusal.js';
import type { UseCase } from './use-case.js';

export interface OpenTournament {
  readonly type: 'open-tournament';
  readonly tournament: string;
  readonly name: Sealed;
  readonly level: Level;
  readonly format: Format;
  readonly escalation: Escalation;
}

/** Begins a ledger. The administrator alone: nobody has a role in a tournament that does not exist. */
export const openTournament: UseCase<OpenTournament> = {
  who: ['organizer'],
  decide(ledger, { tournament, name, level, format, escalation }) {
    if (ledger.tournament) return refuse('tournament-exists', `There is a tournament ${tournament} already: choose another id, or none.`);
    return [{ type: 'TournamentOpened', data: { tournament, name, level, format, edition: ledger.edition.id, escalation } }];
  },
};
