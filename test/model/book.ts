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
  /** The rounds that have started; 0 is before the first (R39). */
  readonly rounds: number[];
  closed: boolean;
  /** R26, R28: it comes when it comes; what follows waits until then. */
  sagaSleeps: boolean;
}

export interface Ruling {
  readonly number: number;
  /** R11: a referred ruling is the head judge's own from the confirmation on. */
  by: Official;
  readonly round: number;
  readonly table: number | null;
  readonly game: number | null;
  readonly gameState: GameState;
  readonly offline: boolean;
  readonly imported: boolean;
  /** R25: where it counts; a referred ruling takes its place at the confirmation (R11). */
  place: number;
  state: 'made' | 'referred' | 'dismissed';
  /** R33, R34: whom the head judge has touched it for, or an appeal was decided on it. */
  readonly decidedFor: Set<string>;
  readonly errors: ErrorMade[];
}

/** One error that a ruling names, as it was recorded. Its penalties may be of another player or category since. */
export interface ErrorMade {
  readonly ruling: Ruling;
  readonly player: string;
  readonly category: string;
  readonly conditions: readonly string[];
  readonly penalty: Penalty;
  readonly absorbed: boolean;
}

export type Status = 'standing' | 'pending' | 'served' | 'rescinded' | 'replaced' | 'voided' | 'overturned' | 'reassigned';

export interface PenaltyGiven {
  readonly error: ErrorMade;
  readonly player: string;
  readonly kind: Penalty;
  /** Null for what the ladder gave, and what replaced it. */
  category: string | null;
  conditions: readonly string[];
  /** Given by the ladder, not by a judge. */
  readonly ladder: boolean;
  readonly absorbed: boolean;
  status: Status;
  /** R21: a Warning that the head judge replaced by something worse: it goes on counting. */
  upgraded: boolean;
  /** R28: the scopes that this Warning has crossed ever since it was recorded, in time and with nothing in doubt counted. */
  unbroken: readonly string[];
  /** R29: what it rested on is gone by a correction of its own ruling. */
  lostItsRuling: boolean;
  /** R35: the ruling that it may be the same as, until the head judge says that it is distinct. */
  looksLike: Ruling | null;
  target: Target | null;
  served: { readonly round: number; readonly table: number | null; readonly game: number | null } | null;
  /** R4: the loss that it was served with. */
  servedWith: PenaltyGiven | null;
  separated: boolean;
  annulled: boolean;
}

export interface Review {
  readonly question: Question;
  readonly players: readonly string[];
  readonly ruling: Ruling;
  /** For `game-loss-due` the error whose Warning it is, however it was corrected since. */
  readonly about: PenaltyGiven | ErrorMade | null;
  status: 'open' | 'confirmed' | 'dismissed' | 'withdrawn';
}

export interface Appeal {
  readonly number: number;
  readonly ruling: Ruling;
  readonly player: string;
  decided: boolean;
}

export interface Drop {
  readonly player: string;
  /** The round in which a player never arrived: who only waits for the next one. Null: out for good. */
  readonly provisionalIn: number | null;
}

export function emptyBook(setup: Setup): Book {
  return {
    setup,
    people: rosterOf(setup),
    rulings: [],
    penalties: [],
    reviews: [],
    appeals: [],
    drops: [],
    rounds: [0],
    closed: false,
    sagaSleeps: false,
  };
}

export function currentRound({ rounds }: Book): number {
  return rounds.at(-1)!;
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

/** Neither taken back in any way nor replaced. */
export function isInForce({ status }: PenaltyGiven): boolean {
  return status === 'standing' || status === 'pending' || status === 'served';
}

/** In force, or a Warning that was upgraded by hand and goes on counting (R21). */
export function stillHolds(penalty: PenaltyGiven): boolean {
  return isInForce(penalty) || penalty.upgraded;
}

/** R29: served, or aimed at the game or match in progress. */
export function mayHaveBeenConceded({ served, target }: PenaltyGiven): boolean {
  return served !== null || target?.when === 'now' || target?.when === 'now-match';
}

/** What judges gave in a ruling and still holds, of one player or of all. */
export function judgesPenalties(book: Book, ruling: Ruling, player?: string): PenaltyGiven[] {
  return book.penalties.filter(
    (each) => each.error.ruling === ruling && !each.ladder && stillHolds(each) && (player === undefined || each.player === player),
  );
}

/** R9: the one penalty that stands for a player in a ruling: the worst. */
export function standingOne(book: Book, ruling: Ruling, player: string): PenaltyGiven | undefined {
  const candidates = judgesPenalties(book, ruling, player).filter(({ absorbed }) => !absorbed);
  return candidates.find((one) => candidates.every((other) => !isWorse(other.kind, one.kind)));
}

/** R35: whether it may be the same as another ruling that still stands for the same player and category. */
export function isInDoubt(book: Book, penalty: PenaltyGiven): boolean {
  const { looksLike, player, category } = penalty;
  return (
    looksLike !== null &&
    !penalty.absorbed &&
    stillHolds(penalty) &&
    book.penalties.some(
      (each) => each.error.ruling === looksLike && stillHolds(each) && each.player === player && each.category === category,
    )
  );
}

export function openReviews(book: Book): Review[] {
  return book.reviews.filter(({ status }) => status === 'open');
}

/** R4: the pending Game Losses for the same game, also a team-mate's, in the order in which they were given. */
export function servedTogether(book: Book, loss: PenaltyGiven): PenaltyGiven[] {
  if (!joins(loss)) return [loss];
  const side = teamOf(book, loss.player);
  return book.penalties.filter(
    (each) => joins(each) && side.includes(each.player) && JSON.stringify(each.target) === JSON.stringify(loss.target),
  );
}

function joins({ kind, status, separated, annulled }: PenaltyGiven): boolean {
  return kind === 'game-loss' && status === 'pending' && !separated && !annulled;
}

/** R4: the loss that this one is one with: the first for the same game; of served ones the first as it was then. */
export function mergedInto(book: Book, loss: PenaltyGiven): PenaltyGiven | null {
  if (loss.served !== null) return loss.servedWith;
  const first = servedTogether(book, loss)[0];
  return first === loss || first === undefined ? null : first;
}

export function nameOf(book: Book, penalty: PenaltyGiven): PenaltyName {
  const { player, error, kind, ladder } = penalty;
  const nameless = { player, ruling: error.ruling.number, kind, ladder };
  return { ...nameless, nth: likeIt(book, nameless).indexOf(penalty) };
}

export function penaltyNamed(book: Book, name: PenaltyName): PenaltyGiven {
  return likeIt(book, name)[name.nth]!;
}

function likeIt(book: Book, { player, ruling, kind, ladder }: Omit<PenaltyName, 'nth'>): PenaltyGiven[] {
  return book.penalties.filter(
    (each) =>
      !each.absorbed && each.player === player && each.error.ruling.number === ruling && each.kind === kind && each.ladder === ladder,
  );
}

export function nameOfReview(book: Book, review: Review): ReviewName {
  const { players, question, ruling } = review;
  const nameless = { player: players[0]!, question, ruling: ruling.number };
  return { ...nameless, nth: askedLike(book, nameless).indexOf(review) };
}

export function reviewNamed(book: Book, name: ReviewName): Review {
  return askedLike(book, name)[name.nth]!;
}

function askedLike(book: Book, { player, question, ruling }: Omit<ReviewName, 'nth'>): Review[] {
  return book.reviews.filter((each) => each.players.includes(player) && each.question === question && each.ruling.number === ruling);
}
