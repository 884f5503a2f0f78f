import { decide, fold, isRefusal, stamp } from '@ladder/ledger';
import type { Change, Command, EventOf, Ledger, LedgerEvent, Target } from '@ladder/ledger';
import { infractionIn } from './guideline.js';

/**
 * Takes an event that a person recorded into a ledger under another edition. Rulings and corrections are taken as they are; what is about a
 * Game Loss or a question of the ladder is decided again about its counterpart there, and passed over where there is none. Positions stay
 * those of the record, so that places and ids do.
 *
 * @param recorded the ledger as recorded, right before the event.
 */
export function takeOver(other: Ledger, recorded: Ledger, event: LedgerEvent): void {
  other.revision = event.position - 1;
  const taken = counterpart(other, recorded, event);
  if (taken === undefined) return;
  if ('position' in taken) {
    fold(other, taken);
    return;
  }
  const { by, recordedAt, key, fingerprint } = event.metadata;
  const decision = decide(other, taken, { by, now: recordedAt });
  if (isRefusal(decision)) return;
  const ids = decision.map((_, index) => `${event.id}-${index}`);
  for (const each of stamp(other, decision, { by, now: recordedAt, key, fingerprint, ids })) fold(other, each);
}

/** The event as it is taken, or the command that decides it again; undefined where it is passed over. */
function counterpart(other: Ledger, recorded: Ledger, event: LedgerEvent): LedgerEvent | Command | undefined {
  const about = (id: string | undefined) => (id === undefined ? undefined : penaltyIn(other, recorded, id));
  switch (event.type) {
    case 'TournamentOpened':
      return { ...event, data: { ...event.data, edition: other.edition.id } };

    case 'GameLossApplied':
      // What the head judge's answer applied is decided again with the answer.
      return 'earned' in event.data ? undefined : event;
    case 'PenaltyAnnulled':
      return undefined;
    case 'ReviewAnswered': {
      const { review: id, decision, reason } = event.data;
      if (recorded.reviews.get(id)?.question === 'referred-ruling') return other.reviews.has(id) ? event : undefined;
      const review = reviewIn(other, recorded, id);
      return review === undefined ? undefined : { type: 'answer-review', review, decision, reason };
    }

    case 'PenaltyServed': {
      const { penalty: first, merged, round, table, game } = event.data;
      const penalty = about([first, ...merged].find((id) => about(id) !== undefined));
      return penalty === undefined ? undefined : { type: 'serve-penalty', penalty, round, table, game };
    }
    case 'PenaltyUnserved': {
      const { penalty: first, merged, reason } = event.data;
      const penalty = about([first, ...merged].find((id) => about(id) !== undefined));
      return penalty === undefined ? undefined : { type: 'unserve-penalty', penalty, reason };
    }
    case 'PenaltyRetargeted': {
      const penalty = about(event.data.penalty);
      const { appliesTo, reason } = event.data;
      return penalty === undefined ? undefined : { type: 'retarget-penalty', penalty, appliesTo: named(appliesTo), reason };
    }
    case 'PenaltySeparated': {
      const penalty = about(event.data.penalty);
      return penalty === undefined ? undefined : { type: 'separate-penalty', penalty, reason: event.data.reason };
    }
    case 'PenaltyReplaced': {
      const penalty = about(event.data.penalty);
      const by = event.data.changes[0]?.becomes?.kind;
      return penalty === undefined || by === undefined ? undefined : { type: 'replace-penalty', penalty, by, reason: event.data.reason };
    }

    case 'RulingVoided':
      return event.data.review === null ? { ...event, data: { ...event.data, changes: known(other, event) } } : undefined;
    case 'RulingReassigned':
      return { ...event, data: { ...event.data, changes: known(other, event) } };
    case 'RulingRecategorised':
      return { ...event, data: { ...event.data, changes: known(other, event) } };
    case 'AppealDecided':
      return { ...event, data: { ...event.data, changes: known(other, event) } };

    case 'NoticeAcknowledged':
    case 'InvestigationConcluded':
      // Neither moves a Game Loss, and what they are about may have another id there.
      return undefined;
    default:
      return event;
  }
}

/** The penalty there that stands where this one stands in the record: the same one, or the Game Loss for the same Warning. */
function penaltyIn(other: Ledger, recorded: Ledger, id: string): string | undefined {
  const penalty = recorded.penalties.get(id);
  if (!penalty?.earned) return other.penalties.has(id) ? id : undefined;
  const { place } = penalty.earned;
  return other.players.get(penalty.player)?.penalties.findLast((each) => other.penalties.get(each)?.earned?.place === place);
}

/** The open question there about the same Warning, or the same penalty. */
function reviewIn(other: Ledger, recorded: Ledger, id: string): string | undefined {
  const asked = recorded.reviews.get(id);
  if (!asked) return undefined;
  const penalty = asked.penalty === null ? null : penaltyIn(other, recorded, asked.penalty);
  return [...other.reviews.values()].find(
    (each) =>
      each.status === 'open' &&
      each.question === asked.question &&
      each.players[0] === asked.players[0] &&
      each.place === asked.place &&
      each.penalty === penalty,
  )?.id;
}

/** The changes of a correction, without those of a penalty that took the place of a Game Loss which is not there. */
function known(other: Ledger, { data }: EventOf<'RulingVoided' | 'RulingReassigned' | 'RulingRecategorised' | 'AppealDecided'>): Change[] {
  return data.changes.filter(({ penalty }) => other.penalties.has(penalty));
}

function named(target: Target) {
  if (!('round' in target)) return { when: target.when };
  const { when, round, table, game } = target;
  return { when, round, ...(table !== null && { table }), ...(game !== null && { game }) };
}

/** The categories that an event rules on. */
export function categoriesIn(event: LedgerEvent): string[] {
  switch (event.type) {
    case 'RulingReferred':
      return event.data.infractions.map(({ category }) => category);
    case 'RulingRecategorised':
      return [event.data.category];
    case 'AppealDecided':
      return event.data.changes.flatMap(({ becomes }) => (becomes?.category ? [becomes.category] : []));
    default: {
      const infraction = infractionIn(event);
      return infraction ? [infraction.category] : [];
    }
  }
}
