import type { Change, LedgerEvent, Sealed } from '../events.js';
import { fold } from '../fold.js';
import { talliesOf } from '../ladder.js';
import type { Tallies } from '../ladder.js';
import { penaltyOf, teamMatesOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { askedWords, noticeWords } from './asked-and-told.js';
import { FreeText, Sentence, official, player, say } from './opening.js';
import { PENALTY_WORDS, categoryWords, count, importedWords, placeWords, targetWords } from './words.js';

/** The players whom an event touched: whose timeline it stands in. `ledger` is the ledger right after it. */
export function playersTouched(ledger: Ledger, event: LedgerEvent): string[] {
  const { data } = event;
  switch (event.type) {
    case 'RulingVoided':
    case 'RulingReassigned':
    case 'RulingRecategorised':
    case 'PenaltyReplaced':
      return unique(event.data.changes.flatMap(({ player: who, becomes }) => [who, ...(becomes ? [becomes.player] : [])]));
    case 'AppealDecided':
      return unique([event.data.player, ...event.data.changes.map((change) => change.player)]);
    case 'RulingReferred':
      return unique(event.data.infractions.map((each) => each.player));
    case 'PenaltyServed':
    case 'PenaltyUnserved':
      return unique([event.data.penalty, ...event.data.merged].map((id) => penaltyOf(ledger, id).player));
    case 'PenaltySeparated':
    case 'PenaltyRetargeted':
      return [penaltyOf(ledger, event.data.penalty).player];
    case 'ReviewAnswered':
      return [...(ledger.reviews.get(event.data.review)?.players ?? [])];
    case 'NoticeAcknowledged':
      return [ledger.notices.get(event.data.notice)?.player ?? ''];
    case 'PlayerDropped':
    case 'PlayerReinstated':
      return [...event.data.players];
    case 'PlayersEnrolled':
      return event.data.players.map((each) => each.player);
    case 'GameLossApplied':
    case 'MatchLossApplied':
      return unique([event.data.player, ...event.data.concededBy]);
    case 'PlayerDisqualified':
      return [event.data.player, ...teamMatesOf(ledger, event.data.player)];
    case 'PersonErased':
      return event.data.kind === 'player' ? [event.data.id] : [];
    case 'TimeExtensionGranted':
      return unique((ledger.rulings.get(event.data.ruling ?? '')?.penalties ?? []).map((id) => penaltyOf(ledger, id).player));
    default:
      return 'player' in data && typeof data.player === 'string' ? [data.player] : [];
  }
}

function unique(players: readonly string[]): string[] {
  return [...new Set(players)];
}

/** Notices and investigations are read by head judge, appeals judge and auditor; others see that there is something, so no position is missing. */
export function isWithheldFromFloor(event: LedgerEvent): boolean {
  return ['HeadJudgeNotified', 'NoticeAcknowledged', 'InvestigationOpened', 'InvestigationConcluded'].includes(event.type);
}

export interface TimelineItem {
  position: number;
  type: string;
  by: string | null;
  cause: number | null;
  ruledAt: string | null;
  recordedAt: string;
  summary: Sentence;
  reason: FreeText;
  tallies: Tallies;
}

/**
 * Folds the events, in order from the first, into `ledger` (an empty one), and tells every one that touched the player, with the tallies
 * right after it.
 */
export function timeline(ledger: Ledger, events: Iterable<LedgerEvent>, who: string, mayReadWithheld: boolean): TimelineItem[] {
  const items: TimelineItem[] = [];
  for (const event of events) {
    fold(ledger, event);
    if (playersTouched(ledger, event).includes(who)) items.push(timelineItem(ledger, event, who, mayReadWithheld));
  }
  return items;
}

function timelineItem(ledger: Ledger, event: LedgerEvent, who: string, mayReadWithheld: boolean): TimelineItem {
  const { position, type, data, metadata } = event;
  const shared = { position, recordedAt: metadata.recordedAt, tallies: talliesOf(ledger, who) };
  if (isWithheldFromFloor(event) && !mayReadWithheld) {
    const summary = say`Something for the head judge, the appeals judges and auditors only.`;
    return { ...shared, type: 'Withheld', by: null, cause: null, ruledAt: null, summary, reason: new FreeText(null) };
  }
  return {
    ...shared,
    type,
    by: metadata.by,
    cause: metadata.cause,
    ruledAt: 'ruledAt' in data ? data.ruledAt : null,
    summary: summaryOf(ledger, event),
    reason: new FreeText(reasonOf(event)),
  };
}

function reasonOf({ data }: LedgerEvent): Sealed | null {
  if ('reason' in data) return data.reason;
  if ('grounds' in data) return data.grounds;
  return 'account' in data ? data.account : null;
}

/** What an event says, in one sentence. `ledger` is the ledger right after it. */
export function summaryOf(ledger: Ledger, event: LedgerEvent): Sentence {
  const by = official(event.metadata.by);
  switch (event.type) {
    case 'TournamentOpened':
      return say`The tournament is opened at ${event.data.level} level under ${event.data.edition}.`;
    case 'TournamentClosed':
      return say`${by} closes the tournament.`;
    case 'TournamentReopened':
      return say`${by} reopens the tournament.`;
    case 'OfficialAppointed':
      return say`${official(event.data.official)} is appointed: ${event.data.roles.join(', ')}.`;
    case 'OfficialRolesChanged':
      return say`The roles of ${official(event.data.official)} are now: ${event.data.roles.join(', ')}.`;
    case 'OfficialRevoked':
      return say`${official(event.data.official)} is revoked.`;
    case 'PairingIssued':
      return say`A pairing code is issued for ${official(event.data.official)}.`;
    case 'OfficialPaired':
      return say`${official(event.data.official)} pairs a device.`;
    case 'PlayersEnrolled':
      return say`${count(event.data.players.length, 'person')} enrolled.`;
    case 'PlayerCorrected':
      return say`The entry of ${player(event.data.player)} is corrected.`;
    case 'RoundStarted':
      return say`Round ${event.data.round} starts.`;
    case 'PairingsReplaced':
      return say`The pairings of round ${event.data.round} are replaced.`;
    case 'InfractionNoted': {
      const { player: who, category, ruling, kind, absorbed } = event.data;
      const cost = absorbed ? `its ${PENALTY_WORDS[kind]} gives way to a more severe penalty` : 'no penalty';
      return say`${by} notes ${categoryWords(ledger, category)} of ${player(who)}: ${cost} (${ruling}${importedWords(event.data)}).`;
    }
    case 'WarningIssued': {
      const { player: who, category, ruling } = event.data;
      return say`${by} gives ${player(who)} a Warning for ${categoryWords(ledger, category)} (${ruling}, ${placeWords(event.data)}${importedWords(event.data)}).`;
    }
    case 'GameLossApplied':
      if ('earned' in event.data) {
        const { player: who, appliesTo, earned } = event.data;
        const rules = earned.reasons.map((each) => `${each.count} of ${each.threshold} (${each.rule})`).join(' and ');
        return say`${player(who)} loses ${targetWords(appliesTo)}: the Warning ${earned.warning} crosses ${rules}.`;
      }
      return lossSummary(ledger, 'Game Loss', event);
    case 'MatchLossApplied':
      return lossSummary(ledger, 'Match Loss', event);
    case 'PlayerDisqualified':
      return say`${by} disqualifies ${player(event.data.player)} for ${categoryWords(ledger, event.data.category)} (${event.data.ruling}${importedWords(event.data)}).`;
    case 'RulingReferred':
      return say`${by} hands ruling ${event.data.ruling} to the head judge (${event.data.review}).`;
    case 'TimeExtensionGranted': {
      const { minutes, round, table } = event.data;
      return say`${count(minutes, 'minute')} more for ${placeWords({ round, table, game: null })}.`;
    }
    case 'HeadJudgeNotified': {
      const notice = ledger.notices.get(event.data.notice);
      return notice ? say`The head judge is told: ${noticeWords(ledger, notice)}` : say`The head judge is told.`;
    }
    case 'NoticeAcknowledged':
      return say`${by} acknowledges notice ${event.data.notice}.`;
    case 'RulingVoided':
      return say`${by} voids ruling ${event.data.ruling}.`;
    case 'RulingReassigned':
      return say`${by} moves ruling ${event.data.ruling} from ${player(event.data.from)} to ${player(event.data.to)}.`;
    case 'RulingRecategorised':
      return say`${by} changes ruling ${event.data.ruling} to ${categoryWords(ledger, event.data.category)}.${changeWords(event.data.changes)}`;
    case 'PenaltyReplaced':
      return say`${by} replaces ${event.data.penalty}.${changeWords(event.data.changes)}`;
    case 'GameLossRescinded':
      return say`The Game Loss ${event.data.penalty} of ${player(event.data.player)} falls: its Warning no longer crosses any threshold.`;
    case 'PenaltySeparated':
      return say`${by} separates ${event.data.penalty}: it is a game of its own.`;
    case 'PenaltyRetargeted':
      return say`${by} moves ${event.data.penalty} to ${targetWords(event.data.appliesTo)}.`;
    case 'PenaltyServed':
      return say`${by} records ${event.data.penalty} as served (${placeWords(event.data)}).`;
    case 'PenaltyUnserved':
      return say`${by} takes back that ${event.data.penalty} was served.`;
    case 'PenaltyAnnulled':
      return say`${by} annuls ${event.data.penalty}: it was played, and is not held against ${player(event.data.player)}.`;
    case 'AppealFiled':
      return say`${player(event.data.appellant)} appeals ruling ${event.data.ruling} on ${player(event.data.player)} (${event.data.appeal}).`;
    case 'AppealDecided':
      return say`${by} decides appeal ${event.data.appeal}: ${event.data.decision}.${changeWords(event.data.changes)}`;
    case 'ReviewOpened': {
      const review = ledger.reviews.get(event.data.review);
      return review ? say`The head judge is asked (${review.id}): ${askedWords(ledger, review)}` : say`The head judge is asked.`;
    }
    case 'ReviewAnswered':
      return say`${by} answers ${event.data.review}: ${event.data.decision}.`;
    case 'ReviewWithdrawn':
      return say`The question ${event.data.review} is withdrawn: its ground went.`;
    case 'InvestigationOpened':
      return say`An investigation of ${player(event.data.player)} is opened (${event.data.investigation}).`;
    case 'InvestigationConcluded':
      return say`${by} concludes investigation ${event.data.investigation}: ${event.data.finding}.`;
    case 'PlayerDropped': {
      const names = Sentence.join(
        event.data.players.map((id) => say`${player(id)}`),
        ', ',
      );
      return say`${names} dropped${event.data.provisional ? ' until the next round starts' : ''}.`;
    }
    case 'PersonErased':
      return say`${by} erases the names and texts of a person.`;
    case 'AuditPackTaken':
      return event.data.player === null
        ? say`${by} takes an audit pack.`
        : say`${by} takes an audit pack with the texts about ${player(event.data.player)}.`;
    case 'PlayerReinstated': {
      const names = Sentence.join(
        event.data.players.map((id) => say`${player(id)}`),
        ', ',
      );
      const { missedRounds } = event.data;
      return say`${by} takes ${names} back${missedRounds.length > 0 ? `; missed for good: round ${missedRounds.join(', ')}` : ''}.`;
    }
  }
}

function lossSummary(
  ledger: Ledger,
  kind: string,
  { data, metadata }: Extract<LedgerEvent, { type: 'GameLossApplied' | 'MatchLossApplied' }>,
): Sentence {
  const category = 'category' in data ? categoryWords(ledger, data.category) : '';
  const imported = 'category' in data ? importedWords(data) : '';
  return say`${official(metadata.by)} gives ${player(data.player)} a ${kind} for ${category}, for ${targetWords(data.appliesTo)} (${data.ruling}${imported}).`;
}

/** " w-41 becomes a Game Loss; gl-42 is overturned.": a sentence to follow another, or nothing. */
function changeWords(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  return ` ${changes
    .map(({ penalty, ending, becomes, staysInTally }) => {
      if (!becomes) return `${penalty} is ${ending}`;
      if (becomes.penalty === penalty) return `${penalty} stays a ${PENALTY_WORDS[becomes.kind]}`;
      return `${penalty} becomes ${PENALTY_WORDS[becomes.kind]} ${becomes.penalty}${staysInTally ? ' and still counts as a Warning' : ''}`;
    })
    .join('; ')}.`;
}
