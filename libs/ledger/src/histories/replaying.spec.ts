import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Hall } from '../../spec/hall.js';
import { histories } from '../../spec/histories.js';
import { hallOf, played, refused } from '../../spec/playing.js';
import type { History } from '../../spec/playing.js';
import { decode, emptyLedger, encode, fold, fork, owed, recordView } from '../index.js';
import type { Ledger } from '../index.js';

/** The same events give the same ledger, and the same commands the same events: here, again, elsewhere. */

test('the first events of a ledger, folded again, give it as it was then (R25)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const then = new Map<number, string>();
      const { events, ledger } = played(history, (hall, move) => {
        if (move.one % 4 === 0) then.set(hall.ledger.revision, contents(hall.ledger));
      });
      then.set(ledger.revision, contents(ledger));
      const again = emptyLedger(ledger.edition);
      for (const event of events) {
        fold(again, event);
        const known = then.get(event.position);
        if (known !== undefined) expect(contents(again)).toBe(known);
      }
    }),
    { numRuns: 40 },
  );
});

test('a ledger folded from its stored bytes owes and records the same bytes', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { events } = played(history);
      const bytes = events.map(encode);
      expect(bytes.map(decode).map(encode)).toEqual(bytes);
    }),
    { numRuns: 40 },
  );
});

test('the same commands give byte-equal events', () => {
  fc.assert(
    fc.property(histories, (history) => {
      expect(played(history).events.map(encode)).toEqual(played(history).events.map(encode));
    }),
    { numRuns: 40 },
  );
});

test.each(['UTC', 'Pacific/Apia', 'America/St_Johns'])(
  'another process, in the time zone %s and without a clock or dice, gives byte-equal events (G7)',
  (timeZone) => {
    const stories: History[] = fc.sample(histories, { numRuns: 20, seed: 20261016 });
    const here = stories.flatMap((story) => played(story).events.map(encode));
    expect(here.length).toBeGreaterThan(500);
    const script = fileURLToPath(new URL('../../spec/replay-elsewhere.ts', import.meta.url));
    const elsewhere = spawnSync(process.execPath, ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', script], {
      input: JSON.stringify(stories),
      encoding: 'utf8',
      env: { TZ: timeZone },
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(elsewhere.stderr).toBe('');
    expect(elsewhere.stdout.trim().split('\n')).toEqual(here);
  },
);

test('deciding, owing and looking leave the ledger as it is, and a fork is a ledger of its own', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const hall = hallOf(history);
      for (const move of history.moves) {
        if (move.two % 8 === 0) {
          const before = contents(hall.ledger);
          const whatIf = new Hall();
          whatIf.ledger = fork(hall.ledger);
          refused(whatIf, move);
          whatIf.settle();
          owed(hall.ledger);
          for (const player of hall.ledger.players.keys()) recordView(hall.ledger, player, true);
          expect(contents(hall.ledger)).toBe(before);
        }
        refused(hall, move);
      }
    }),
    { numRuns: 40 },
  );
});

/** Everything in a ledger, in its order, as text. */
function contents(ledger: Ledger): string {
  const { edition: _, ...rest } = ledger;
  return JSON.stringify(rest, (__, value: unknown) => {
    if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
    return value instanceof Set ? [...(value as Set<unknown>)] : value;
  });
}
