import { isHeadJudge, rolesOf, SAGA, USE_CASES } from '@ladder/ledger';
import type { CommandType, EventType, Ledger, LedgerEvent } from '@ladder/ledger';

/** Which commands lead to an event; none: it is the saga's alone. */
const LED_TO_BY: Readonly<Record<EventType, readonly CommandType[]>> = {
  TournamentOpened: ['open-tournament'],
  TournamentClosed: ['close-tournament'],
  TournamentReopened: ['reopen-tournament'],
  OfficialAppointed: ['appoint-official'],
  OfficialRolesChanged: ['change-roles'],
  OfficialRevoked: ['revoke-official'],
  PairingIssued: ['appoint-official', 'issue-pairing'],
  OfficialPaired: ['pair-official'],
  PlayersEnrolled: ['enrol-players'],
  PlayerCorrected: ['correct-player'],
  RoundStarted: ['start-round'],
  PairingsReplaced: ['start-round'],
  InfractionNoted: ['issue-ruling', 'answer-review'],
  WarningIssued: ['issue-ruling', 'issue-warning', 'answer-review'],
  GameLossApplied: ['issue-ruling', 'answer-review'],
  MatchLossApplied: ['issue-ruling', 'answer-review'],
  PlayerDisqualified: ['issue-ruling', 'answer-review'],
  RulingReferred: ['issue-ruling'],
  TimeExtensionGranted: ['grant-extension', 'issue-ruling', 'issue-warning'],
  HeadJudgeNotified: [],
  NoticeAcknowledged: ['acknowledge-notice'],
  RulingVoided: ['void-ruling', 'answer-review'],
  RulingReassigned: ['reassign-ruling'],
  RulingRecategorised: ['recategorise-ruling'],
  PenaltyReplaced: ['replace-penalty'],
  GameLossRescinded: [],
  PenaltySeparated: ['separate-penalty'],
  PenaltyRetargeted: ['retarget-penalty'],
  PenaltyServed: ['serve-penalty'],
  PenaltyUnserved: ['unserve-penalty'],
  PenaltyAnnulled: ['answer-review'],
  AppealFiled: ['file-appeal'],
  AppealDecided: ['decide-appeal'],
  ReviewOpened: [],
  ReviewAnswered: ['answer-review'],
  ReviewWithdrawn: [],
  InvestigationOpened: ['open-investigation'],
  InvestigationConcluded: ['conclude-investigation'],
  PlayerDropped: ['drop-player', 'issue-ruling', 'answer-review'],
  PlayerReinstated: ['reinstate-player'],
  AuditPackTaken: ['take-audit-pack'],
  PersonErased: ['erase-person'],
};

/** What is wrong with who appended an event to this ledger; undefined if nothing is, or if it was the saga. */
export function notTheirs(ledger: Ledger, { type, data, metadata: { by } }: LedgerEvent): string | undefined {
  if ('origin' in data && !isHeadJudge(ledger, by)) return `only the head judge takes over the rulings of another tool (R41), not ${by}`;
  if (by === SAGA) return undefined;
  const commands = LED_TO_BY[type];
  if (commands.length === 0) return `only the saga appends it, not ${by}`;
  const roles = rolesOf(ledger, by);
  const may = commands.some((command) => {
    const { who } = USE_CASES[command];
    return who === 'anyone' || roles.some((role) => who.includes(role));
  });
  return may ? undefined : `${by} had no role here by which to record it`;
}
