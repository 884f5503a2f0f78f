import type { Finding, Sealed } from '../events.js';
import { investigationId } from '../ids.js';
import { openInvestigationOf } from '../ledger.js';
import { refuse } from '../refusal.js';
import type { UseCase } from './use-case.js';

export interface OpenInvestigation {
  readonly type: 'open-investigation';
  readonly player: string;
  readonly reason: Sealed;
}

/** R24: below every threshold the head judge may still investigate. One that is open is joined, and nothing is recorded. */
export const openInvestigation: UseCase<OpenInvestigation> = {
  who: ['head-judge'],
  decide(ledger, { player, reason }) {
    if (!ledger.players.has(player)) return refuse('unknown-player', `There is no player ${player} in this tournament.`);
    if (openInvestigationOf(ledger, player)) return [];
    return [{ type: 'InvestigationOpened', data: { investigation: investigationId(ledger.revision + 1), player, penalty: null, reason } }];
  },
};

export interface ConcludeInvestigation {
  readonly type: 'conclude-investigation';
  readonly investigation: string;
  readonly finding: Finding;
  readonly reason: Sealed;
}

export const concludeInvestigation: UseCase<ConcludeInvestigation> = {
  who: ['head-judge'],
  decide(ledger, { investigation: id, finding, reason }) {
    const investigation = ledger.investigations.get(id);
    if (!investigation) return refuse('unknown-investigation', `There is no investigation ${id} in this tournament.`);
    if (investigation.finding) return refuse('already-concluded', `${id} was concluded already: ${investigation.finding.finding}.`);
    return [{ type: 'InvestigationConcluded', data: { investigation: id, player: investigation.player, finding, reason } }];
  },
};
