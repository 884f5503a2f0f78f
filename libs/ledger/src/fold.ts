import type { Penalty } from '@ladder/editions';
import { dueKey } from './due.js';
import type { Change, Circumstances, EventOf, Infraction, LedgerEvent, Loss, NewPenalty, Pairing } from './events.js';
import { crossingsOf, isInDoubt } from './ladder.js';
import { isHeadJudge, originKey, penaltyOf, playerOf, rolesOf, teamMatesOf, tournamentOf } from './ledger.js';
import type { Ledger, PenaltyState, Player, Review } from './ledger.js';
import { noticeId } from './ids.js';
import { duesOf, tellings } from './owed.js';
import type { Draft } from './events.js';

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

/** Brings up to date what follows from a player's Warnings: which scopes they still cross without a break (R28), and what is due. */
function follow(ledger: Ledger, player: string, position: number): void {
  const crossed = cleanScopes(ledger, player);
  for (const id of playerOf(ledger, player).penalties) {
    const warning = penaltyOf(ledger, id);
    if (warning.unbroken.length === 0) continue;
    const clean = crossed.get(id) ?? [];
    const unbroken = warning.unbroken.filter((scope) => clean.includes(scope));
    if (unbroken.length < warning.unbroken.length) ledger.penalties.set(id, { ...warning, unbroken });
  }
  const dues = duesOf(ledger, player, position);
  for (const [key, due] of ledger.due) if (due.kind !== 'notice' && due.player === player && !dues.has(key)) ledger.due.delete(key);
  for (const [key, due] of dues) {
    const before = ledger.due.get(key);
    ledger.due.set(key, before ? { ...due, cause: before.cause } : due);
  }
}

