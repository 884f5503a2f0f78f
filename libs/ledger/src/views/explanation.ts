import type { LedgerEvent } from '../events.js';
import { countedFor, earns, standingWarnings } from '../ladder.js';
import { penaltyOf, rulingOf } from '../ledger.js';
import type { Ledger, PenaltyState } from '../ledger.js';
import { FreeText, Sentence, official, player, say } from './opening.js';
import { penaltyView } from './record.js';
import { shown } from './reason.js';
import { summaryOf } from './timeline.js';
import { PENALTY_WORDS, categoryWords, count, importedWords, ordinal, placeWords, reasonWords, targetWords } from './words.js';

/**
 * Why a penalty is there: the Warnings that were counted, the rule with its threshold and citation, the causes up to the ruling, what was
 * corrected since, and what would be counted now. `events` are the ledger's, whole and in order.
 */
export function explanationView(ledger: Ledger, events: readonly LedgerEvent[], id: string) {
  const penalty = penaltyOf(ledger, id);
  const counted = countedFor(ledger, penalty.earned?.reasons ?? []);
  const now = countedNow(ledger, penalty);
  const corrections = correctionsOf(ledger, events, penalty, counted);
  return {
    penalty: penaltyView(ledger, penalty),
    player: { id: penalty.player, name: player(penalty.player) },
    reasons: (penalty.earned?.reasons ?? []).map(shown),
    counted: counted.map((each) => countedView(ledger, each)),
    countedNow: now.map((each) => countedView(ledger, each)),
    causes: causesOf(events, penalty.appliedAt).map(({ position, type }) => ({ position, type })),
    corrections: corrections.map((event) => ({
      position: event.position,
      type: event.type,
      by: event.metadata.by,
      recordedAt: event.metadata.recordedAt,
      summary: summaryOf(ledger, event),
      reason: new FreeText('reason' in event.data ? event.data.reason : null),
    })),
    text: story(ledger, penalty, counted, now, corrections),
  };
}

function countedView(ledger: Ledger, { id, ruling, category, place, status }: PenaltyState) {
  const { round, table, by } = rulingOf(ledger, ruling);
  return { penalty: id, ruling, category, position: place, round, table, judge: by, status };
}

/** The Warnings that would be counted for a ladder loss today; none where its Warning no longer crosses any rule. */
function countedNow(ledger: Ledger, penalty: PenaltyState): PenaltyState[] {
  // By its place: a correction may have given the Warning another id since (R25).
  const warning = standingWarnings(ledger, penalty.player).find((each) => each.place === penalty.earned?.place);
  return warning ? countedFor(ledger, earns(ledger, warning)) : [];
}

/** The chain of causes, from the event that applied the penalty back to the ruling. */
function causesOf(events: readonly LedgerEvent[], applied: number): LedgerEvent[] {
  const chain: LedgerEvent[] = [];
  for (let at: number | null = applied; at !== null;) {
    const event: LedgerEvent | undefined = events[at];
    if (!event) break;
    chain.push(event);
    at = event.metadata.cause !== null && event.metadata.cause < at ? event.metadata.cause : null;
  }
  return chain;
}

/** What happened since to the penalty, to its ruling, and to the rulings of the Warnings that were counted. */
function correctionsOf(
  ledger: Ledger,
  events: readonly LedgerEvent[],
  penalty: PenaltyState,
  counted: readonly PenaltyState[],
): LedgerEvent[] {
  const rulings = new Set([penalty.ruling, ...counted.map((each) => each.ruling)]);
  const reviews = new Set([...ledger.reviews.values()].filter((each) => each.penalty === penalty.id).map((each) => each.id));
  return events.slice(penalty.appliedAt + 1).filter((event) => {
    switch (event.type) {
      case 'RulingVoided':
      case 'RulingReassigned':
      case 'RulingRecategorised':
        return rulings.has(event.data.ruling);
      case 'PenaltyReplaced':
        return event.data.changes.some((change) => change.penalty === penalty.id || counted.some((each) => each.id === change.penalty));
      case 'AppealFiled':
      case 'AppealDecided':
        return event.data.player === penalty.player && rulings.has(event.data.ruling);
      case 'GameLossRescinded':
      case 'PenaltyAnnulled':
      case 'PenaltySeparated':
      case 'PenaltyRetargeted':
        return event.data.penalty === penalty.id;
      case 'PenaltyServed':
      case 'PenaltyUnserved':
        return event.data.penalty === penalty.id || event.data.merged.includes(penalty.id);
      case 'ReviewOpened':
      case 'ReviewAnswered':
      case 'ReviewWithdrawn':
        return reviews.has(event.data.review);
      default:
        return false;
    }
  });
}

