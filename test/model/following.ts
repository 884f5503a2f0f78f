import type { Target } from './acts.js';
import { currentRound, isInDoubt, isInForce, isLoss, mayHaveBeenConceded, openReviews } from './book.js';
import type { Book, ErrorMade, PenaltyGiven, Review, Ruling } from './book.js';
import type { Penalty } from './catalogue.js';
import { cleanScopes, crossings, standingWarnings } from './counting.js';

/** What follows from all that happened, once the saga has come to it: losses fall, losses are earned, questions are asked and withdrawn (R26–R29, R35). */
export function follow(book: Book): void {
  for (const loss of book.penalties) if (isGroundless(book, loss) && isStillToCome(loss)) loss.status = 'rescinded';
  for (const warning of unansweredWarnings(book)) {
    if (isAutomatic(book, warning)) giveByLadder(book, warning, targetOf(book, 'game-loss', warning.error.ruling));
  }
  const wanted = questions(book);
  for (const review of openReviews(book)) if (!isStillAsked(book, review)) review.status = 'withdrawn';
  for (const each of wanted) if (!openReviews(book).some((review) => isSame(each, review))) ask(book, each);
}

/** R28, R41: a Warning given here, and recorded online for the round of the moment, may earn its Game Loss by itself, by the rules that it crosses from then on. */
export function beginUnbroken(book: Book, recorded: Ruling): void {
  if (recorded.offline || recorded.imported || recorded.round !== currentRound(book)) return;
  for (const each of book.penalties) if (each.error.ruling === recorded) each.unbroken = cleanScopes(book, each);
}

/** R28: only what is crossed at every position since stays unbroken. */
export function keepUnbroken(book: Book): void {
  for (const each of book.penalties) {
    if (each.unbroken.length === 0) continue;
    const clean = cleanScopes(book, each);
    each.unbroken = each.unbroken.filter((scope) => clean.includes(scope));
  }
}

type Asked = Omit<Review, 'status'>;

export function ask(book: Book, question: Asked): void {
  book.reviews.push({ ...question, status: 'open' });
}

function isSame(one: Asked, other: Asked): boolean {
  return one.question === other.question && one.about === other.about && one.players[0] === other.players[0];
}

/** Whether what a question asks about still holds. */
export function isStillAsked(book: Book, review: Review): boolean {
  return review.question === 'referred-ruling' || questions(book).some((each) => isSame(each, review));
}

/** All that the head judge has to be asked, as things stand now. */
function questions(book: Book): Asked[] {
  return [
    ...book.penalties
      .filter((each) => isInDoubt(book, each))
      .map((each) => asked('possible-duplicate', each.player, each.error.ruling, each)),
    ...book.penalties
      .filter((each) => isGroundless(book, each) && mayHaveBeenConceded(each))
      .map((each) => asked('loss-without-ground', each.player, each.error.ruling, each)),
    ...unansweredWarnings(book).map(({ player, error }) => asked('game-loss-due', player, error.ruling, error)),
  ];
}

function asked(question: Review['question'], player: string, ruling: Ruling, about: PenaltyGiven | ErrorMade): Asked {
  return { question, players: [player], ruling, about };
}

/** In the order of the ledger (R25), the Warnings that cross a rule, are in no doubt themselves (R35: one question, not two), and to which nothing has answered yet. */
function unansweredWarnings(book: Book): PenaltyGiven[] {
  return book.people
    .flatMap(({ id }) => standingWarnings(book, id))
    .filter((each) => crossings(book, each).length > 0 && !isInDoubt(book, each) && !isAnswered(book, each))
    .sort(({ error: one }, { error: other }) => one.ruling.place - other.ruling.place || placeIn(one) - placeIn(other));
}

function placeIn(error: ErrorMade): number {
  return error.ruling.errors.indexOf(error);
}

/** Upgraded by hand, or dismissed for this player (read here: of whatever category it is since), or with a Game Loss of the ladder that neither fell nor was annulled. */
function isAnswered(book: Book, { upgraded, player, error }: PenaltyGiven): boolean {
  return (
    upgraded ||
    book.reviews.some(
      ({ question, status, about, players }) =>
        question === 'game-loss-due' && status === 'dismissed' && about === error && players[0] === player,
    ) ||
    book.penalties.some(
      (each) => each.ladder && each.error === error && each.player === player && each.status !== 'rescinded' && !each.annulled,
    )
  );
}

/** R28: it crosses a rule ever since it was recorded in time, at a tournament that does not ask always. */
function isAutomatic(book: Book, { unbroken }: PenaltyGiven): boolean {
  return book.setup.escalation === 'automatic' && unbroken.length > 0;
}

/** R35: what a Warning earns as soon as it is known to be distinct, unless another one that is counted is in doubt. */
export function giveWhatADistinctOneEarns(book: Book, warning: PenaltyGiven): void {
  if (cleanScopes(book, warning).length > 0 && !isAnswered(book, warning)) giveByLadder(book, warning, { when: 'next-game' });
}

export function giveByLadder(book: Book, { error, player }: PenaltyGiven, target: Target | null): void {
  give(book, { error, player, kind: 'game-loss', category: null, conditions: [], ladder: true }, target);
}

type New = Pick<PenaltyGiven, 'error' | 'player' | 'kind' | 'category' | 'conditions' | 'ladder'> & Partial<PenaltyGiven>;

export function give(book: Book, penalty: New, target: Target | null): PenaltyGiven {
  const given: PenaltyGiven = {
    absorbed: false,
    status: target === null ? 'standing' : 'pending',
    upgraded: false,
    unbroken: [],
    lostItsRuling: false,
    looksLike: null,
    target,
    served: null,
    servedWith: null,
    separated: false,
    annulled: false,
    ...penalty,
  };
  book.penalties.push(given);
  return given;
}

/** R3, R6: the game or match in progress if the ruling was made in it and its round goes on; else the next one. R41: always its own, if imported. */
export function targetOf(book: Book, kind: Penalty, { round, table, game, gameState, imported }: Ruling): Target | null {
  const isGoingOn = (imported || round === currentRound(book)) && round > 0;
  if (kind === 'game-loss') {
    return isGoingOn && gameState === 'ongoing' ? { when: 'now', round, table, game } : { when: 'next-game' };
  }
  if (kind === 'match-loss') {
    return isGoingOn && gameState !== 'between-rounds' ? { when: 'now-match', round, table, game } : { when: 'next-match' };
  }
  return null;
}

/** R29: a loss that rests on nothing any more, and of which the head judge has not said yet what becomes of it. */
function isGroundless(book: Book, loss: PenaltyGiven): boolean {
  if (!isLoss(loss) || loss.absorbed || loss.status === 'rescinded') return false;
  const isDecided = book.reviews.some(
    ({ question, about, status }) =>
      question === 'loss-without-ground' && about === loss && (status === 'confirmed' || status === 'dismissed'),
  );
  return !isDecided && (loss.ladder && isInForce(loss) ? !restsOnAWarning(book, loss) : loss.lostItsRuling);
}

function restsOnAWarning(book: Book, { player, error }: PenaltyGiven): boolean {
  return standingWarnings(book, player).some((each) => each.error === error && crossings(book, each).length > 0);
}

function isStillToCome(loss: PenaltyGiven): boolean {
  return loss.status === 'pending' && !mayHaveBeenConceded(loss);
}
