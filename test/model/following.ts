import { crossings, isStandingWarning } from './counting.js';
import { isInForce, isLoss, isToCome, openReviews } from './book.js';
import type { Book, Entry, PenaltyGiven, Review } from './book.js';
import type { Target } from './acts.js';
import type { Penalty } from './catalogue.js';

/** What follows from what just happened, once the saga has come to it: losses earned and fallen, questions asked and withdrawn (R26–R29). */
export function follow(book: Book, recorded: readonly Entry[]): void {
  withdrawReviews(book);
  for (const loss of ladderLosses(book)) if (!hasGround(book, loss)) loseGround(book, loss);
  for (const ruling of book.rulings) {
    for (const entry of ruling.entries) {
      if (ruling.inDoubt) continue; // R35: one question, not two
      if (!earnsAnother(book, entry)) continue;
      if (recorded.includes(entry) && isAutomatic(book, entry)) give(book, entry, 'game-loss', targetOf('game-loss', entry), true);
      else ask(book, { question: 'game-loss-due', player: entry.player, ruling, penalty: null, warning: entry });
    }
  }
}

/** R28: crosses a rule now, and neither a loss nor an answer stands for it already. */
function earnsAnother(book: Book, entry: Entry): boolean {
  if (crossings(book, entry).length === 0) return false;
  const hasLoss = book.penalties.some(
    (each) => each.entry === entry && each.player === entry.player && each.ladder && each.status !== 'rescinded',
  );
  const wasAsked = book.reviews.some(
    ({ question, player, warning, status }) =>
      question === 'game-loss-due' && player === entry.player && warning === entry && (status === 'open' || status === 'dismissed'),
  );
  return !hasLoss && !wasAsked;
}

/** R28: recorded online for the round of the moment, at a tournament that does not ask always, and nothing counted for it is in doubt. */
function isAutomatic(book: Book, entry: Entry): boolean {
  return (
    book.setup.escalation === 'automatic' &&
    entry.ruling.timely &&
    crossings(book, entry).every((counted) => counted.every(({ ruling }) => !ruling.inDoubt))
  );
}

/** R3, R6: the game or match in progress if the ruling was made in it, and its round goes on. */
export function targetOf(kind: Penalty, { ruling }: Entry): Target | null {
  const { round, table, game, gameState, timely } = ruling;
  if (kind === 'game-loss') {
    return timely && gameState === 'ongoing' ? { when: 'now', round, table, game } : { when: 'next-game' };
  }
  if (kind === 'match-loss') {
    return timely && gameState !== 'between-rounds' ? { when: 'now-match', round, table, game } : { when: 'next-match' };
  }
  return null;
}

export function give(book: Book, entry: Entry, kind: Penalty, target: Target | null, ladder: boolean): PenaltyGiven {
  const penalty: PenaltyGiven = {
    entry,
    player: entry.player,
    kind,
    ladder,
    status: kind === 'game-loss' || kind === 'match-loss' ? 'pending' : 'standing',
    target,
    served: null,
    annulled: false,
    separated: false,
    servedWith: null,
  };
  book.penalties.push(penalty);
  return penalty;
}

export function ask(book: Book, question: Omit<Review, 'status'>): void {
  book.reviews.push({ ...question, status: 'open' });
}

function ladderLosses(book: Book): PenaltyGiven[] {
  return book.penalties.filter((each) => each.ladder && isLoss(each) && isInForce(each));
}

function hasGround(book: Book, loss: PenaltyGiven): boolean {
  return loss.player === loss.entry.player && crossings(book, loss.entry).length > 0;
}

/** R29: still to come: it falls. For the game in progress, or served: the head judge is asked, once. */
function loseGround(book: Book, loss: PenaltyGiven): void {
  if (wasAnsweredAbout(book, loss)) return;
  if (isToCome(loss)) {
    loss.status = 'rescinded';
    for (const review of openReviews(book)) if (review.penalty === loss) review.status = 'withdrawn';
  } else askAboutGround(book, loss);
}

/** A loss whose own ruling fell reads so at once; whether it was conceded is asked (R29). */
export function fall(book: Book, penalty: PenaltyGiven, status: PenaltyGiven['status']): void {
  const mayHaveBeenConceded = isLoss(penalty) && (penalty.served !== null || (penalty.status === 'pending' && !isToCome(penalty)));
  penalty.status = status;
  if (mayHaveBeenConceded) askAboutGround(book, penalty);
}

function askAboutGround(book: Book, loss: PenaltyGiven): void {
  if (wasAnsweredAbout(book, loss) || openReviews(book).some(({ penalty }) => penalty === loss)) return;
  ask(book, { question: 'loss-without-ground', player: loss.player, ruling: loss.entry.ruling, penalty: loss, warning: null });
}

function wasAnsweredAbout(book: Book, loss: PenaltyGiven): boolean {
  return book.reviews.some(({ penalty, status }) => penalty === loss && (status === 'confirmed' || status === 'dismissed'));
}

function withdrawReviews(book: Book): void {
  for (const review of openReviews(book)) if (!isStillAsked(book, review)) review.status = 'withdrawn';
}

function isStillAsked(book: Book, { question, player, ruling, penalty, warning }: Review): boolean {
  switch (question) {
    case 'game-loss-due':
      return warning !== null && warning.player === player && crossings(book, warning).length > 0;
    case 'loss-without-ground':
      return penalty !== null && !(isInForce(penalty) && penalty.ladder && hasGround(book, penalty));
    case 'possible-duplicate':
      return ruling.state === 'made' && ruling.inDoubt;
    case 'referred-ruling':
      return ruling.state === 'referred';
  }
}

/** R35: what a Warning earns that was in doubt and is distinct: the head judge was asked about it once already. */
export function giveWhatItEarns(book: Book, ruling: Book['rulings'][number]): void {
  for (const entry of ruling.entries) {
    if (isStandingWarning(entry) && earnsAnother(book, entry)) give(book, entry, 'game-loss', { when: 'next-game' }, true);
  }
}
