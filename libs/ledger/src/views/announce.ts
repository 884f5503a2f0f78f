import { remedyFor } from '@ladder/editions';
import { categoryFor } from '../ladder.js';
import { penaltyOf, rulingOf, tournamentOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { isDraw } from '../merging.js';
import { Sentence, player, say } from './opening.js';
import type { PenaltyEntry } from './ruling.js';
import {
  PENALTY_WORDS,
  categoryWords,
  concedesWords,
  count,
  familyWords,
  nextWarningWords,
  ordinal,
  placeWords,
  targetWords,
} from './words.js';

/** R8: what is said aloud at the table, and what only the player should hear, so that opponents do not learn a player's history. */
export interface Announcement {
  table: Sentence;
  private: Sentence;
}

/** The words for a ruling: category, fix, penalty and what it means now; apart from that each player's tally and what comes next. */
export function announceRuling(ledger: Ledger, penalties: readonly PenaltyEntry[]): Announcement {
  const given = penalties.flatMap(({ id, escalation }) => (escalation.penalty === null ? [id] : [id, escalation.penalty]));
  return {
    table: Sentence.join([...penalties.map((each) => atTable(ledger, each)), ...drawWords(ledger, given)]),
    private: Sentence.join(penalties.filter((each) => !each.absorbed).map((each) => toPlayer(ledger, each))),
  };
}

/** R5: of the games that these penalties cost, the ones that are drawn, because the other side loses them as well. Each is said once. */
export function drawWords(ledger: Ledger, penalties: readonly string[]): Sentence[] {
  const drawn = penalties.flatMap((id) => {
    const penalty = penaltyOf(ledger, id);
    return penalty.appliesTo && isDraw(ledger, penalty) ? [targetWords(penalty.appliesTo)] : [];
  });
  return [...new Set(drawn)].map((game) => say`Every side loses ${game}: it is a draw.`);
}

function atTable(ledger: Ledger, entry: PenaltyEntry): Sentence {
  const name = player(entry.player);
  const error = categoryWords(ledger, entry.category);
  if (entry.absorbed) return say`${name}: ${error} as well, without a penalty of its own.`;
  const fix = entry.category === null ? '' : remedyFor(categoryFor(ledger, entry.category), tournamentOf(ledger).level);
  const loss = entry.appliesTo ? say` ${concedesWords(entry, entry.appliesTo)}.` : say``;
  return say`${name}: ${error}. ${fix} Penalty: ${PENALTY_WORDS[entry.penalty]}.${loss}${upgrade(ledger, entry)}`;
}

/** That a Warning costs a game is said aloud; which Warnings came before is not. */
function upgrade(ledger: Ledger, entry: PenaltyEntry): Sentence {
  const { status, penalty, appliesTo, concededBy } = entry.escalation;
  if (status === 'applied' && penalty !== null) {
    const cost = appliesTo ? say`: ${concedesWords({ player: entry.player, concededBy }, appliesTo)}` : say``;
    return say` It comes with a ${PENALTY_WORDS[penaltyOf(ledger, penalty).kind]}${cost}.`;
  }
  if (status === 'pending') return say` It comes with a Game Loss, which the head judge is told of.`;
  return say``;
}

function toPlayer(ledger: Ledger, entry: PenaltyEntry): Sentence {
  const { category, penalty, tally, upgradesAt, escalation } = entry;
  const name = player(entry.player);
  if (category === null) return say`${name}: ${PENALTY_WORDS[penalty]}.`;
  const { name: error, family } = categoryFor(ledger, category);
  const kind = familyWords(ledger, family);
  if (penalty !== 'warning') {
    return say`${name}: this is no Warning and counts in no tally. You have ${count(tally.category, 'Warning')} for ${error} and ${tally.family} for ${kind} in all.`;
  }
  const mine = say`${name}: this is your ${ordinal(tally.category)} Warning for ${error} and your ${ordinal(tally.family)} for ${kind} in all. Counted: ${countedWords(ledger, entry)}.`;
  const asked = escalation.status === 'review' ? ' The head judge is asked whether this one is a Game Loss.' : '';
  const next = nextWarningWords(ledger, [
    { category, warnings: tally.category, upgradesAt: upgradesAt.category },
    { family, warnings: tally.family, upgradesAt: upgradesAt.family },
  ]);
  return say`${mine}${asked} ${next ?? 'The next Warning is no Game Loss yet.'}`;
}

/** Where each was given. The ruling at hand is not named: in a preview it has no id yet, and whoever hears this has just been given it. */
function countedWords(ledger: Ledger, { id, counted }: PenaltyEntry): string {
  const own = penaltyOf(ledger, id).ruling;
  return counted
    .map(({ ruling, round, table }) =>
      ruling === own ? 'this one' : `${ruling} (${placeWords({ round, table, game: rulingOf(ledger, ruling).game })})`,
    )
    .join('; ');
}
