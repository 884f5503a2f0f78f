import type { Due } from '../due.js';
import type { LedgerEvent } from '../events.js';
import { talliesOf } from '../ladder.js';
import type { Tallies } from '../ladder.js';
import { penaltyOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { aloud } from './aloud.js';
import { announceRuling, drawWords } from './announce.js';
import type { Announcement } from './announce.js';
import { Sentence, player, say } from './opening.js';
import { penaltyEntries } from './ruling.js';
import { playersTouched } from './timeline.js';
import { categoryWords, count, familyWords, nextWarningWords, penaltyWords } from './words.js';

export interface Followed {
  type: string;
  penalty?: string;
  review?: string;
}

/** What a correction or decision moved, as of then: each touched player's tallies, and the words for it. */
export interface CorrectionFacts {
  position: number;
  own: readonly LedgerEvent[];
  players: { player: string; tallies: Tallies }[];
  announce: Announcement;
}

/** What it moved, with what followed from it since or is still to come. */
export interface CorrectionAnswer {
  position: number;
  players: { player: string; tallies: Tallies; followed: Followed[] }[];
  announce: Announcement;
}

/** The facts of a correction or decision from its own events. `then` is the ledger right after them. */
export function correctionFacts(then: Ledger, own: readonly LedgerEvent[]): CorrectionFacts {
  const players = [...new Set(own.flatMap((event) => playersTouched(then, event)))];
  return {
    position: then.revision,
    own,
    players: players.map((id) => ({ player: id, tallies: talliesOf(then, id) })),
    announce: takenOver(then, own) ?? {
      table: Sentence.join([...own.flatMap((event) => aloud(then, event)), ...drawWords(then, givenBy(own))]),
      private: Sentence.join(players.map((id) => toPlayer(then, own, id))),
    },
  };
}

/** The facts with what followed: `later` are the events since, of which those that were caused by the correction are told. */
export function correctionAnswer(
  now: Ledger,
  { own, players, position, announce }: CorrectionFacts,
  later: readonly LedgerEvent[],
): CorrectionAnswer {
  const positions = new Set(own.map((event) => event.position));
  const caused = later.filter(
    ({ type, metadata }) => metadata.cause !== null && positions.has(metadata.cause) && type !== 'HeadJudgeNotified',
  );
  return {
    position,
    players: players.map((each) => ({
      ...each,
      followed: [...followedBy(now, [...own.slice(1), ...caused], each.player), ...stillDue(now, positions, each.player)],
    })),
    announce,
  };
}

function followedBy(ledger: Ledger, events: readonly LedgerEvent[], id: string): Followed[] {
  return events
    .filter((event) => playersTouched(ledger, event).includes(id))
    .map(({ type, data }) => ({
      type,
      ...('penalty' in data && typeof data.penalty === 'string' && { penalty: data.penalty }),
      ...('review' in data && typeof data.review === 'string' && { review: data.review }),
    }));
}

/** What the saga has not come to yet. */
function stillDue(ledger: Ledger, causes: ReadonlySet<number>, id: string): Followed[] {
  const types = {
    'game-loss': 'GameLossApplied',
    review: 'ReviewOpened',
    withdrawal: 'ReviewWithdrawn',
    rescission: 'GameLossRescinded',
    investigation: 'InvestigationOpened',
  } as const;
  return [...ledger.due.values()].flatMap((due) => {
    if (due.kind === 'notice' || due.player !== id || !causes.has(due.cause)) return [];
    return [
      {
        type: types[due.kind],
        ...('penalty' in due && due.penalty !== null && { penalty: due.penalty }),
        ...(due.kind === 'withdrawal' && { review: due.review }),
      },
    ];
  });
}

/** R11: a ruling that the head judge took over is spoken like any other. */
function takenOver(then: Ledger, own: readonly LedgerEvent[]): Announcement | undefined {
  const [first] = own;
  const review = first?.type === 'ReviewAnswered' ? then.reviews.get(first.data.review) : undefined;
  if (review?.question !== 'referred-ruling' || review.decision !== 'confirm') return undefined;
  return announceRuling(then, penaltyEntries(then, then, review.ruling));
}

/** The losses that it gave, or aimed at another game. */
function givenBy(own: readonly LedgerEvent[]): string[] {
  return own.flatMap(({ data }) => {
    if ('changes' in data) return data.changes.flatMap(({ becomes }) => (becomes?.loss ? [becomes.penalty] : []));
    return 'appliesTo' in data ? [data.penalty] : [];
  });
}

/** R8, for one player alone: how many Warnings there are by now, what follows from that, and what the next one leads to. */
function toPlayer(then: Ledger, own: readonly LedgerEvent[], id: string): Sentence {
  const { categories, families } = talliesOf(then, id);
  const list = [
    ...categories.map((row) => `${count(row.warnings, 'Warning')} for ${categoryWords(then, row.category)}`),
    ...families.map((row) => `${row.warnings} for ${familyWords(then, row.family)} in all`),
  ];
  const next = nextWarningWords(then, [...categories, ...families]);
  const positions = new Set(own.map((event) => event.position));
  const follows = [...then.due.values()].flatMap((due) =>
    due.kind !== 'notice' && due.player === id && positions.has(due.cause) ? followsWords(then, due) : [],
  );
  return Sentence.join([
    say`${player(id)} now has ${list.join(', ') || 'no Warning'}.`,
    ...follows,
    ...(next === null ? [] : [say`${next}`]),
  ]);
}

/** What is due, in words for the player; nothing of an investigation. */
function followsWords(then: Ledger, due: Exclude<Due, { kind: 'notice' }>): Sentence[] {
  switch (due.kind) {
    case 'game-loss':
      return [say`The ${penaltyWords(then, penaltyOf(then, due.warning))} is a Game Loss.`];
    case 'rescission':
      return [say`The ${penaltyWords(then, penaltyOf(then, due.penalty))} falls: its ground is gone.`];
    case 'review': {
      const about = penaltyWords(then, penaltyOf(then, due.warning ?? due.penalty ?? ''));
      if (due.question === 'game-loss-due') return [say`The head judge is asked whether the ${about} is a Game Loss.`];
      if (due.question === 'loss-without-ground')
        return [say`The head judge is asked whether the ${about}, which may have been conceded, is annulled.`];
      return [say`The head judge is asked whether the ${about} is another error than one that stands.`];
    }
    case 'withdrawal':
      return [say`What the head judge was asked about this is settled by it.`];
    case 'investigation':
      return [];
  }
}
