import type { Pairing } from '../events.js';
import { talliesOf } from '../ladder.js';
import { disqualificationOf, isLoss, rulingOf, tournamentOf } from '../ledger.js';
import type { Appeal, Investigation, Ledger, Notice, PenaltyState, Player, Review } from '../ledger.js';
import { isDraw, mergedInto, servedTogether } from '../merging.js';
import { noticeWords, reviewWords } from './asked-and-told.js';
import { FreeText, Name, OpenText, official, player } from './opening.js';
import { shown } from './reason.js';

/** The lists of one tournament: who is here, what waits, what is asked, what was told. Newest first where time matters. */

export function tournamentView(ledger: Ledger) {
  const { id, name, level, format, edition, escalation, status, openedAt } = tournamentOf(ledger);
  const officials = [...ledger.officials.values()].filter((each) => !each.revoked);
  const people = [...ledger.players.values()];
  return {
    id,
    name: new OpenText(name),
    level,
    format,
    edition,
    escalation,
    status,
    openedAt,
    position: ledger.revision,
    currentRound: ledger.currentRound,
    headJudges: officials.filter((each) => each.roles.includes('head-judge')).map((each) => ({ id: each.id, name: official(each.id) })),
    counts: {
      players: people.filter((each) => each.kind === 'player').length,
      attendees: people.filter((each) => each.kind === 'attendee').length,
      officials: officials.length,
      rulings: ledger.rulings.size,
      pendingLosses: pendingLosses(ledger).length,
      openReviews: openReviews(ledger).length,
      openNotices: openNotices(ledger).length,
      openAppeals: openAppeals(ledger).length,
    },
  };
}

export function playerStatus(
  ledger: Ledger,
  { id, drop }: Player,
): { status: 'playing' | 'dropped' | 'disqualified'; cause?: 'own' | 'team' } {
  const out = disqualificationOf(ledger, id);
  if (out) return { status: 'disqualified', cause: out.cause };
  return { status: drop ? 'dropped' : 'playing' };
}

/** Where a player sits this round, and against whom; null without pairings. */
export function seatOf(ledger: Ledger, id: string): { round: number; table: number; opponents: string[] } | null {
  const seat: Pairing | undefined = ledger.rounds.get(ledger.currentRound)?.seats.get(id);
  if (!seat) return null;
  const mates = tournamentOf(ledger).format === '2v2' ? ledger.teams.get(ledger.players.get(id)?.team ?? '')?.members : undefined;
  return { round: ledger.currentRound, table: seat.table, opponents: seat.players.filter((each) => each !== id && !mates?.includes(each)) };
}

export function playerEntry(ledger: Ledger, each: Player) {
  const { id, kind, team } = each;
  return {
    id,
    name: player(id),
    kind,
    team: team === null ? null : new Name('team', team),
    ...playerStatus(ledger, each),
    seat: seatOf(ledger, id),
  };
}

export function officialsView(ledger: Ledger) {
  return [...ledger.officials.values()].map(({ id, roles, revoked, pairing }) => ({
    id,
    name: official(id),
    roles,
    revoked,
    paired: pairing?.used ?? false,
  }));
}

/** Players whose next Warning is a Game Loss, and in which scopes (category or family ids). */
export function nearPlayers(ledger: Ledger) {
  return [...ledger.players.values()].flatMap(({ id }) => {
    const { categories, families } = talliesOf(ledger, id);
    const rows = [...categories.map((row) => ({ scope: row.category, ...row })), ...families.map((row) => ({ scope: row.family, ...row }))];
    const near = rows
      .filter((row) => row.upgradesAt !== null && row.warnings + 1 >= row.upgradesAt)
      .map(({ scope, warnings, upgradesAt }) => ({ scope, warnings, upgradesAt }));
    return near.length > 0 ? [{ player: id, name: player(id), near }] : [];
  });
}

// ── What waits ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Losses still to be served, the first of each merged group (R4). */
export function pendingLosses(ledger: Ledger): PenaltyState[] {
  return losses(ledger).filter((each) => each.status === 'pending' && !each.annulled && mergedInto(ledger, each) === null);
}

/** What a scorekeeper has to do: losses to concede, time owed to tables, players who are out. */
export function pendingView(ledger: Ledger) {
  return {
    losses: pendingLosses(ledger).map((each) => pendingEntry(ledger, each)),
    annulled: losses(ledger)
      .filter((each) => each.annulled)
      .map((each) => ({ ...lossEntry(ledger, each), served: each.served && placeServed(each) })),
    extensions: extensionsByTable(ledger),
    drops: [...ledger.players.values()].flatMap(({ id, drop }) =>
      drop
        ? [{ player: id, name: player(id), since: drop.since, round: drop.round, cause: drop.cause, provisional: drop.provisional }]
        : [],
    ),
  };
}

function losses(ledger: Ledger): PenaltyState[] {
  return [...ledger.penalties.values()].filter((each) => isLoss(each) && !each.absorbed);
}

