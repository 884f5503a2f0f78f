import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { histories, historiesOf } from '../../spec/histories.js';
import type { Verb } from '../../spec/moves.js';
import { hallOf, played, refused } from '../../spec/playing.js';
import type { History } from '../../spec/playing.js';
import { earns, isSettled, owed, penaltyOf, standingWarnings } from '../index.js';
import type { Ledger } from '../index.js';

/** What the saga does, whatever happens in a tournament and whenever it comes. */

test('no command breaks the ledger, and a refused one records nothing', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const hall = hallOf(history);
      for (const move of history.moves) {
        const before = hall.events.length;
        if (refused(hall, { ...move, saga: false })) expect(hall.events).toHaveLength(before);
        if (move.saga) hall.settle();
      }
    }),
  );
});

test('settling always comes to an end, and a settled ledger owes nothing (R26)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ledger } = played(history);
      expect(isSettled(ledger)).toBe(true);
      expect(owed(ledger)).toEqual([]);
    }),
  );
});

test('one Warning has at most one Game Loss in force, and never a second one by itself (G5, R26)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      played(history, ({ ledger }) => {
        const earned = [...ledger.penalties.values()].flatMap(({ player, status, annulled, earned: by }) =>
          by ? [{ status, annulled, of: `${player} ${by.place}`, review: by.review }] : [],
        );
        const inForce = earned.filter(({ status, annulled }) => (status === 'pending' || status === 'served') && !annulled);
        const byItself = earned.filter((loss) => loss.review === null);
        for (const losses of [inForce, byItself]) expect(new Set(losses.map((loss) => loss.of)).size).toBe(losses.length);
      });
    }),
  );
});

test('at a tournament that asks always, nothing is automatic (R28)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ledger } = played({ ...history, escalation: 'review' });
      expect([...ledger.penalties.values()].filter((each) => each.earned && each.by === 'saga')).toEqual([]);
    }),
  );
});

test('in a settled ledger every Warning that crosses is paid for, asked about or answered, and no loss stands without ground unasked (R28, R29)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ledger } = played(history);
      for (const player of ledger.players.keys()) {
        for (const warning of standingWarnings(ledger, player)) {
          const answer = answerTo(ledger, player, warning.place);
          if (earns(ledger, warning).length > 0) expect(warning.staysInTally || answer !== 'nothing').toBe(true);
          else expect(['asked', 'paid']).not.toContain(answer);
        }
      }
    }),
  );
});

test('every Game Loss and worse is told once, and every question (R10, G6)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ledger } = played(history);
      const notices = [...ledger.notices.values()];
      const severe = ['game-loss', 'match-loss', 'disqualification'];
      for (const { id, kind, absorbed } of ledger.penalties.values()) {
        const told = notices.filter((notice) => notice.about === 'penalty' && notice.penalty === id);
        expect(told).toHaveLength(severe.includes(kind) && !absorbed ? 1 : 0);
      }
      for (const { id, status } of ledger.reviews.values()) {
        expect(notices.filter((notice) => notice.review === id)).toHaveLength(status === 'withdrawn' ? 2 : 1);
      }
    }),
  );
});

test('a player has one investigation open at most (R7)', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ledger } = played(history);
      const open = [...ledger.investigations.values()].filter((each) => each.finding === null).map((each) => each.player);
      expect(new Set(open).size).toBe(open.length);
    }),
  );
});

test('a late saga comes to the verdict of a prompt one, where rulings are only made and voided online (R28)', () => {
  fc.assert(
    fc.property(historiesOf(['warn', 'rule', 'void']), (history) => {
      const [prompt, late] = promptAndLate(history, { offline: false });
      expect(late).toEqual(prompt);
    }),
  );
});

test('a late saga never applies what a prompt one would have asked about; where they differ, it asks (R28)', () => {
  const verbs: readonly Verb[] = ['warn', 'rule', 'void', 'reassign', 'recategorise', 'round'];
  fc.assert(
    fc.property(historiesOf(verbs), (history) => {
      const [prompt, late] = promptAndLate(history, { offline: true });
      for (const [warning, verdict] of late) {
        const promptly = prompt.get(warning);
        expect(verdict === promptly || (verdict === 'asked' && promptly === 'paid')).toBe(true);
      }
    }),
  );
});

type Verdict = 'paid' | 'asked' | 'nothing';

/**
 * What became of each standing Warning, by its player and its number, with a saga that comes at once and with one that comes at the end.
 * Between games, so that no loss can have been conceded in the meantime.
 */
function promptAndLate(history: History, { offline }: { offline: boolean }): [Map<string, Verdict>, Map<string, Verdict>] {
  const verdicts = (saga: boolean) => {
    const moves = history.moves.map((move) => ({ ...move, saga, between: true, ...(!offline && { three: move.three * 4 }) }));
    const { ledger } = played({ ...history, moves });
    return new Map(
      [...ledger.players.keys()].flatMap((player) =>
        standingWarnings(ledger, player).map(({ place, category }, index) => {
          const verdict: Verdict =
            ledger.reviews.size > 0 && isAsked(ledger, player, place) ? 'asked' : isPaid(ledger, player, place) ? 'paid' : 'nothing';
          return [`${player} ${index} ${category ?? ''}`, verdict] as const;
        }),
      ),
    );
  };
  return [verdicts(true), verdicts(false)];
}

function isPaid(ledger: Ledger, player: string, place: number): boolean {
  return losses(ledger, player, place).some((each) => (each.status === 'pending' || each.status === 'served') && !each.annulled);
}

function isAsked(ledger: Ledger, player: string, place: number): boolean {
  return questions(ledger, player).some((each) => each.question === 'game-loss-due' && each.status === 'open' && each.place === place);
}

function losses(ledger: Ledger, player: string, place: number) {
  return [...ledger.penalties.values()].filter((each) => each.player === player && each.earned?.place === place);
}

function questions(ledger: Ledger, player: string) {
  return [...ledger.reviews.values()].filter((each) => each.players.includes(player));
}

/** What has come of a Warning's crossing, or is being asked. */
function answerTo(ledger: Ledger, player: string, place: number): string {
  if (isAsked(ledger, player, place)) return 'asked';
  const of = questions(ledger, player);
  const doubts = of.filter((each) => each.question === 'possible-duplicate' && each.status === 'open');
  if (doubts.some((each) => penaltyOf(ledger, each.penalty ?? '').place === place)) return 'in doubt';
  const given = losses(ledger, player, place);
  if (given.some((each) => each.status === 'replaced')) return 'paid by hand';
  const paid = given.find((each) => (each.status === 'pending' || each.status === 'served') && !each.annulled);
  if (paid?.groundAnswered) return 'let stand';
  if (paid && of.some((each) => each.penalty === paid.id && each.status === 'open')) return 'asked about the loss';
  if (paid) return 'paid';
  return ledger.dismissed.has(`${place}|${player}`) ? 'dismissed' : 'nothing';
}
