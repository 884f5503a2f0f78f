import type { LedgerEvent } from '../events.js';
import { talliesOf } from '../ladder.js';
import type { Tallies } from '../ladder.js';
import type { Ledger } from '../ledger.js';
import type { Announcement } from './announce.js';
import { Sentence, player, say } from './opening.js';
import { playersTouched, summaryOf } from './timeline.js';
import { categoryWords, count } from './words.js';

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
    announce: {
      table: Sentence.join(own.map((event) => summaryOf(then, event))),
      private: Sentence.join(players.map((id) => tallyWords(then, id))),
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

function tallyWords(ledger: Ledger, id: string): Sentence {
  const { categories } = talliesOf(ledger, id);
  const list = categories.map((row) => `${count(row.warnings, 'Warning')} for ${categoryWords(ledger, row.category)}`).join(', ');
  return say`${player(id)} now has ${list || 'no Warning'}.`;
}
