import { severity } from '@ladder/editions';
import type { Change, EventOf, LedgerEvent } from '../events.js';
import { inForce, penaltyOf, rulingOf } from '../ledger.js';
import type { Ledger, PenaltyState } from '../ledger.js';
import { Sentence, player, say } from './opening.js';
import { PENALTY_WORDS, categoryWords, concedesWords, penaltyWords, placeWords, targetWords } from './words.js';

/**
 * R8: what is said at the table of an event that corrects or decides: whose penalty, for what, and what it means now. No ids, no counts, no
 * word of what came before, of what is asked, or of an investigation. `ledger` is the ledger right after the event.
 */
export function aloud(ledger: Ledger, event: LedgerEvent): Sentence[] {
  switch (event.type) {
    case 'RulingVoided':
    case 'RulingReassigned':
    case 'RulingRecategorised':
    case 'PenaltyReplaced':
      return changesAloud(ledger, event.data.changes);
    case 'AppealDecided':
      return [say`The appeal is decided.`, ...appealAloud(ledger, event)];
    case 'GameLossApplied':
      return 'earned' in event.data
        ? [say`${player(event.data.player)} has a Game Loss: ${concedesWords(event.data, event.data.appliesTo)}.`]
        : [];
    case 'PenaltyServed':
      return [event.data.penalty, ...event.data.merged].map(
        (id) => say`The ${penaltyWords(ledger, penaltyOf(ledger, id))} is served (${placeWords(event.data)}).`,
      );
    case 'PenaltyUnserved':
      return [event.data.penalty, ...event.data.merged].map((id) => unserved(ledger, penaltyOf(ledger, id)));
    case 'PenaltyRetargeted': {
      const { appliesTo } = event.data;
      return [say`The ${penaltyWords(ledger, penaltyOf(ledger, event.data.penalty))} is now for ${targetWords(appliesTo)}.`];
    }
    case 'PenaltySeparated':
      return [say`The ${penaltyWords(ledger, penaltyOf(ledger, event.data.penalty))} costs a game of its own.`];
    case 'PenaltyAnnulled':
      return [
        say`The ${penaltyWords(ledger, penaltyOf(ledger, event.data.penalty))} is annulled: it was played, and is not held against the player.`,
      ];
    case 'ReviewAnswered':
      return answerAloud(ledger, event);
    case 'PlayerDropped':
      return [say`Dropped${event.data.provisional ? ' until the next round starts' : ''}: ${names(event.data.players)}.`];
    case 'PlayerReinstated':
      return [say`Back in the tournament: ${names(event.data.players)}.`];
    default:
      return [];
  }
}

/** What a correction puts in the place of what it ends. Of what gives way together the most severe is named: that is what stood. */
function changesAloud(ledger: Ledger, changes: readonly Change[]): Sentence[] {
  const told = changes.filter((each) => !penaltyOf(ledger, each.penalty).absorbed);
  const ended = told.filter((each) => each.becomes === null);
  const became = new Map<string, Change>();
  for (const each of told) {
    const before = each.becomes && became.get(each.becomes.penalty);
    if (each.becomes && (!before || severity(each.kind) > severity(before.kind))) became.set(each.becomes.penalty, each);
  }
  return [
    ...ended.map((each) => say`The ${penaltyWords(ledger, each)} is taken back.`),
    ...[...became.values()].map((each) => becameAloud(ledger, each)),
  ];
}

function becameAloud(ledger: Ledger, change: Change): Sentence {
  const { player: who, category, becomes } = change;
  const old = say`The ${penaltyWords(ledger, change)}`;
  if (!becomes) return say`${old} is taken back.`;
  const cost = becomes.loss ? say`: ${concedesWords({ ...becomes.loss, player: becomes.player }, becomes.loss.appliesTo)}` : say``;
  if (becomes.player !== who) return say`${old} is now ${player(becomes.player)}'s${cost}.`;
  const same = becomes.category === category;
  const error = same ? '' : ` for ${categoryWords(ledger, becomes.category)}`;
  if (becomes.penalty === change.penalty)
    return same ? say`${old} stands, under other conditions${cost}.` : say`${old} was${error}${cost}.`;
  if (becomes.kind === 'none')
    return same
      ? say`${old} counts for nothing.`
      : say`${old} counts for nothing: the error was ${categoryWords(ledger, becomes.category)}.`;
  return say`${old} is replaced by a ${PENALTY_WORDS[becomes.kind]}${error}${cost}.`;
}

function appealAloud(ledger: Ledger, { data }: EventOf<'AppealDecided'>): Sentence[] {
  if (data.decision === 'overturned') return changesAloud(ledger, data.changes);
  const standing = rulingOf(ledger, data.ruling)
    .penalties.map((id) => penaltyOf(ledger, id))
    .filter((each) => each.player === data.player && each.earned === null && !each.absorbed && inForce(each))
    .sort((one, other) => severity(other.kind) - severity(one.kind))[0];
  return standing ? [say`The ${penaltyWords(ledger, standing)} stands.`] : [];
}

function unserved(ledger: Ledger, penalty: PenaltyState): Sentence {
  const { status, appliesTo } = penalty;
  const waits = status === 'pending' && appliesTo ? say`: ${concedesWords(penalty, appliesTo)}` : say``;
  return say`The ${penaltyWords(ledger, penalty)} was not served after all${waits}.`;
}

/** What the head judge decided on a question, where no event beside the answer says it. */
function answerAloud(ledger: Ledger, { data }: EventOf<'ReviewAnswered'>): Sentence[] {
  const review = ledger.reviews.get(data.review);
  if (!review) return [];
  const id = review.penalty ?? review.warning;
  const about = id === null ? null : say`The ${penaltyWords(ledger, penaltyOf(ledger, id))}`;
  const confirmed = data.decision === 'confirm';
  switch (review.question) {
    case 'game-loss-due':
      return confirmed || !about ? [] : [say`${about} costs no game.`];
    case 'loss-without-ground':
      return confirmed || !about ? [] : [say`${about} stays.`];
    case 'possible-duplicate':
      return confirmed && about ? [say`${about} stands.`] : [];
    case 'referred-ruling':
      return confirmed ? [] : [say`The head judge has decided, and gives no penalty: ${names(review.players)}.`];
  }
}

function names(players: readonly string[]): Sentence {
  return Sentence.join(
    players.map((id) => say`${player(id)}`),
    ', ',
  );
}
