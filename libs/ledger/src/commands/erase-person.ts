import type { Sealed } from '../events.js';
import { tournamentOf } from '../ledger.js';
import { refuse } from '../refusal.js';
import type { UseCase } from './use-case.js';

export interface ErasePerson {
  readonly type: 'erase-person';
  /** An attendee is a player here. */
  readonly kind: 'player' | 'official';
  readonly id: string;
  /** Also while the tournament is open; with a reason. */
  readonly force: boolean;
  readonly reason: Sealed | null;
}

/**
 * A person is forgotten: names and texts go from the vault, rulings and tallies stay, and the ledger goes on verifying. While the tournament
 * is open the names are still needed, so that it takes a reason to do it then.
 */
export const erasePerson: UseCase<ErasePerson> = {
  who: ['organizer'],
  decide(ledger, { kind, id, force, reason }) {
    const person = kind === 'player' ? ledger.players.get(id) : ledger.officials.get(id);
    if (!person) return refuse(kind === 'player' ? 'unknown-player' : 'unknown-official', `There is no ${kind} ${id} in this tournament.`);
    if (person.erased) return refuse('already-erased', `${id} was erased already.`);
    const open = tournamentOf(ledger).status === 'open';
    if (open && !force) {
      return refuse(
        'tournament-not-closed',
        'The tournament is open and needs its names: close it first, or send "force": true with a reason.',
      );
    }
    if (open && !reason) return refuse('invalid-request', 'Give a reason for erasing a person while the tournament is open.');
    return [{ type: 'PersonErased', data: { kind, id, forced: open, reason } }];
  },
};
