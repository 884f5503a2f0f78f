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

/** What a correction or decision moved: each player's tallies then, and what followed from it or will. */
export interface CorrectionAnswer {
  position: number;
  players: { player: string; tallies: Tallies; followed: Followed[] }[];
  announce: Announcement;
}

/**
 * The answer to a correction or decision. `then` is the ledger right after it, `own` its events; `now` is the ledger as it is and `later` the
 * events since, of which those that were caused by it are told, and what is still owed because of it.
 */
export function correctionAnswer(then: Ledger, now: Ledger, own: readonly LedgerEvent[], later: readonly LedgerEvent[]): CorrectionAnswer {
  const positions = new Set(own.map((event) => event.position));
  const caused = later.filter(
    (event) => event.metadata.cause !== null && positions.has(event.metadata.cause) && event.type !== 'HeadJudgeNotified',
  );
  const players = [...new Set(own.flatMap((event) => playersTouched(then, event)))];
  return {
    position: then.revision,
    players: players.map((id) => ({
      player: id,
      tallies: talliesOf(then, id),
      followed: [...followedBy(now, [...own.slice(1), ...caused], id), ...stillDue(now, positions, id)],
    })),
    announce: {
      table: Sentence.join(own.map((event) => summaryOf(then, event))),
      private: Sentence.join(players.map((id) => tallyWords(then, id))),
    },
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
