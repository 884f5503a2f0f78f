import { PENALTIES } from '@ladder/editions';
import type { Penalty } from '@ladder/editions';
import fc from 'fast-check';
import type { Command, LedgerEvent } from '@ladder/ledger';
import { Hall } from './hall.js';

/** Something that somebody tries; `pick` chooses among what there is. The rules may refuse it. */
type Act = (hall: Hall, pick: Pick) => void;
type Pick = <T>(among: readonly T[]) => T | undefined;

/** Any tournament that the rules allow: some dozens of things that judges and scorekeepers try, the saga asleep for some of the time. */
export function anyTournament(settings: ConstructorParameters<typeof Hall>[0] = {}): fc.Arbitrary<Hall> {
  const tried = fc.tuple(fc.nat(ACTS.length - 1), fc.array(fc.nat(1_000), { minLength: 6, maxLength: 6 }));
  return fc.array(tried, { minLength: 30, maxLength: 70 }).map((all) => {
    const hall = new Hall(settings);
    for (const [act, choices] of all) {
      const left = [...choices];
      ACTS[act]?.(hall, (among) => among[(left.shift() ?? 0) % among.length]);
    }
    return Object.assign(hall, { [fc.toStringMethod]: () => hall.events.map(told).join('\n') });
  });
}

/** An event in a line, for a counterexample that can be read. */
function told({ position, type, data, metadata: { by } }: LedgerEvent): string {
  return `${position} ${by} ${type} ${JSON.stringify(data)}`;
}

/** Few categories, so that Warnings add up. */
const ERRORS = ['slow-play', 'slow-play', 'marked-cards', 'failure-to-maintain-game-state', 'general-error'];
const JUDGES = ['floor', 'head', 'appeals'];

const warn: Act = (hall, pick) => {
  rule(hall, pick, { offline: false });
};

const ACTS: readonly Act[] = [
  ...Array.from({ length: 12 }, () => warn),
  (hall, pick) => {
    rule(hall, pick, { offline: true });
  },
  (hall, pick) => {
    rule(hall, pick, { offline: false, imported: true });
  },
  (hall, pick) => {
    rule(hall, pick, {
      offline: false,
      penalty: pick(PENALTIES),
      category: pick([...ERRORS, 'decklist-error', 'cheating', 'late-to-match']),
    });
  },
  (hall) => {
    hall.tries('scorekeeper', { type: 'start-round', number: hall.ledger.currentRound + 1 });
  },
  (hall, pick) => {
    onRuling(hall, pick, (ruling) => ({ type: 'void-ruling', ruling, reason: hall.seal('wrong button') }));
  },
  (hall, pick) => {
    onPenalty(hall, pick, ({ ruling, player }) => ({
      type: 'reassign-ruling',
      ruling,
      from: player,
      to: pick([...hall.ledger.players.keys()]) ?? player,
      reason: hall.seal('the other one'),
    }));
  },
  (hall, pick) => {
    onPenalty(hall, pick, ({ ruling, player }) => ({
      type: 'recategorise-ruling',
      ruling,
      player,
      category: pick(ERRORS) ?? 'slow-play',
      conditions: [],
      reason: hall.seal('another error'),
    }));
  },
  (hall, pick) => {
    onLoss(hall, pick, ({ id }) => ({
      type: 'replace-penalty',
      penalty: id,
      by: pick(PENALTIES) ?? 'none',
      reason: hall.seal('by my hand'),
    }));
  },
  (hall, pick) => {
    onLoss(hall, pick, ({ id }) => ({ type: 'serve-penalty', penalty: id, round: hall.ledger.currentRound, table: 7, game: 1 }));
  },
  (hall, pick) => {
    onLoss(hall, pick, ({ id }) => ({ type: 'unserve-penalty', penalty: id, reason: hall.seal('not yet') }));
  },
  (hall, pick) => {
    onLoss(hall, pick, ({ id }) => ({ type: 'separate-penalty', penalty: id, reason: hall.seal('two games') }));
  },
  (hall, pick) => {
    const appliesTo = { when: pick(['now', 'next-game'] as const) ?? 'next-game' };
    onLoss(hall, pick, ({ id }) => ({ type: 'retarget-penalty', penalty: id, appliesTo, reason: hall.seal('another game') }));
  },
  (hall, pick) => {
    onPenalty(hall, pick, ({ ruling, player }) => ({ type: 'file-appeal', ruling, player, grounds: hall.seal('unfair') }));
  },
  (hall, pick) => {
    const appeal = pick([...hall.ledger.appeals.keys()]);
    const penalty = pick([undefined, undefined, 'warning', 'game-loss'] as const);
    if (appeal === undefined) return;
    const decision = pick(['upheld', 'overturned'] as const) ?? 'upheld';
    hall.tries(pick(['head', 'appeals']) ?? 'head', {
      type: 'decide-appeal',
      appeal,
      decision,
      ...(penalty && decision === 'overturned' && { penalty }),
      reason: hall.seal('heard'),
    });
  },
  answer,
  answer,
  answer,
  (hall, pick) => {
    const investigation = pick([...hall.ledger.investigations.keys()]);
    if (investigation === undefined) return;
    hall.tries('head', { type: 'conclude-investigation', investigation, finding: 'inconclusive', reason: hall.seal('who knows') });
  },
  (hall) => {
    hall.sagaAwake = !hall.sagaAwake;
  },
  (hall) => {
    hall.settle();
  },
];

