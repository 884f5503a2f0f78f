import type { Act, NamedInfraction, RuleAct } from './acts.js';
import {
  currentRound,
  isAttendee,
  isInForce,
  isInTheOffice,
  isJudge,
  judgesPenalties,
  penaltyNamed,
  reviewNamed,
  servedTogether,
  standingOne,
  stillHolds,
  teamOf,
} from './book.js';
import type { Book, PenaltyGiven, Review, Ruling } from './book.js';
import { guidelinesOf, isForTheHeadJudge, isWorse } from './catalogue.js';
import type { Penalty } from './catalogue.js';
import { standingWarnings } from './counting.js';
import { isStillAsked } from './following.js';

/**
 * All that speaks against an act, each as "status code" of the contract, or the bare status where the contract names no code. The product
 * may name any one of them: which comes first is its own business. None: the act has to be accepted.
 */
export function refusalsOf(book: Book, act: Act): string[] {
  switch (act.do) {
    case 'rule':
    case 'warn':
      return ofRuling(book, act);
    case 'void': {
      const ruling = book.rulings[act.ruling]!;
      return [
        ...ofCorrection(book, ruling, act.by),
        ...unless(judgesPenalties(book, ruling).length > 0, wasVoided(book, ruling) ? '409 already-voided' : '409'),
      ];
    }
    case 'reassign': {
      const ruling = book.rulings[act.ruling]!;
      const moving = judgesPenalties(book, ruling, act.from);
      const isForPlayers = moving.some(({ kind }) => kind !== 'none' && kind !== 'disqualification');
      return [
        ...ofCorrection(book, ruling, act.by),
        ...unless(moving.length > 0, notThere(book, ruling, act.from)),
        ...when(judgesPenalties(book, ruling, act.to).length > 0, '409'),
        ...when(isAttendee(book, act.to) && isForPlayers, '409 not-a-player'),
      ];
    }
    case 'recategorise': {
      const ruling = book.rulings[act.ruling]!;
      const old = standingOne(book, ruling, act.player);
      const [guideline] = guidelinesOf(act.category, act.conditions, book.setup.level);
      const before = old && old.category !== null ? guidelinesOf(old.category, old.conditions, book.setup.level)[0] : 'none';
      const isGrave = isWorse(guideline, 'warning') || isWorse(before, 'warning') || act.conditions.some(isForTheHeadJudge);
      const isTheSame = old?.category === act.category && old.kind === guideline && isSame(old.conditions, act.conditions);
      return [
        ...ofCorrection(book, ruling, act.by),
        ...unless(old, notThere(book, ruling, act.player)),
        ...when(isTheSame, '400 invalid-request'),
        ...when(act.by !== 'head' && isGrave, '403'),
        ...when(isAttendee(book, act.player) && guideline !== 'none' && guideline !== 'disqualification', '409 not-a-player'),
      ];
    }
    case 'appeal': {
      const ruling = book.rulings[act.ruling]!;
      const isFinal = ruling.by === 'head' || ruling.by === 'appeals' || ruling.decidedFor.has(act.player);
      const isSecond = book.appeals.some((each) => each.ruling === ruling && each.player === act.player);
      const isThere = judgesPenalties(book, ruling, act.player).length > 0;
      return [
        ...unless(isJudge(act.by), '403 not-granted'),
        ...unless(isThere, '409 not-in-this-ruling'),
        ...when(isFinal || isSecond || !isThere, '409 not-appealable'),
      ];
    }
    case 'decide':
      return ofDecision(book, act);
    case 'serve':
      return [...unless(isInTheOffice(act.by), '403 not-granted'), ...unlessPending(penaltyNamed(book, act.penalty))];
    case 'unserve':
      return [
        ...unless(isInTheOffice(act.by), '403 not-granted'),
        ...when(penaltyNamed(book, act.penalty).served === null, '409 not-served'),
      ];
    case 'retarget':
      return [...unless(isInTheOffice(act.by), '403 not-granted'), ...unlessPending(penaltyNamed(book, act.penalty))];
    case 'separate':
      return [
        ...unless(act.by === 'head', '403 not-granted'),
        ...unless(servedTogether(book, penaltyNamed(book, act.penalty)).length > 1, '409'),
      ];
    case 'replace':
      return ofReplacement(book, penaltyNamed(book, act.penalty), act.by, act.with);
    case 'answer':
      return [
        ...unless(act.by === 'head', '403 not-granted'),
        ...unless(isStillAsked(book, reviewNamed(book, act.review)), '409'),
        ...unless(reviewNamed(book, act.review).status === 'open', '409'),
        ...when(wasAnswered(reviewNamed(book, act.review)), '409 already-answered'),
      ];
    case 'drop':
      return unless(isInTheOffice(act.by), '403 not-granted');
    case 'reinstate':
      return ofReturn(book, act.by, act.player);
    case 'round':
      return [
        ...unless(isInTheOffice(act.by) || act.by === 'organizer', '403 not-granted'),
        ...when(act.number < currentRound(book), '409 round-not-growing'),
        ...when(book.closed, '409 tournament-closed'),
      ];
    case 'close':
      return unless(act.by === 'head' || act.by === 'organizer', '403 not-granted');
    case 'reopen':
      return unless(act.by === 'head', '403 not-granted');
  }
}

