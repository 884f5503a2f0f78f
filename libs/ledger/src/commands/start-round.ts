import type { Draft, Pairing } from '../events.js';
import { tournamentOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { refuse } from '../refusal.js';
import type { Refusal } from '../refusal.js';
import { OFFICE } from './use-case.js';
import type { UseCase } from './use-case.js';

export interface StartRound {
  readonly type: 'start-round';
  readonly number: number;
  readonly pairings?: readonly Pairing[];
}

/** One event seats at most this many, so that it stays under the size that any store takes, however long their ids. */
const SEATS_PER_EVENT = 2_000;

/** R39: numbers only grow; the current number again replaces its pairings. */
export const startRound: UseCase<StartRound> = {
  who: OFFICE,
  decide(ledger, { number, pairings }) {
    if (tournamentOf(ledger).status === 'closed')
      return refuse('tournament-closed', 'The tournament is closed: reopen it to start a round.');
    if (number < ledger.currentRound || (number === ledger.currentRound && !pairings)) {
      return refuse(
        'round-not-growing',
        `Round ${ledger.currentRound} is going on: start a higher one, or send pairings to replace its own.`,
      );
    }
    if (number < 1) return refuse('round-not-growing', 'The first round is round 1: what happens before it is in round 0 by itself.');
    const wrong = pairings && unseatable(ledger, pairings);
    if (wrong) return wrong;
    const [first, ...rest] = partsOf(pairings ?? []);
    const start: Draft =
      number === ledger.currentRound
        ? { type: 'PairingsReplaced', data: { round: number, pairings: first ?? [], continues: false } }
        : { type: 'RoundStarted', data: { round: number, pairings: first ?? [] } };
    return [start, ...rest.map((part): Draft => ({ type: 'PairingsReplaced', data: { round: number, pairings: part, continues: true } }))];
  },
};

/** Why these pairings cannot be: somebody unknown, somebody who does not play, somebody or a table twice. */
function unseatable(ledger: Ledger, pairings: readonly Pairing[]): Refusal | undefined {
  const tables = new Set<number>();
  const seated = new Set<string>();
  for (const { table, players } of pairings) {
    if (tables.has(table)) return refuse('invalid-request', `Table ${table} is there twice: give each table once.`);
    tables.add(table);
    for (const id of players) {
      const player = ledger.players.get(id);
      if (!player) return refuse('unknown-player', `There is no player ${id} in this tournament: enrol the player first.`);
      if (player.kind === 'attendee') return refuse('not-a-player', `${id} is an attendee and plays no match.`);
      if (seated.has(id)) return refuse('invalid-request', `${id} is seated twice: give each player one seat.`);
      seated.add(id);
    }
  }
  return undefined;
}

function partsOf(pairings: readonly Pairing[]): Pairing[][] {
  const parts: Pairing[][] = [[]];
  let seats = 0;
  for (const pairing of pairings) {
    if (seats + pairing.players.length > SEATS_PER_EVENT) {
      parts.push([]);
      seats = 0;
    }
    parts.at(-1)?.push(pairing);
    seats += pairing.players.length;
  }
  return parts;
}
