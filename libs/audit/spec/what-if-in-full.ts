import type { Edition } from '@ladder/editions';
import { emptyLedger, fold, isSettled, ledgerUnder, owed, SAGA, stamp } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import type { WhatIf } from '../src/index.js';
import { takeOver } from '../src/take-over.js';
import { compared } from '../src/what-if-compared.js';

/** What another edition would change, the long way: every event is taken over, whomever it is about. */
export function whatIfInFull(events: readonly LedgerEvent[], edition: Edition): WhatIf {
  const [first] = events;
  const recorded = first?.type === 'TournamentOpened' ? ledgerUnder(first.data.edition) : undefined;
  if (!recorded) throw new Error('the ledger names no edition');
  const other = emptyLedger(edition);
  for (const event of events) {
    const isSagas = event.metadata.by === SAGA;
    if (isSagas || isSettled(recorded)) settle(other);
    if (!isSagas) takeOver(other, recorded, event);
    fold(recorded, event);
  }
  settle(recorded);
  settle(other);
  return compared(recorded, other);
}

function settle(ledger: Ledger): void {
  while (!isSettled(ledger)) {
    const drafts = owed(ledger);
    const ids = drafts.map((_, index) => `in-full-${index}`);
    for (const event of stamp(ledger, drafts, { by: SAGA, now: ledger.recordedAt, key: null, fingerprint: null, ids })) fold(ledger, event);
  }
}