interface Rule {
  readonly offline: boolean;
  readonly penalty?: Penalty | undefined;
  readonly category?: string | undefined;
  readonly imported?: boolean;
}

function rule(hall: Hall, pick: Pick, how: Rule): void {
  const players = [...hall.ledger.players.keys()];
  const player = pick(players.slice(0, players.length / 2)) ?? '';
  const { offline, penalty, category = pick(ERRORS) ?? '', imported = false } = how;
  hall.tries(imported ? 'head' : (pick(JUDGES) ?? 'head'), {
    type: 'issue-ruling',
    infractions: [{ player, category, conditions: [], ...(penalty && { penalty }), deviation: penalty ? hall.seal('so I say') : null }],
    round: Math.max(0, hall.ledger.currentRound - (pick([0, 0, 0, 1]) ?? 0)),
    table: 7,
    game: 1,
    account: null,
    remedy: null,
    ruledAt: null,
    durationSeconds: null,
    offline,
    distinct: !offline,
    refer: pick([false, true]) ?? false,
    ...(imported && { origin: 'import' as const }),
  });
}

function answer(hall: Hall, pick: Pick): void {
  const review = pick([...hall.ledger.reviews.values()].filter(({ status }) => status === 'open').map(({ id }) => id));
  if (review === undefined) return;
  const decision = pick(['confirm', 'dismiss'] as const) ?? 'confirm';
  hall.tries('head', { type: 'answer-review', review, decision, reason: hall.seal('it is so') });
}

function onRuling(hall: Hall, pick: Pick, command: (ruling: string) => Command): void {
  const ruling = pick([...hall.ledger.rulings.keys()]);
  if (ruling !== undefined) hall.tries(pick(JUDGES) ?? 'head', command(ruling));
}

function onPenalty(hall: Hall, pick: Pick, command: (penalty: { id: string; ruling: string; player: string }) => Command): void {
  const penalty = pick([...hall.ledger.penalties.values()]);
  if (penalty !== undefined) hall.tries(pick(['head', 'scorekeeper', 'floor']) ?? 'head', command(penalty));
}

/** Mostly on what can be served. */
function onLoss(hall: Hall, pick: Pick, command: (penalty: { id: string }) => Command): void {
  const losses = [...hall.ledger.penalties.values()].filter(({ appliesTo }) => appliesTo !== null);
  const penalty = pick(losses) ?? pick([...hall.ledger.penalties.values()]);
  if (penalty !== undefined) hall.tries(pick(['head', 'scorekeeper']) ?? 'head', command(penalty));
}