/** The scopes that each Warning of a player crosses without counting one that may be a duplicate (R28, R35). */
function cleanScopes(ledger: Ledger, player: string): Map<string, string[]> {
  const doubtful = playerOf(ledger, player).penalties.filter((id) => isInDoubt(ledger, penaltyOf(ledger, id)));
  const clean = new Map<string, string[]>();
  for (const [id, crossed] of crossingsOf(ledger, player)) {
    const scopes = crossed.filter(({ reason }) => !doubtful.some((each) => reason.counted.includes(each)));
    clean.set(
      id,
      scopes.map(({ scope }) => scope),
    );
  }
  return clean;
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

/** Replaces an entity by one with some fields changed. */
function update<K extends string | number, T extends object>(
  map: Map<K, T>,
  key: NoInfer<K>,
  change: Partial<NoInfer<T>> | ((value: T) => Partial<NoInfer<T>>),
): void {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the ledger holds no ${key}`);
  map.set(key, { ...value, ...(typeof change === 'function' ? change(value) : change) });
}

function seatsOf(pairings: readonly Pairing[]): ReadonlyMap<string, Pairing> {
  return new Map(pairings.flatMap((pairing) => pairing.players.map((player) => [player, pairing] as const)));
}

type InfractionEvent = EventOf<'InfractionNoted' | 'WarningIssued' | 'GameLossApplied' | 'MatchLossApplied' | 'PlayerDisqualified'>;

/** One infraction of a ruling: the ruling, if it is its first, and the penalty. */
function infraction(
  ledger: Ledger,
  event: InfractionEvent,
  kind: Penalty,
  { absorbed = false, loss }: { absorbed?: boolean; loss?: Loss },
): string[] {
  const data = event.data as Infraction;
  const { position, metadata } = event;
  const { ruling, player, penalty: id } = data;
  if (!ledger.rulings.has(ruling)) {
    const roles = rolesOf(ledger, metadata.by);
    ledger.rulings.set(ruling, {
      ...circumstancesOf(data),
      position,
      by: metadata.by,
      recordedAt: metadata.recordedAt,
      final: roles.includes('head-judge') || roles.includes('appeals-judge'),
      decidedFor: [],
      penalties: [],
      possibleDuplicateOf: null,
      extensionMinutes: 0,
      referral: data.referral,
      corrections: [],
      appeals: [],
    });
  }
  update(ledger.rulings, ruling, (each) => ({ possibleDuplicateOf: each.possibleDuplicateOf ?? data.possibleDuplicateOf }));
  give(ledger, {
    ...blank,
    id,
    player,
    ruling,
    kind,
    category: data.category,
    conditions: data.conditions,
    absorbed,
    place: position,
    appliedAt: position,
    status: loss ? 'pending' : 'standing',
    by: metadata.by,
    appliesTo: loss?.appliesTo ?? null,
    concededBy: loss?.concededBy ?? [],
    possibleDuplicateOf: data.possibleDuplicateOf,
  });
  return [player];
}

/** R28: a Warning that was recorded online for the then-current round may earn its Game Loss by itself, by the rules it crosses now. */
function warning(ledger: Ledger, event: EventOf<'WarningIssued'>): string[] {
  const touched = infraction(ledger, event, 'warning', {});
  const given = penaltyOf(ledger, event.data.penalty);
  if (!event.data.offline && event.data.round === ledger.currentRound) {
    ledger.penalties.set(given.id, { ...given, unbroken: cleanScopes(ledger, given.player).get(given.id) ?? [] });
  }
  return touched;
}

function ladderLoss(
  ledger: Ledger,
  { position, metadata }: EventOf<'GameLossApplied'>,
  data: Extract<EventOf<'GameLossApplied'>['data'], { earned: unknown }>,
): string[] {
  const { penalty: id, player, ruling, appliesTo, concededBy, earned } = data;
  give(ledger, {
    ...blank,
    id,
    player,
    ruling,
    kind: 'game-loss',
    status: 'pending',
    place: earned.place,
    appliedAt: position,
    by: metadata.by,
    appliesTo,
    concededBy,
    earned,
  });
  return [player];
}

const blank = {
  category: null,
  conditions: [],
  absorbed: false,
  status: 'standing',
  appliesTo: null,
  concededBy: [],
  served: null,
  separated: false,
  annulled: false,
  replacedBy: null,
  staysInTally: false,
  earned: null,
  endedBy: null,
  groundAnswered: false,
  possibleDuplicateOf: null,
  unbroken: [],
  investigation: null,
} satisfies Partial<PenaltyState>;

function give(ledger: Ledger, penalty: PenaltyState): void {
  ledger.penalties.set(penalty.id, penalty);
  update(ledger.players, penalty.player, (player) => ({ penalties: [...player.penalties, penalty.id] }));
  update(ledger.rulings, penalty.ruling, (ruling) => ({ penalties: [...ruling.penalties, penalty.id] }));
}

function circumstancesOf(data: Circumstances): Circumstances {
  const { ruling, round, table, game, gameState, offline, ruledAt, durationSeconds, account, remedy } = data;
  return { ruling, round, table, game, gameState, offline, ruledAt, durationSeconds, account, remedy };
}

/** R7, R40: the player and the team are out, and stay dropped when the disqualification falls. It joins an open investigation. */
function goneByDisqualification(ledger: Ledger, player: string, penalty: string, position: number): string[] {
  const drop = { since: position, round: ledger.currentRound, cause: 'disqualification' as const, provisional: false };
  for (const id of [player, ...teamMatesOf(ledger, player)])
    update(ledger.players, id, (each) => ({ drop: each.drop ? { ...each.drop, provisional: false } : drop }));
  const open = [...ledger.investigations.values()].find((each) => each.player === player && each.finding === null);
  if (open) update(ledger.penalties, penalty, { investigation: open.id });
  return [player];
}

function joinInvestigation(ledger: Ledger, player: string, investigation: string): void {
  for (const id of playerOf(ledger, player).penalties) {
    const penalty = penaltyOf(ledger, id);
    if (penalty.kind === 'disqualification' && penalty.investigation === null) ledger.penalties.set(id, { ...penalty, investigation });
  }
}

type Correction = EventOf<'RulingVoided' | 'RulingReassigned' | 'RulingRecategorised' | 'PenaltyReplaced' | 'AppealDecided'>;

/** R29–R34: what a correction ended and what came in its place. */
function correction(ledger: Ledger, event: Correction): string[] {
  const { position, metadata, data } = event;
  const byHand = isHeadJudge(ledger, metadata.by) || event.type === 'AppealDecided';
  const corrected = { position, type: event.type, by: metadata.by, recordedAt: metadata.recordedAt, reason: data.reason };
  const about = [...data.changes.flatMap(({ player, becomes }) => [player, ...(becomes ? [becomes.player] : [])]), ...appealed(event)];
  update(ledger.rulings, data.ruling, ({ decidedFor, corrections }) => ({
    decidedFor: byHand ? [...new Set([...decidedFor, ...about])] : decidedFor,
    corrections: [...corrections, corrected],
  }));
  if (event.type === 'AppealDecided') {
    const { decision, reason } = event.data;
    update(ledger.appeals, event.data.appeal, { decision: { decision, by: metadata.by, reason, position } });
  }
  const touched = data.changes.flatMap((change) => changed(ledger, change, position, metadata.by, event.type !== 'PenaltyReplaced'));
  return [...new Set(touched)];
}

/** An appeal that is upheld changes nothing, and is a decision all the same. */
function appealed(event: Correction): string[] {
  return event.type === 'AppealDecided' ? [event.data.player] : [];
}

function changed(ledger: Ledger, change: Change, position: number, by: string, takesGround: boolean): string[] {
  const { becomes } = change;
  const old = penaltyOf(ledger, change.penalty);
  if (becomes?.penalty === old.id) {
    // Only the category or the conditions changed: the penalty stays the same one, and its crossing is no longer the one it was recorded with.
    ledger.penalties.set(old.id, { ...old, category: becomes.category, conditions: becomes.conditions });
    return [old.player];
  }
  ledger.penalties.set(old.id, {
    ...old,
    status: change.ending,
    staysInTally: change.staysInTally,
    replacedBy: becomes?.penalty ?? null,
    endedBy: { position, takesGround },
  });
  // Several penalties may give way to one.
  if (!becomes || ledger.penalties.has(becomes.penalty)) return [old.player];
  give(ledger, newPenalty(old, becomes, position, by));
  if (becomes.kind === 'disqualification' && !becomes.absorbed)
    return [old.player, ...goneByDisqualification(ledger, becomes.player, becomes.penalty, position)];
  return [old.player, becomes.player];
}

/** What comes in a penalty's place keeps the place of its ruling in the order that counts (R25). */
function newPenalty(old: PenaltyState, becomes: NewPenalty, position: number, by: string): PenaltyState {
  const { penalty: id, player, kind, category, conditions, absorbed, loss, upgradedTo } = becomes;
  const status = loss ? 'pending' : upgradedTo === null ? 'standing' : 'replaced';
  return {
    ...blank,
    id,
    player,
    ruling: old.ruling,
    kind,
    category,
    conditions,
    absorbed,
    place: old.place,
    appliedAt: position,
    by,
    status,
    appliesTo: loss?.appliesTo ?? null,
    concededBy: loss?.concededBy ?? [],
    replacedBy: upgradedTo,
    staysInTally: upgradedTo !== null,
  };
}

function opened(ledger: Ledger, review: Review): void {
  ledger.reviews.set(review.id, review);
  for (const player of review.players) update(ledger.players, player, (each: Player) => ({ reviews: [...each.reviews, review.id] }));
}

/** The answer itself; what the head judge decided with it stands in the events beside it. */
function answered(ledger: Ledger, { data }: EventOf<'ReviewAnswered'>): readonly string[] {
  const { decision, reason } = data;
  update(ledger.reviews, data.review, { status: 'answered', decision, reason });
  const review = ledger.reviews.get(data.review);
  if (!review) return [];
  const [player] = review.players;
  if (player === undefined) return [];
  switch (review.question) {
    case 'game-loss-due':
      if (decision === 'dismiss' && review.place !== null) ledger.dismissed.add(originKey(review.place, player));
      break;
    case 'loss-without-ground':
      if (review.penalty !== null) update(ledger.penalties, review.penalty, { groundAnswered: true });
      break;
    case 'possible-duplicate':
      // R35: it is distinct, the flag is lifted.
      if (decision === 'confirm' && review.penalty !== null) update(ledger.penalties, review.penalty, { possibleDuplicateOf: null });
      break;
    case 'referred-ruling':
      break;
  }
  return review.players;
}
