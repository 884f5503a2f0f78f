import type { ExtensionCause } from '../events.js';
import { isStarted, refusedWhenClosed, roundNotStarted } from './issue-ruling.js';
import { JUDGES } from './use-case.js';
import type { UseCase } from './use-case.js';

export interface GrantExtension {
  readonly type: 'grant-extension';
  readonly round?: number;
  readonly table: number;
  readonly minutes: number;
  readonly cause: Exclude<ExtensionCause, 'ruling'>;
}

/** R2: time owed to a table for what was no ruling: a deck check, granted leave, another call. */
export const grantExtension: UseCase<GrantExtension> = {
  who: [...JUDGES, 'scorekeeper'],
  decide(ledger, { round = ledger.currentRound, table, minutes, cause }) {
    const closed = refusedWhenClosed(ledger);
    if (closed) return closed;
    if (!isStarted(ledger, round)) return roundNotStarted(ledger, round);
    return [{ type: 'TimeExtensionGranted', data: { round, table, minutes, cause, ruling: null } }];
  },
};