function lossEntry(ledger: Ledger, { id, kind, player: who, ruling: of, appliesTo, concededBy }: PenaltyState) {
  const { round, table, game } = rulingOf(ledger, of);
  return { penalty: id, kind, player: who, name: player(who), ruling: of, round, table, game, appliesTo, concededBy };
}

function pendingEntry(ledger: Ledger, loss: PenaltyState) {
  const { appliesTo } = loss;
  const [, ...merged] = servedTogether(ledger, loss);
  return {
    ...lossEntry(ledger, loss),
    merged: merged.map((each) => each.id),
    outcome: isDraw(ledger, loss) ? ('draw' as const) : ('conceded' as const),
    overdue: appliesTo !== null && 'round' in appliesTo && appliesTo.round < ledger.currentRound,
    appealOpen: [loss, ...merged].some((each) => hasOpenAppeal(ledger, each)),
    seat: seatOf(ledger, loss.player),
  };
}

function hasOpenAppeal(ledger: Ledger, { ruling, player: who }: PenaltyState): boolean {
  const appeals = rulingOf(ledger, ruling).appeals.map((id) => ledger.appeals.get(id));
  return appeals.some((appeal) => appeal?.decision === null && appeal.player === who);
}

export function placeServed({ served }: PenaltyState) {
  return served && { round: served.round, table: served.table, game: served.game, position: served.position };
}

function extensionsByTable(ledger: Ledger) {
  const tables = new Map<string, { round: number; table: number | null; minutes: number; rulings: string[] }>();
  for (const { round, table, minutes, ruling } of ledger.extensions) {
    const row = tables.get(`${round} ${table ?? ''}`) ?? { round, table, minutes: 0, rulings: [] };
    tables.set(`${round} ${table ?? ''}`, {
      ...row,
      minutes: row.minutes + minutes,
      rulings: ruling === null ? row.rulings : [...row.rulings, ruling],
    });
  }
  return [...tables.values()];
}

// ── What is asked and told ───────────────────────────────────────────────────────────────────────────────────────────────

export const openReviews = (ledger: Ledger): Review[] => newestFirst(ledger.reviews).filter((each) => each.status === 'open');
export const openNotices = (ledger: Ledger): Notice[] => newestFirst(ledger.notices).filter((each) => !each.acknowledged);
export const openAppeals = (ledger: Ledger): Appeal[] => newestFirst(ledger.appeals).filter((each) => each.decision === null);
export const openInvestigations = (ledger: Ledger): Investigation[] =>
  newestFirst(ledger.investigations).filter((each) => each.finding === null);

export function newestFirst<T>(things: ReadonlyMap<string, T>): T[] {
  return [...things.values()].reverse();
}

export function reviewView(ledger: Ledger, review: Review) {
  const { id, status, question, players, penalty, warning, ruling: of, reasons, position, decision, reason, referred } = review;
  const [first = ''] = players;
  return {
    id,
    status,
    player: first,
    name: player(first),
    players,
    question,
    penalty,
    warning,
    ruling: of,
    reasons: reasons.map(shown),
    position,
    decision,
    reason: new FreeText(reason),
    proposed:
      referred?.infractions.map(({ player: who, category, conditions, penalty: wished, guideline }) => ({
        player: who,
        category,
        conditions,
        penalty: wished,
        guideline,
      })) ?? [],
    account: new FreeText(referred?.account ?? ledger.rulings.get(of)?.account ?? null),
    text: reviewWords(ledger, review),
  };
}

export function noticeView(ledger: Ledger, notice: Notice) {
  const { id, about, acknowledged, player: who, ruling: of, penalty, review, appeal, position, recordedAt } = notice;
  const known = of === null ? undefined : ledger.rulings.get(of);
  const referred = review === null ? undefined : ledger.reviews.get(review)?.referred;
  return {
    id,
    status: acknowledged ? ('acknowledged' as const) : ('open' as const),
    about,
    player: who,
    ruling: of,
    penalty,
    review,
    appeal,
    round: known?.round ?? referred?.round ?? null,
    table: known?.table ?? referred?.table ?? null,
    judge: known?.by ?? (review === null ? null : (ledger.reviews.get(review)?.by ?? null)),
    text: noticeWords(ledger, notice),
    position,
    recordedAt,
  };
}

export function appealView({ id, ruling: of, player: who, appellant, grounds, by, position, recordedAt, decision }: Appeal) {
  return {
    appeal: id,
    status: decision ? ('decided' as const) : ('open' as const),
    ruling: of,
    player: who,
    appellant,
    grounds: new FreeText(grounds),
    by,
    position,
    recordedAt,
    decision: decision && {
      decision: decision.decision,
      by: decision.by,
      reason: new FreeText(decision.reason),
      position: decision.position,
    },
  };
}

export function investigationView({ id, player: who, penalty, reason, by, position, recordedAt, finding }: Investigation) {
  return {
    investigation: id,
    status: finding ? ('concluded' as const) : ('open' as const),
    player: who,
    penalty,
    reason: new FreeText(reason),
    by,
    position,
    recordedAt,
    finding: finding && { finding: finding.finding, by: finding.by, reason: new FreeText(finding.reason), position: finding.position },
  };
}
