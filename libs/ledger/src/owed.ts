import { dueKey } from './due.js';
import type { Due, Telling } from './due.js';
import { isInDoubt } from './ladder.js';
import type { Crossings } from './ladder.js';
import type { Draft, NoticeAbout, Question, Reason } from './events.js';
import { investigationId, noticeId, penaltyId, reviewId } from './ids.js';
import { inForce, isLoss, mayHaveBeenConceded, originKey, penaltyOf, playerOf, rulingOf, tournamentOf } from './ledger.js';
import type { Ledger, PenaltyState } from './ledger.js';
import { concededBy, targetOf } from './target.js';

/** At most this many events settle at once, so that an append stays small; what is left is still owed. */
const AT_ONCE = 200;

/** The events that settle what this ledger owes, in order; each names the event that made it due as its cause. */
export function owed(ledger: Ledger): Draft[] {
  const drafts: Draft[] = [];
  for (const due of ledger.due.values()) {
    if (drafts.length >= AT_ONCE) break;
    const draft = settlement(ledger, due);
    drafts.push(draft);
    // What the saga itself does is told in the same breath: the position of the draft is known.
    const told = ledger.revision + drafts.length;
    for (const telling of tellings(ledger, draft, told, false)) drafts.push(notice(telling, told));
  }
  return drafts;
}

/** Whether nothing is owed. */
export function isSettled(ledger: Ledger): boolean {
  return ledger.due.size === 0;
}

function settlement(ledger: Ledger, due: Due): Draft {
  const { cause } = due;
  switch (due.kind) {
    case 'game-loss':
      return gameLoss(ledger, penaltyOf(ledger, due.warning), due.reasons, cause, null);
    case 'review': {
      const { question, player, ruling, penalty, warning, reasons } = due;
      const review = reviewId(cause, penalty ?? warning ?? ruling);
      return { type: 'ReviewOpened', cause, data: { review, question, player, ruling, penalty, warning, reasons } };
    }
    case 'withdrawal':
      return { type: 'ReviewWithdrawn', cause, data: { review: due.review, player: due.player } };
    case 'rescission':
      return { type: 'GameLossRescinded', cause, data: { penalty: due.penalty, player: due.player } };
    case 'investigation':
      return {
        type: 'InvestigationOpened',
        cause,
        data: { investigation: investigationId(cause), player: due.player, penalty: due.penalty, reason: null },
      };
    case 'notice':
      return notice(due, cause);
  }
}

/**
 * The Game Loss that a Warning earned. Applied by the ladder it is for the game in progress while that can be (R3); confirmed by a review
 * it is for the next game (R28).
 */
export function gameLoss(ledger: Ledger, warning: PenaltyState, reasons: readonly Reason[], cause: number, review: string | null): Draft {
  const appliesTo = review === null ? targetOf(ledger, 'game-loss', rulingOf(ledger, warning.ruling)) : null;
  return {
    type: 'GameLossApplied',
    cause,
    data: {
      penalty: penaltyId('game-loss', cause, warning.place),
      player: warning.player,
      ruling: warning.ruling,
      appliesTo: appliesTo ?? { when: 'next-game' },
      concededBy: concededBy(ledger, warning.player),
      earned: { warning: warning.id, place: warning.place, reasons, review },
    },
  };
}

function notice(telling: Telling, cause: number): Draft {
  const { about, told, player, ruling, penalty, review, appeal, acknowledged } = telling;
  const id = noticeId(told, telling.oneOfSeveral ? penalty : null);
  return { type: 'HeadJudgeNotified', cause, data: { notice: id, about, told, player, ruling, penalty, review, appeal, acknowledged } };
}

/**
 * What an event tells the head judge (R10, R29, R34): every Game Loss and worse, every question and its withdrawal, every loss that falls,
 * every appeal.
 */
export function tellings(ledger: Ledger, event: Draft, told: number, byHeadJudge: boolean): Telling[] {
  const nothing = { told, ruling: null, penalty: null, review: null, appeal: null, oneOfSeveral: false };
  switch (event.type) {
    case 'GameLossApplied':
    case 'MatchLossApplied':
    case 'PlayerDisqualified': {
      const { penalty, player, ruling } = event.data;
      return [{ ...nothing, about: 'penalty', player, ruling, penalty, acknowledged: byHeadJudge }];
    }
    case 'RulingReferred': {
      const { review, ruling, infractions } = event.data;
      const player = infractions[0]?.player;
      return player === undefined ? [] : [{ ...nothing, about: 'review', player, ruling, review, acknowledged: byHeadJudge }];
    }
    case 'ReviewOpened': {
      const { review, player, ruling, penalty } = event.data;
      return [{ ...nothing, about: 'review', player, ruling, penalty, review, acknowledged: byHeadJudge }];
    }
    case 'ReviewWithdrawn': {
      const { review, player } = event.data;
      return [
        { ...nothing, about: 'review', player, ruling: ledger.reviews.get(review)?.ruling ?? null, review, acknowledged: byHeadJudge },
      ];
    }
    case 'GameLossRescinded': {
      const { penalty, player } = event.data;
      return [{ ...nothing, about: 'rescission', player, ruling: penaltyOf(ledger, penalty).ruling, penalty, acknowledged: byHeadJudge }];
    }
    case 'AppealFiled': {
      const { appeal, player, ruling } = event.data;
      return [{ ...nothing, about: 'appeal', player, ruling, appeal, acknowledged: byHeadJudge }];
    }
    case 'RulingVoided':
    case 'RulingReassigned':
    case 'RulingRecategorised':
    case 'PenaltyReplaced':
    case 'AppealDecided': {
      const { ruling, changes } = event.data;
      const about = (kind: NoticeAbout, player: string, penalty: string): Telling => ({
        ...nothing,
        about: kind,
        player,
        ruling,
        penalty,
        acknowledged: byHeadJudge,
        oneOfSeveral: true,
      });
      return changes.flatMap((change) => {
        const { becomes } = change;
        const inPlace = becomes?.penalty === change.penalty;
        const fell = event.type !== 'PenaltyReplaced' && !inPlace && isLoss(change) && wasStillToCome(penaltyOf(ledger, change.penalty));
        const worse = becomes !== null && !inPlace && !becomes.absorbed && !['none', 'warning'].includes(becomes.kind);
        return [
          ...(fell ? [about('rescission', change.player, change.penalty)] : []),
          ...(worse ? [about('penalty', becomes.player, becomes.penalty)] : []),
        ];
      });
    }
    default:
      return [];
  }
}

