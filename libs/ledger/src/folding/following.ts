import { crossingsOf, isInDoubt } from '../ladder.js';
import type { Crossings } from '../ladder.js';
import { penaltyOf, playerOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { duesOf } from '../owed.js';

/** Brings up to date what follows from a player's Warnings: which scopes they still cross without a break (R28), and what is due. */
export function follow(ledger: Ledger, player: string, position: number): void {
  const crossings = crossingsOf(ledger, player);
  const crossed = cleanScopes(ledger, player, crossings);
  for (const id of playerOf(ledger, player).penalties) {
    const warning = penaltyOf(ledger, id);
    if (warning.unbroken.length === 0) continue;
    const clean = crossed.get(id) ?? [];
    const unbroken = warning.unbroken.filter((scope) => clean.includes(scope));
    if (unbroken.length < warning.unbroken.length) ledger.penalties.set(id, { ...warning, unbroken });
  }
  const dues = duesOf(ledger, player, crossings, position);
  for (const [key, due] of ledger.due) if (due.kind !== 'notice' && due.player === player && !dues.has(key)) ledger.due.delete(key);
  for (const [key, due] of dues) {
    const before = ledger.due.get(key);
    ledger.due.set(key, before ? { ...due, cause: before.cause } : due);
  }
}

/** The scopes that each Warning of a player crosses without counting one that may be a duplicate (R28, R35). @param crossings of the player. */
export function cleanScopes(ledger: Ledger, player: string, crossings: Crossings): Map<string, string[]> {
  const doubtful = playerOf(ledger, player).penalties.filter((id) => isInDoubt(ledger, penaltyOf(ledger, id)));
  const clean = new Map<string, string[]>();
  for (const [id, crossed] of crossings) {
    const scopes = crossed.filter(({ reason }) => !doubtful.some((each) => reason.counted.includes(each)));
    clean.set(
      id,
      scopes.map(({ scope }) => scope),
    );
  }
  return clean;
}
