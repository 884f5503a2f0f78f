import { refuse } from '../refusal.js';
import type { UseCase } from './use-case.js';

export interface TakeAuditPack {
  readonly type: 'take-audit-pack';
  /** Whose texts are opened; null: everyone's. */
  readonly player: string | null;
}

/** Each export is itself in the ledger: who took which pack, when. */
export const takeAuditPack: UseCase<TakeAuditPack> = {
  who: ['auditor', 'head-judge', 'organizer'],
  decide(ledger, { player }) {
    if (player !== null && !ledger.players.has(player)) return refuse('unknown-player', `There is no player ${player} in this tournament.`);
    return [{ type: 'AuditPackTaken', data: { player } }];
  },
};
