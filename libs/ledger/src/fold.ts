import { dueKey } from './due.js';
import type { Draft, LedgerEvent, Pairing } from './events.js';
import { answered, opened } from './folding/asking.js';
import { correction } from './folding/correcting.js';
import { follow } from './folding/following.js';
import { goneByDisqualification, infraction, joinInvestigation, ladderLoss, warning } from './folding/giving.js';
import { update } from './folding/update.js';
import { noticeId } from './ids.js';
import { isHeadJudge, penaltyOf, playerOf, tournamentOf } from './ledger.js';
import type { Ledger } from './ledger.js';
import { tellings } from './owed.js';

/**
 * Takes one event into the ledger, in place, and returns it. The same fold serves writing, reading and auditing. It believes what the
 * ledger holds: whether it should have been recorded was decided before.
 *
 * @throws if the event is not the next one: a ledger has no holes.
 */
export function fold(ledger: Ledger, event: LedgerEvent): Ledger {
  if (event.position !== ledger.revision + 1) throw new Error(`position ${event.position} does not follow ${ledger.revision}`);
  const touched = apply(ledger, event);
  ledger.revision = event.position;
  ledger.recordedAt = event.metadata.recordedAt;
  remember(ledger, event);
  for (const player of touched) follow(ledger, player, event.position);
  for (const telling of tellings(ledger, draftOf(event), event.position, isHeadJudge(ledger, event.metadata.by))) {
    const id = noticeId(telling.told, telling.oneOfSeveral ? telling.penalty : null);
    ledger.due.set(dueKey.notice(id), { kind: 'notice', cause: event.position, ...telling });
  }
  return ledger;
}

const draftOf = ({ type, data }: LedgerEvent): Draft => ({ type, data }) as Draft;

/** R36: the commands of this ledger, by their key. */
function remember(ledger: Ledger, { position, metadata }: LedgerEvent): void {
  const { key, fingerprint, by } = metadata;
  if (key === null) return;
  const known = ledger.keys.get(key);
  ledger.keys.set(key, known ? { ...known, to: position } : { fingerprint, by, from: position, to: position });
}

