import { rosterOf } from './acts.js';
import type { GameState, Official, PenaltyName, Person, Question, ReviewName, Setup, Target } from './acts.js';
import { isWorse } from './catalogue.js';
import type { Penalty } from './catalogue.js';

/** A tournament as a person with paper and patience keeps it: lists of what happened. Tallies, merging and who is out are looked up in them each time. */
export interface Book {
  readonly setup: Setup;
  readonly people: readonly Person[];
  readonly rulings: Ruling[];
  /** In the order in which they were given. */
  readonly penalties: PenaltyGiven[];
  /** In the order in which they were asked. */
  readonly reviews: Review[];
  readonly appeals: Appeal[];
  /** Who has left, until taken back. */
  readonly drops: Drop[];
  round: number;
  closed: boolean;
}

export interface Ruling {
  readonly number: number;
  readonly by: Official;
  readonly round: number;
  readonly table: number | null;
  readonly game: number | null;
  readonly gameState: GameState;
  /** R28: recorded online, for the round that was current then. */
  timely: boolean;
  /** R25: where it counts; a referred ruling takes its place when it is confirmed (R11). */
  place: number;
  state: 'made' | 'referred' | 'dismissed' | 'voided';
  /** R33: the head judge has touched it, or an appeal was decided on it. */
  final: boolean;
  /** R11: a confirmed referral is the head judge's own. */
  headJudges: boolean;
  /** R35: it may be another one entered twice. */
  inDoubt: boolean;
  readonly entries: Entry[];
}

/** One infraction of one player in a ruling. */
export interface Entry {
  readonly ruling: Ruling;
  player: string;
  category: string;
  conditions: readonly string[];
  readonly absorbed: boolean;
  overturned: boolean;
  /** What judges gave for it, one after the other, since it is this player's and of this category. */
  given: Penalty[];
}

export type Status = 'standing' | 'pending' | 'served' | 'rescinded' | 'replaced' | 'voided' | 'overturned' | 'reassigned';

export interface PenaltyGiven {
  readonly entry: Entry;
  readonly player: string;
  readonly kind: Penalty;
  readonly ladder: boolean;
  status: Status;
  target: Target | null;
  served: { readonly round: number; readonly table: number | null; readonly game: number | null } | null;
  annulled: boolean;
  separated: boolean;
  /** R4: the loss that it was served with. */
  servedWith: PenaltyGiven | null;
}

export interface Review {
  readonly question: Question;
  readonly player: string;
  readonly ruling: Ruling;
  /** The loss that may have lost its ground. */
  readonly penalty: PenaltyGiven | null;
  /** The Warning that may have earned a Game Loss. */
  readonly warning: Entry | null;
  status: 'open' | 'confirmed' | 'dismissed' | 'withdrawn';
}

export interface Appeal {
  readonly number: number;
  readonly entry: Entry;
  readonly player: string;
  decided: boolean;
}

export interface Drop {
  readonly player: string;
  /** The round in which a player never arrived: who only waits for the next one. Null: out for good. */
  readonly provisionalIn: number | null;
}

export function emptyBook(setup: Setup): Book {
  return { setup, people: rosterOf(setup), rulings: [], penalties: [], reviews: [], appeals: [], drops: [], round: 0, closed: false };
}

export function isJudge(by: Official): boolean {
  return by === 'head' || by === 'appeals' || by === 'floor' || by === 'floor2';
}

export function isInTheOffice(by: Official): boolean {
  return by === 'head' || by === 'scorekeeper';
}

export function isAttendee(book: Book, player: string): boolean {
  return book.people.some(({ id, kind }) => id === player && kind === 'attendee');
}

/** R3, R7, R40: in 2v2 the player and the team-mate, else the player alone. */
export function teamOf(book: Book, player: string): string[] {
  const team = book.people.find(({ id }) => id === player)?.team ?? null;
  return team === null ? [player] : book.people.filter((each) => each.team === team).map(({ id }) => id);
}

export function isLoss({ kind }: PenaltyGiven): boolean {
  return kind === 'game-loss' || kind === 'match-loss';
}

/** Whether a penalty is in force: neither taken back in any way nor replaced. */
export function isInForce({ status }: PenaltyGiven): boolean {
  return status === 'standing' || status === 'pending' || status === 'served';
}

/** A loss that is still for some later game or match. */
export function isToCome({ status, target }: PenaltyGiven): boolean {
  return status === 'pending' && (target?.when === 'next-game' || target?.when === 'next-match');
}

/** The infraction of this player that stands in a ruling: not absorbed, not overturned. */
export function standingEntry(ruling: Ruling, player: string): Entry | undefined {
  return ruling.entries.find((entry) => entry.player === player && !entry.absorbed && !entry.overturned);
}

/** What the judges gave for an infraction and is in force. */
export function ownPenaltyOf(book: Book, entry: Entry): PenaltyGiven | undefined {
  return book.penalties.find((each) => each.entry === entry && !each.ladder && isInForce(each));
}

/** The worst of an infraction's own penalties in force, over a whole ruling. */
export function isMoreThanAWarning(book: Book, ruling: Ruling): boolean {
  return book.penalties.some((each) => each.entry.ruling === ruling && !each.ladder && isInForce(each) && isWorse(each.kind, 'warning'));
}

export function openReviews(book: Book): Review[] {
  return book.reviews.filter(({ status }) => status === 'open');
}

/** R4: the loss that this one is one with: the first pending Game Loss for the same game. */
export function mergedInto(book: Book, loss: PenaltyGiven): PenaltyGiven | null {
  if (loss.servedWith !== null) return loss.servedWith;
  if (!joins(loss)) return null;
  const first = book.penalties.find((each) => joins(each) && each.player === loss.player && isSameTarget(each.target, loss.target));
  return first === loss || first === undefined ? null : first;
}

function joins({ kind, status, separated, annulled }: PenaltyGiven): boolean {
  return kind === 'game-loss' && status === 'pending' && !separated && !annulled;
}

function isSameTarget(one: Target | null, other: Target | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function nameOf(book: Book, penalty: PenaltyGiven): PenaltyName {
  const { player, entry, kind, ladder } = penalty;
  return { player, ruling: entry.ruling.number, kind, ladder, nth: likeIt(book, nameless(penalty)).indexOf(penalty) };
}

export function penaltyNamed(book: Book, name: PenaltyName): PenaltyGiven {
  return likeIt(book, name)[name.nth]!;
}

function nameless({ player, entry, kind, ladder }: PenaltyGiven): Omit<PenaltyName, 'nth'> {
  return { player, ruling: entry.ruling.number, kind, ladder };
}

function likeIt(book: Book, { player, ruling, kind, ladder }: Omit<PenaltyName, 'nth'>): PenaltyGiven[] {
  return book.penalties.filter(
    (each) => each.player === player && each.entry.ruling.number === ruling && each.kind === kind && each.ladder === ladder,
  );
}

export function nameOfReview(book: Book, review: Review): ReviewName {
  const { player, question } = review;
  return { player, question, nth: askedLike(book, review).indexOf(review) };
}

export function reviewNamed(book: Book, name: ReviewName): Review {
  return askedLike(book, name)[name.nth]!;
}

function askedLike(book: Book, { player, question }: Omit<ReviewName, 'nth'>): Review[] {
  return book.reviews.filter((each) => each.player === player && each.question === question);
}
