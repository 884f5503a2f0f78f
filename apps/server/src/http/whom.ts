import { penaltyOf } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { persons } from '@ladder/ledgers';

/** Whom a free text concerns, as the vault knows them: forgetting any of them takes the text along. */

export function aboutPlayers(tournament: string, players: readonly string[]): string[] {
  return players.length > 0 ? [...new Set(players)].map((id) => persons.player(tournament, id)) : [persons.nobody(tournament)];
}

/** Everyone who was ever given a penalty in a ruling, and who is named besides. */
export function aboutRuling(tournament: string, ledger: Ledger, ruling: string, ...besides: string[]): string[] {
  const named = ledger.rulings.get(ruling)?.penalties.map((id) => penaltyOf(ledger, id).player) ?? [];
  return aboutPlayers(tournament, [...named, ...besides.filter((id) => ledger.players.has(id))]);
}

export function aboutPenalty(tournament: string, ledger: Ledger, penalty: string): string[] {
  return aboutRuling(tournament, ledger, ledger.penalties.get(penalty)?.ruling ?? '');
}

export function aboutAppeal(tournament: string, ledger: Ledger, appeal: string): string[] {
  const known = ledger.appeals.get(appeal);
  return known ? aboutRuling(tournament, ledger, known.ruling, known.player, known.appellant) : aboutPlayers(tournament, []);
}

export function aboutReview(tournament: string, ledger: Ledger, review: string): string[] {
  const known = ledger.reviews.get(review);
  return known ? aboutRuling(tournament, ledger, known.ruling, ...known.players) : aboutPlayers(tournament, []);
}
