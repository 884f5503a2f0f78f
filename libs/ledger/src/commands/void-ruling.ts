import type { Sealed } from '../events.js';
import { isRefusal } from '../refusal.js';
import { correctable, ended, knownRuling, mayNotCorrect, nothingInForce } from './correcting.js';
import { JUDGES } from './use-case.js';
import type { UseCase } from './use-case.js';

export interface VoidRuling {
  readonly type: 'void-ruling';
  readonly ruling: string;
  readonly reason: Sealed;
}

/** R30: the ruling should not be there. */
export const voidRuling: UseCase<VoidRuling> = {
  who: JUDGES,
  decide(ledger, { ruling: id, reason }, { by }) {
    const ruling = knownRuling(ledger, id);
    if (isRefusal(ruling)) return ruling;
    const forbidden = mayNotCorrect(ledger, ruling, by);
    if (forbidden) return forbidden;
    const penalties = correctable(ledger, ruling);
    if (penalties.length === 0) return nothingInForce(ledger, ruling);
    return [{ type: 'RulingVoided', data: { ruling: id, changes: ended(penalties, 'voided'), reason, review: null } }];
  },
};
