import { remedyFor } from '@ladder/editions';
import { categoryFor } from '../ladder.js';
import { rulingOf, tournamentOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { Sentence, player, say } from './opening.js';
import type { PenaltyEntry } from './ruling.js';
import { PENALTY_WORDS, categoryWords, count, familyWords, ordinal, placeWords, targetWords } from './words.js';

/** R8: what is said aloud at the table, and what only the player should hear, so that opponents do not learn a player's history. */
export interface Announcement {
  table: Sentence;
  private: Sentence;
}

/** The words for a ruling: category, fix, penalty and what it means now; apart from that each player's tally and what comes next. */
export function announceRuling(ledger: Ledger, penalties: readonly PenaltyEntry[]): Announcement {
  return {
    table: Sentence.join(penalties.map((each) => atTable(ledger, each))),
    private: Sentence.join(penalties.filter((each) => !each.absorbed).map((each) => toPlayer(ledger, each))),
  };
}

function atTable(ledger: Ledger, entry: PenaltyEntry): Sentence {
  const name = player(entry.player);
  const error = categoryWords(ledger, entry.category);
  if (entry.absorbed) return say`${name}: ${error} as well, without a penalty of its own.`;
  const fix = entry.category === null ? '' : remedyFor(categoryFor(ledger, entry.category), tournamentOf(ledger).level);
  const loss = entry.appliesTo ? say` ${conceding(entry)} ${targetWords(entry.appliesTo)}.` : say``;
  return say`${name}: ${error}. ${fix} Penalty: ${PENALTY_WORDS[entry.penalty]}.${loss}${upgrade(entry)}`;
}

function conceding({ player: id, concededBy }: Pick<PenaltyEntry, 'player' | 'concededBy'>): Sentence {
  const others = concededBy.filter((each) => each !== id);
  return others.length > 0 ? say`${player(id)} and the team concede` : say`${player(id)} concedes`;
}

/** That a Warning costs a game is said aloud; which Warnings came before is not. */
function upgrade(entry: PenaltyEntry): Sentence {
  const { status, appliesTo } = entry.escalation;
  if (status === 'applied' && appliesTo)
    return say` It comes with a Game Loss: ${conceding({ ...entry, ...entry.escalation })} ${targetWords(appliesTo)}.`;
  if (status === 'pending') return say` It comes with a Game Loss, which the head judge is told of.`;
  return say``;
}

function toPlayer(ledger: Ledger, entry: PenaltyEntry): Sentence {
  const { category, penalty, tally, upgradesAt, counted, escalation } = entry;
  const name = player(entry.player);
  if (category === null) return say`${name}: ${PENALTY_WORDS[penalty]}.`;
  const { name: error, family } = categoryFor(ledger, category);
  const kind = familyWords(ledger, family);
  if (penalty !== 'warning') {
    return say`${name}: this is no Warning and counts in no tally. You have ${count(tally.category, 'Warning')} for ${error} and ${tally.family} for ${kind} in all.`;
  }
  const where = counted.map(({ ruling, round, table }) => {
    const { game } = rulingOf(ledger, ruling);
    return `${ruling} (${placeWords({ round, table, game })})`;
  });
  const mine = say`${name}: this is your ${ordinal(tally.category)} Warning for ${error} and your ${ordinal(tally.family)} for ${kind} in all. Counted: ${where.join('; ')}.`;
  return say`${mine} ${comesNext(error, kind, tally, upgradesAt, escalation.status)}`;
}

function comesNext(
  error: string,
  kind: string,
  tally: PenaltyEntry['tally'],
  upgradesAt: PenaltyEntry['upgradesAt'],
  status: PenaltyEntry['escalation']['status'],
): string {
  const near = [
    ...(upgradesAt.category !== null && tally.category + 1 >= upgradesAt.category ? [`for ${error}`] : []),
    ...(upgradesAt.family !== null && tally.family + 1 >= upgradesAt.family ? [`for any ${kind}`] : []),
  ];
  const asked = status === 'review' ? 'The head judge is asked whether this one is a Game Loss. ' : '';
  return near.length > 0
    ? `${asked}The next Warning ${near.join(' or ')} is a Game Loss.`
    : `${asked}The next Warning is no Game Loss yet.`;
}
