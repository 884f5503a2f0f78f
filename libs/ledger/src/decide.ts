import { acknowledgeNotice } from './commands/acknowledge-notice.js';
import type { AcknowledgeNotice } from './commands/acknowledge-notice.js';
import { answerReview } from './commands/answer-review.js';
import type { AnswerReview } from './commands/answer-review.js';
import { appointOfficial, changeRoles, issuePairing, pairOfficial, revokeOfficial } from './commands/appoint-official.js';
import type { AppointOfficial, ChangeRoles, IssuePairing, PairOfficial, RevokeOfficial } from './commands/appoint-official.js';
import { closeTournament, reopenTournament } from './commands/close-tournament.js';
import type { CloseTournament, ReopenTournament } from './commands/close-tournament.js';
import { dropPlayer, reinstatePlayer } from './commands/drop-player.js';
import type { DropPlayer, ReinstatePlayer } from './commands/drop-player.js';
import { correctPlayer, enrolPlayers } from './commands/enrol-players.js';
import type { CorrectPlayer, EnrolPlayers } from './commands/enrol-players.js';
import { erasePerson } from './commands/erase-person.js';
import type { ErasePerson } from './commands/erase-person.js';
import { decideAppeal, fileAppeal } from './commands/file-appeal.js';
import type { DecideAppeal, FileAppeal } from './commands/file-appeal.js';
import { grantExtension } from './commands/grant-extension.js';
import type { GrantExtension } from './commands/grant-extension.js';
import { issueRuling, issueWarning } from './commands/issue-ruling.js';
import type { IssueRuling, IssueWarning } from './commands/issue-ruling.js';
import { concludeInvestigation, openInvestigation } from './commands/open-investigation.js';
import type { ConcludeInvestigation, OpenInvestigation } from './commands/open-investigation.js';
import { openTournament } from './commands/open-tournament.js';
import type { OpenTournament } from './commands/open-tournament.js';
import { reassignRuling } from './commands/reassign-ruling.js';
import type { ReassignRuling } from './commands/reassign-ruling.js';
import { recategoriseRuling } from './commands/recategorise-ruling.js';
import type { RecategoriseRuling } from './commands/recategorise-ruling.js';
import { replacePenalty } from './commands/replace-penalty.js';
import type { ReplacePenalty } from './commands/replace-penalty.js';
import { retargetPenalty, separatePenalty, servePenalty, unservePenalty } from './commands/serve-penalty.js';
import type { RetargetPenalty, SeparatePenalty, ServePenalty, UnservePenalty } from './commands/serve-penalty.js';
import { startRound } from './commands/start-round.js';
import type { StartRound } from './commands/start-round.js';
import type { Context, Decision, UseCase } from './commands/use-case.js';
import { takeAuditPack } from './commands/take-audit-pack.js';
import type { TakeAuditPack } from './commands/take-audit-pack.js';
import { voidRuling } from './commands/void-ruling.js';
import type { VoidRuling } from './commands/void-ruling.js';
import { rolesOf } from './ledger.js';
import type { Ledger } from './ledger.js';
import { refuse } from './refusal.js';

/** Everything that can be asked of a ledger. Texts come sealed: the core never sees a name. */
export type Command =
  | OpenTournament
  | CloseTournament
  | ReopenTournament
  | AppointOfficial
  | IssuePairing
  | ChangeRoles
  | RevokeOfficial
  | PairOfficial
  | EnrolPlayers
  | CorrectPlayer
  | StartRound
  | IssueRuling
  | IssueWarning
  | GrantExtension
  | VoidRuling
  | ReassignRuling
  | RecategoriseRuling
  | ReplacePenalty
  | ServePenalty
  | UnservePenalty
  | RetargetPenalty
  | SeparatePenalty
  | FileAppeal
  | DecideAppeal
  | AnswerReview
  | AcknowledgeNotice
  | OpenInvestigation
  | ConcludeInvestigation
  | DropPlayer
  | ReinstatePlayer
  | ErasePerson
  | TakeAuditPack;

export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;

/** Each use case by its command; `USE_CASES[type].who` is also what guards the route. */
export const USE_CASES: { readonly [T in CommandType]: UseCase<CommandOf<T>> } = {
  'open-tournament': openTournament,
  'close-tournament': closeTournament,
  'reopen-tournament': reopenTournament,
  'appoint-official': appointOfficial,
  'issue-pairing': issuePairing,
  'change-roles': changeRoles,
  'revoke-official': revokeOfficial,
  'pair-official': pairOfficial,
  'enrol-players': enrolPlayers,
  'correct-player': correctPlayer,
  'start-round': startRound,
  'issue-ruling': issueRuling,
  'issue-warning': issueWarning,
  'grant-extension': grantExtension,
  'void-ruling': voidRuling,
  'reassign-ruling': reassignRuling,
  'recategorise-ruling': recategoriseRuling,
  'replace-penalty': replacePenalty,
  'serve-penalty': servePenalty,
  'unserve-penalty': unservePenalty,
  'retarget-penalty': retargetPenalty,
  'separate-penalty': separatePenalty,
  'file-appeal': fileAppeal,
  'decide-appeal': decideAppeal,
  'answer-review': answerReview,
  'acknowledge-notice': acknowledgeNotice,
  'open-investigation': openInvestigation,
  'conclude-investigation': concludeInvestigation,
  'drop-player': dropPlayer,
  'reinstate-player': reinstatePlayer,
  'erase-person': erasePerson,
  'take-audit-pack': takeAuditPack,
};

/**
 * What a command leads to on this very state: the events to append, or a refusal. Pure: time and ids come in with it. Authority is judged
 * here, on the state that is written to, whatever a route has checked before.
 */
export function decide(ledger: Ledger, command: Command, context: Context): Decision {
  if (!ledger.tournament && command.type !== 'open-tournament') return refuse('unknown-tournament', 'There is no such tournament.');
  const useCase = USE_CASES[command.type] as UseCase<Command>;
  const { who } = useCase;
  if (who !== 'anyone' && !rolesOf(ledger, context.by).some((role) => who.includes(role))) {
    return refuse('not-granted', `This needs the role ${who.join(' or ')}.`, { needs: who });
  }
  return useCase.decide(ledger, command, context);
}