/** The whole of it as a story that a player's parent understands. */
function story(
  ledger: Ledger,
  penalty: PenaltyState,
  counted: readonly PenaltyState[],
  now: readonly PenaltyState[],
  corrections: readonly LedgerEvent[],
): Sentence {
  return Sentence.join([
    ...beginning(ledger, penalty, counted),
    ...corrections.map((event) => summaryOf(ledger, event)),
    ending(penalty, counted, now),
  ]);
}

function beginning(ledger: Ledger, penalty: PenaltyState, counted: readonly PenaltyState[]): Sentence[] {
  const { kind, category, ruling, appliesTo, earned, player: who } = penalty;
  const { by, origin } = rulingOf(ledger, ruling);
  const where = `${ruling}, ${placeWords(rulingOf(ledger, ruling))}`;
  const target = appliesTo ? `, for ${targetWords(appliesTo)}` : '';
  if (!earned) {
    const error = category === null ? '' : ` for ${categoryWords(ledger, category)}`;
    return [
      say`${player(who)} was given a ${PENALTY_WORDS[kind]}${error} by ${official(by)} (${where})${target}.`,
      ...(origin ? [say`It is imported: ${official(by)} took it over from the records of another tool.`] : []),
    ];
  }
  const list = counted.map((each, index) => {
    const of = rulingOf(ledger, each.ruling);
    return `the ${ordinal(index + 1)} for ${categoryWords(ledger, each.category)} in ${placeWords(of)} (${each.ruling}${importedWords(of)})`;
  });
  return [
    say`${player(who)} was given a ${PENALTY_WORDS[kind]}${target}, because Warnings add up.`,
    say`Counted were ${count(counted.length, 'Warning')}: ${list.join('; ')}.`,
    say`The rule: ${earned.reasons.map(reasonWords).join('; and ')}.`,
    ...(earned.review === null ? [] : [say`The head judge was asked first (${earned.review}) and confirmed it.`]),
  ];
}

function ending(
  { status, annulled, served, earned, replacedBy }: PenaltyState,
  counted: readonly PenaltyState[],
  now: readonly PenaltyState[],
): Sentence {
  const still =
    earned && now.length !== counted.length
      ? ` Then ${count(counted.length, 'Warning')} counted; now ${now.length === 0 ? 'they no longer reach a threshold' : `${now.length} do`}.`
      : '';
  const played = served ? ` It was conceded (${placeWords(served)}).` : '';
  if (annulled) return say`The penalty is annulled: it is not held against the player.${played}${still}`;
  switch (status) {
    case 'standing':
      return say`It stands.${still}`;
    case 'pending':
      return say`It has not been served yet.${still}`;
    case 'served':
      return say`It was served${served ? ` (${placeWords(served)})` : ''}.${still}`;
    case 'rescinded':
      return say`So the penalty fell: it is rescinded and costs nothing.${still}`;
    case 'replaced':
      return say`It was replaced${replacedBy ? ` by ${replacedBy}` : ''}.${played}${still}`;
    case 'voided':
    case 'overturned':
    case 'reassigned':
      return say`It no longer stands: it is ${status}.${played}${still}`;
  }
}
