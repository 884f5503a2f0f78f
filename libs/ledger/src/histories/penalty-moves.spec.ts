import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { histories } from '../../spec/histories.js';
import { played } from '../../spec/playing.js';
import { penaltyMoves, standingWarnings } from '../index.js';
import type { Ledger, LedgerEvent } from '../index.js';

interface Counted {
  player: string;
  category: string | null;
  absorbed: boolean;
  stands: boolean;
  inTally: boolean;
}

test('penalties moved event by event stand, and are in the tallies, as the fold says (R9, R19, R21, R29–R34)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const moved = new Map<string, Counted>();
      let from = 0;
      played(history, ({ events, ledger }) => {
        for (const event of events.slice(from)) take(moved, event);
        from = events.length;
        expect(moved).toEqual(folded(ledger));
      });
    }),
  );
});

function take(counted: Map<string, Counted>, event: LedgerEvent): void {
  for (const each of penaltyMoves(event)) {
    const before = counted.get(each.penalty);
    // Nothing is given twice, and nothing is moved that was not given.
    expect(before === undefined).toBe(each.move === 'given');
    if (each.move === 'given') {
      const { player, category, absorbed, stands, inTally } = each;
      counted.set(each.penalty, { player, category, absorbed, stands, inTally });
    } else if (before) {
      if (each.move === 'recategorised') before.category = each.category;
      else Object.assign(before, { stands: false, inTally: each.inTally });
    }
  }
}

function folded(ledger: Ledger): Map<string, Counted> {
  const tallied = new Set([...ledger.players.keys()].flatMap((player) => standingWarnings(ledger, player).map(({ id }) => id)));
  return new Map(
    [...ledger.penalties.values()].map(({ id, player, category, absorbed, status, annulled }) => {
      const stands = ['standing', 'pending', 'served'].includes(status) && !annulled;
      return [id, { player, category, absorbed, stands, inTally: tallied.has(id) }];
    }),
  );
}
