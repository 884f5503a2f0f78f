import { EDITIONS } from '@ladder/editions';
import { emptyLedger } from './ledger.js';
import type { Ledger } from './ledger.js';

/** A ledger before its first event, under an edition that ships with this version; undefined for one that does not. */
export function ledgerUnder(edition: string): Ledger | undefined {
  const known = EDITIONS.get(edition);
  return known && emptyLedger(known);
}