function wasAnswered({ status }: Review): boolean {
  return status === 'confirmed' || status === 'dismissed';
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

function when(holds: unknown, refusal: string): string[] {
  return holds ? [refusal] : [];
}

function unless(holds: unknown, refusal: string): string[] {
  return holds ? [] : [refusal];
}

/** What a named infraction leads to: the named penalty, or else the guideline. */
export function penaltyFor(book: Book, { category, conditions, penalty }: NamedInfraction): Penalty {
  return penalty ?? guidelinesOf(category, conditions, book.setup.level)[0];
}

function ofRuling(book: Book, act: RuleAct): string[] {
  const isReferred = act.refer && needsTheHeadJudge(book, act);
  return [
    ...unless(isJudge(act.by), '403 not-granted'),
    ...when(act.imported && act.by !== 'head', '403 not-granted'),
    ...when(book.closed, '409 tournament-closed'),
    ...unless(book.rounds.includes(act.round), '400 round-not-started'),
    ...when(act.round === 0 && act.gameState !== 'between-rounds', '400 invalid-request'),
    ...when(!act.offline && !act.distinct && likeIt(book, act, act.infractions).length > 0, '409 possible-duplicate'),
    ...act.infractions.flatMap((named) => {
      const penalty = act.do === 'warn' ? 'warning' : penaltyFor(book, named);
      return when(isAttendee(book, named.player) && penalty !== 'none' && penalty !== 'disqualification', '409 not-a-player');
    }),
    ...(act.do === 'warn' ? notTheWarningButton(book, act) : []),
    ...(isReferred ? [] : act.infractions.flatMap((named) => outOfBounds(book, act.by, named))),
  ];
}

/** The short form records Warnings only, whoever taps it. */
function notTheWarningButton(book: Book, { by, infractions }: RuleAct): string[] {
  const isWarning = infractions.every((named) => guidelinesOf(named.category, named.conditions, book.setup.level)[0] === 'warning');
  return isWarning ? [] : [by === 'head' ? '400 invalid-request' : '403 deviation-needs-head-judge', '403 deviation-needs-head-judge'];
}

/** R11, R12: what only the head judge may do, with a reason. */
function outOfBounds(book: Book, by: RuleAct['by'], named: NamedInfraction): string[] {
  const penalty = penaltyFor(book, named);
  const allowed = guidelinesOf(named.category, named.conditions, book.setup.level);
  if (by === 'head') return when(!allowed.includes(penalty) && named.deviationReason === null, '400 invalid-request');
  return [
    ...when(penalty === 'disqualification', '403 disqualification-needs-head-judge'),
    ...when(named.conditions.some(isForTheHeadJudge), '403 condition-needs-head-judge'),
    ...unless(allowed.includes(penalty), '403 deviation-needs-head-judge'),
  ];
}

export function needsTheHeadJudge(book: Book, { by, infractions }: RuleAct): boolean {
  return by !== 'head' && infractions.some((named) => outOfBounds(book, by, named).length > 0);
}

/**
 * R35: the rulings that these infractions look like, in order: of the same player and category in force, of the same round, and at the same
 * table or at one not told. The rules name only the voided ruling as no likeness; read here: nor is an overturned one. All that a random history records lies within 10 minutes.
 */
export function likeIt(book: Book, { round, table }: RuleAct, infractions: readonly NamedInfraction[]): Ruling[] {
  return book.rulings
    .filter(
      (earlier) =>
        earlier.state === 'made' &&
        earlier.round === round &&
        (earlier.table === table || earlier.table === null || table === null) &&
        book.penalties.some(
          (each) =>
            each.error.ruling === earlier &&
            stillHolds(each) &&
            infractions.some(({ player, category }) => player === each.player && category === each.category),
        ),
    )
    .sort((one, other) => one.place - other.place);
}

/** R30–R32: by its issuer while its round is the current one and nobody of higher rank has touched it; by the head judge at any time. */
function ofCorrection(book: Book, ruling: Ruling, by: Act['by']): string[] {
  const isGrave = judgesPenalties(book, ruling).some(({ kind, absorbed }) => !absorbed && isWorse(kind, 'warning'));
  const byItsIssuer = by === ruling.by && ruling.round === currentRound(book) && ruling.decidedFor.size === 0 && !isGrave && !book.closed;
  return [...unless(by === 'head' || byItsIssuer, '403 not-granted'), ...when(by !== 'head' && book.closed, '409 tournament-closed')];
}

function wasVoided(book: Book, ruling: Ruling, player?: string): boolean {
  return book.penalties.some(
    (each) => each.error.ruling === ruling && each.status === 'voided' && (player === undefined || each.player === player),
  );
}

function notThere(book: Book, ruling: Ruling, player: string): string {
  return wasVoided(book, ruling, player) ? '409 already-voided' : '409 not-in-this-ruling';
}

/** R34 */
function ofDecision(book: Book, { by, appeal: number, instead }: Extract<Act, { do: 'decide' }>): string[] {
  const { ruling, player, decided } = book.appeals[number]!;
  const mayDecide = by === 'head' || (by === 'appeals' && book.setup.level !== 'casual');
  // The rules do not say what an appeal is about whose penalty is gone meanwhile. Read here: the decision only closes it.
  const named = instead !== null && standingOne(book, ruling, player) ? { player, deviationReason: 'told', ...instead } : null;
  const penalty = named && penaltyFor(book, named);
  return [
    ...unless(mayDecide, '403 not-granted'),
    ...when(decided, '409 already-decided'),
    ...(named === null || by === 'head' ? [] : outOfBounds(book, by, named)),
    ...when(named && isAttendee(book, player) && penalty !== 'none' && penalty !== 'disqualification', '409 not-a-player'),
  ];
}

/** R3: only a loss that is pending can be served or aimed elsewhere. */
function unlessPending(loss: PenaltyGiven): string[] {
  if (loss.status === 'pending' && !loss.annulled) return [];
  return [loss.served === null ? '409 not-pending' : '409 already-served', '409 not-pending'];
}

/** R13, R17, R18, R33 */
function ofReplacement(book: Book, old: PenaltyGiven, by: Act['by'], kind: Penalty): string[] {
  const isThereAlready = old.category === null || standingWarnings(book, old.player).some(({ error }) => error === old.error);
  return [
    ...unless(by === 'head', '403 not-granted'),
    ...unless(isInForce(old), '409'),
    ...when(kind === 'warning' && (old.kind === 'warning' || isThereAlready), '409 already-a-warning'),
    ...when(kind === old.kind, '409'),
    ...when(isAttendee(book, old.player) && kind !== 'none' && kind !== 'disqualification', '409 not-a-player'),
  ];
}

/** R40 */
function ofReturn(book: Book, by: Act['by'], player: string): string[] {
  const drop = book.drops.find((each) => each.player === player);
  const isWaitedFor = drop?.provisionalIn === currentRound(book);
  return [
    ...unless(by === 'head' || (by === 'scorekeeper' && isWaitedFor), '403 not-granted'),
    ...when(isDisqualified(book, player), '409 still-disqualified'),
    ...unless(drop, '409'),
  ];
}

/** R7: by a disqualification of the player's own, or of a team-mate. */
export function isDisqualified(book: Book, player: string): boolean {
  const team = teamOf(book, player);
  return book.penalties.some((each) => each.kind === 'disqualification' && each.status === 'standing' && team.includes(each.player));
}