/** R29: a loss that nobody had conceded yet. One that was absorbed cost nothing from the start (R9). */
function wasStillToCome(penalty: PenaltyState): boolean {
  return !penalty.absorbed && !mayHaveBeenConceded(penalty);
}

/** What is due for one player, by a key that names it; the fold compares it with what was due before. @param crossed by the player's Warnings. */
export function duesOf(ledger: Ledger, player: string, crossed: Crossings, cause: number): Map<string, Due> {
  const dues = new Map<string, Due>();
  const penalties = playerOf(ledger, player).penalties.map((id) => penaltyOf(ledger, id));
  const grounds = new Set([...crossed.keys()].map((id) => penaltyOf(ledger, id).place));
  const open = new Map<string, string>();
  for (const id of playerOf(ledger, player).reviews) {
    const review = ledger.reviews.get(id);
    if (review?.status === 'open' && review.question !== 'referred-ruling')
      open.set(dueKey.review(player, review.question, review.place ?? review.penalty ?? ''), id);
  }
  const wanted = new Set<string>();
  const ask = (key: string, question: Question, about: PenaltyState, reasons: readonly Reason[]) => {
    wanted.add(key);
    if (open.has(key)) return;
    const [penalty, warning] = question === 'game-loss-due' ? [null, about.id] : [about.id, null];
    dues.set(key, { kind: 'review', question, player, ruling: about.ruling, penalty, warning, reasons, cause });
  };

  for (const penalty of penalties) {
    if (isInDoubt(ledger, penalty)) ask(dueKey.review(player, 'possible-duplicate', penalty.id), 'possible-duplicate', penalty, []);
    // What the head judge let stand stays, also where it is aimed elsewhere or no longer served (R29).
    if (!isLoss(penalty) || penalty.absorbed || penalty.groundAnswered || hasGround(penalty, grounds)) continue;
    if (mayHaveBeenConceded(penalty)) {
      ask(dueKey.review(player, 'loss-without-ground', penalty.id), 'loss-without-ground', penalty, []);
    } else if (penalty.status === 'pending') {
      dues.set(dueKey.rescission(penalty.id), { kind: 'rescission', player, penalty: penalty.id, cause });
    }
  }

  // R7: one investigation, which every disqualification of the player joins.
  const uninvestigated = penalties.find(
    (each) => each.kind === 'disqualification' && each.status === 'standing' && !each.absorbed && each.investigation === null,
  );
  if (uninvestigated)
    dues.set(dueKey.investigation(uninvestigated.id), { kind: 'investigation', player, penalty: uninvestigated.id, cause });

  const paid = paidPlaces(ledger, player);
  for (const [id, rules] of crossed) {
    const warning = penaltyOf(ledger, id);
    const reasons = rules.map((each) => each.reason);
    if (isInDoubt(ledger, warning) || isAnswered(ledger, warning, paid)) continue;
    if (tournamentOf(ledger).escalation === 'automatic' && warning.unbroken.length > 0) {
      dues.set(dueKey.gameLoss(player, warning.place), { kind: 'game-loss', player, warning: warning.id, reasons, cause });
    } else {
      ask(dueKey.review(player, 'game-loss-due', warning.place), 'game-loss-due', warning, reasons);
    }
  }

  // A question whose ground went is withdrawn by itself (R28).
  for (const [key, review] of open) {
    if (!wanted.has(key)) dues.set(dueKey.withdrawal(review), { kind: 'withdrawal', player, review, cause });
  }
  return dues;
}

/**
 * Whether nothing more is to follow from a Warning that crosses a rule: its Game Loss stands or was served (R21), the head judge replaced
 * that or upgraded the Warning by hand (R33), or dismissed the question for good (R28).
 */
export function isAnswered(ledger: Ledger, warning: PenaltyState, paid: ReadonlySet<number>): boolean {
  const { place, player, staysInTally } = warning;
  return staysInTally || paid.has(place) || ledger.dismissed.has(originKey(place, player));
}

/** The places of a player's Warnings whose Game Loss stands, was served, or was replaced. */
export function paidPlaces(ledger: Ledger, player: string): ReadonlySet<number> {
  const losses = playerOf(ledger, player).penalties.map((id) => penaltyOf(ledger, id));
  return new Set(losses.flatMap(({ earned, annulled, status }) => (earned && !annulled && status !== 'rescinded' ? [earned.place] : [])));
}

/**
 * R29: whether a loss has its ground. One that the ladder gave needs a Warning that still crosses a rule (`grounds`: the places of those);
 * any other needs its ruling, and loses it when a correction ends it.
 */
function hasGround(loss: PenaltyState, grounds: ReadonlySet<number>): boolean {
  if (loss.annulled || loss.status === 'rescinded') return true;
  const { earned } = loss;
  if (earned === null || !inForce(loss)) return !(loss.endedBy?.takesGround ?? false);
  return grounds.has(earned.place);
}