/** Applies the event and names the players of whom something may be due from now on. */
function apply(ledger: Ledger, event: LedgerEvent): readonly string[] {
  const { position, metadata } = event;
  switch (event.type) {
    case 'TournamentOpened': {
      const { tournament, name, level, format, edition, escalation } = event.data;
      if (edition !== ledger.edition.id) throw new Error(`this ledger is under ${edition}, not under ${ledger.edition.id}`);
      ledger.tournament = { id: tournament, name, level, format, edition, escalation, status: 'open', openedAt: metadata.recordedAt };
      return [];
    }
    case 'TournamentClosed':
      ledger.tournament = { ...tournamentOf(ledger), status: 'closed' };
      return [];
    case 'TournamentReopened':
      ledger.tournament = { ...tournamentOf(ledger), status: 'open' };
      return [];

    case 'OfficialAppointed': {
      const { official: id, name, roles } = event.data;
      ledger.officials.set(id, { id, name, roles, revoked: false, erased: false, pairing: null });
      return [];
    }
    case 'OfficialRolesChanged':
      update(ledger.officials, event.data.official, { roles: event.data.roles, revoked: false });
      return [];
    case 'OfficialRevoked':
      update(ledger.officials, event.data.official, { revoked: true, pairing: null });
      return [];
    case 'PairingIssued': {
      const { codeHash, expiresAt } = event.data;
      update(ledger.officials, event.data.official, { pairing: { position, codeHash, expiresAt, used: false } });
      return [];
    }
    case 'OfficialPaired':
      update(ledger.officials, event.data.official, (official) => ({ pairing: official.pairing && { ...official.pairing, used: true } }));
      return [];

    case 'PlayersEnrolled': {
      for (const { team, name } of event.data.teams) ledger.teams.set(team, { id: team, name, members: [] });
      for (const { player: id, name, team, externalId, kind } of event.data.players) {
        ledger.players.set(id, { id, name, kind, team, externalId, erased: false, drop: null, penalties: [], reviews: [] });
        if (team !== null) update(ledger.teams, team, (each) => ({ members: [...each.members, id] }));
      }
      return [];
    }
    case 'PlayerCorrected': {
      const { player: id, name, team, newTeam } = event.data;
      if (newTeam) ledger.teams.set(newTeam.team, { id: newTeam.team, name: newTeam.name, members: [] });
      const before = playerOf(ledger, id).team;
      if (team !== undefined && team !== before) {
        if (before !== null) update(ledger.teams, before, (each) => ({ members: each.members.filter((member) => member !== id) }));
        if (team !== null) update(ledger.teams, team, (each) => ({ members: [...each.members, id] }));
      }
      update(ledger.players, id, { ...(name && { name }), ...(team !== undefined && { team }) });
      return [];
    }

    case 'RoundStarted': {
      const { round: number, pairings } = event.data;
      ledger.currentRound = number;
      ledger.rounds.set(number, { number, startedAt: metadata.recordedAt, position, pairings, seats: seatsOf(pairings) });
      // R40: who never arrived is out for good once the next round has started.
      for (const player of ledger.players.values()) {
        if (player.drop?.provisional) ledger.players.set(player.id, { ...player, drop: { ...player.drop, provisional: false } });
      }
      return [];
    }
    case 'PairingsReplaced':
      update(ledger.rounds, event.data.round, (round) => {
        const pairings = event.data.continues ? [...round.pairings, ...event.data.pairings] : event.data.pairings;
        return { ...round, pairings, seats: seatsOf(pairings) };
      });
      return [];

    case 'InfractionNoted':
      return infraction(ledger, event, event.data.kind, { absorbed: event.data.absorbed });
    case 'WarningIssued':
      return warning(ledger, event);
    case 'GameLossApplied':
      return 'earned' in event.data ? ladderLoss(ledger, event, event.data) : infraction(ledger, event, 'game-loss', { loss: event.data });
    case 'MatchLossApplied':
      return infraction(ledger, event, 'match-loss', { loss: event.data });
    case 'PlayerDisqualified':
      infraction(ledger, event, 'disqualification', {});
      return goneByDisqualification(ledger, event.data.player, event.data.penalty, position);
    case 'RulingReferred': {
      const { review, infractions, ...circumstances } = event.data;
      const players = [...new Set(infractions.map((each) => each.player))];
      opened(ledger, {
        id: review,
        question: 'referred-ruling',
        status: 'open',
        decision: null,
        reason: null,
        players,
        ruling: circumstances.ruling,
        penalty: null,
        warning: null,
        place: null,
        reasons: [],
        position,
        by: metadata.by,
        referred: event.data,
      });
      return [];
    }
    case 'TimeExtensionGranted': {
      ledger.extensions.push({ position, ...event.data });
      const { ruling: id, minutes } = event.data;
      if (id !== null) update(ledger.rulings, id, (ruling) => ({ extensionMinutes: ruling.extensionMinutes + minutes }));
      return [];
    }

    case 'HeadJudgeNotified': {
      const { notice: id, ...told } = event.data;
      ledger.notices.set(id, { id, ...told, position, recordedAt: metadata.recordedAt });
      ledger.due.delete(dueKey.notice(id));
      return [];
    }
    case 'NoticeAcknowledged':
      update(ledger.notices, event.data.notice, { acknowledged: true });
      return [];

    case 'RulingVoided':
    case 'RulingReassigned':
    case 'RulingRecategorised':
    case 'PenaltyReplaced':
    case 'AppealDecided':
      return correction(ledger, event);
    case 'GameLossRescinded':
      update(ledger.penalties, event.data.penalty, { status: 'rescinded' });
      return [event.data.player];
    case 'PenaltySeparated':
      update(ledger.penalties, event.data.penalty, { separated: true });
      return [];
    case 'PenaltyRetargeted':
      update(ledger.penalties, event.data.penalty, { appliesTo: event.data.appliesTo });
      return [penaltyOf(ledger, event.data.penalty).player];
    case 'PenaltyServed': {
      const { penalty: first, merged, round, table, game } = event.data;
      return [first, ...merged].map((id) => {
        const served = { position, round, table, game, mergedInto: id === first ? null : first };
        update(ledger.penalties, id, { status: 'served', served });
        return penaltyOf(ledger, id).player;
      });
    }
    case 'PenaltyUnserved':
      return [event.data.penalty, ...event.data.merged].map((id) => {
        update(ledger.penalties, id, (penalty) => ({ status: penalty.status === 'served' ? 'pending' : penalty.status, served: null }));
        return penaltyOf(ledger, id).player;
      });
    case 'PenaltyAnnulled':
      update(ledger.penalties, event.data.penalty, { annulled: true });
      return [event.data.player];

    case 'AppealFiled': {
      const { appeal: id, ruling, player, appellant, grounds } = event.data;
      ledger.appeals.set(id, {
        id,
        ruling,
        player,
        appellant,
        grounds,
        by: metadata.by,
        position,
        recordedAt: metadata.recordedAt,
        decision: null,
      });
      update(ledger.rulings, ruling, (each) => ({ appeals: [...each.appeals, id] }));
      return [];
    }

    case 'ReviewOpened': {
      const { review: id, question, player, ruling, penalty, warning: about, reasons } = event.data;
      const place = about === null ? null : penaltyOf(ledger, about).place;
      opened(ledger, {
        id,
        question,
        status: 'open',
        decision: null,
        reason: null,
        players: [player],
        ruling,
        penalty,
        warning: about,
        place,
        reasons,
        position,
        by: metadata.by,
        referred: null,
      });
      return [player];
    }
    case 'ReviewAnswered':
      return answered(ledger, event);
    case 'ReviewWithdrawn':
      update(ledger.reviews, event.data.review, { status: 'withdrawn' });
      return [event.data.player];

    case 'InvestigationOpened': {
      const { investigation: id, player, penalty, reason } = event.data;
      ledger.investigations.set(id, {
        id,
        player,
        penalty,
        reason,
        by: metadata.by,
        position,
        recordedAt: metadata.recordedAt,
        finding: null,
      });
      joinInvestigation(ledger, player, id);
      return [player];
    }
    case 'InvestigationConcluded':
      update(ledger.investigations, event.data.investigation, {
        finding: { finding: event.data.finding, by: metadata.by, reason: event.data.reason, position },
      });
      return [];

    case 'PlayerDropped':
      for (const id of event.data.players) {
        const drop = { since: position, round: ledger.currentRound, cause: event.data.cause, provisional: event.data.provisional };
        update(ledger.players, id, { drop });
      }
      return [];
    case 'PersonErased':
      // Whoever is erased is no official any more: a token would name nobody.
      if (event.data.kind === 'official') update(ledger.officials, event.data.id, { erased: true, revoked: true, pairing: null });
      else update(ledger.players, event.data.id, { erased: true });
      return [];
    case 'AuditPackTaken':
      return [];

    case 'PlayerReinstated':
      for (const id of event.data.players) update(ledger.players, id, { drop: null });
      return [];
  }
}

function seatsOf(pairings: readonly Pairing[]): ReadonlyMap<string, Pairing> {
  return new Map(pairings.flatMap((pairing) => pairing.players.map((player) => [player, pairing] as const)));
}
