import type { Act, NamedInfraction, RuleAct, Target } from './acts.js';
import {
  isAttendee,
  isInForce,
  mergedInto,
  ownPenaltyOf,
  penaltyNamed,
  reviewNamed,
  standingEntry,
  teamOf,
} from './book.js';
import type { Book, Entry, PenaltyGiven, Review, Ruling } from './book.js';
import { guidelinesOf, isWorse } from './catalogue.js';
import type { Penalty } from './catalogue.js';
import { ask, fall, follow, give, giveWhatItEarns, targetOf } from './following.js';
import { isLikeAnother, needsTheHeadJudge, penaltyFor } from './refusing.js';

/** Writes down an act that nothing speaks against, and what follows from it. */
export function happen(book: Book, act: Act): void {
  follow(book, write(book, act));
}

/** Writes the act itself; tells the infractions that were recorded with it. */
function write(book: Book, act: Act): readonly Entry[] {
  switch (act.do) {
    case 'rule':
    case 'warn':
      return rule(book, act);
    case 'void':
      voidRuling(book, book.rulings[act.ruling]!, act.by);
      return [];
    case 'reassign':
      reassign(book, standingEntry(book.rulings[act.ruling]!, act.from)!, act.to, act.by);
      return [];
    case 'recategorise': {
      const entry = standingEntry(book.rulings[act.ruling]!, act.player)!;
      touch(entry.ruling, act.by);
      turnInto(book, entry, act.category, act.conditions, guidelinesOf(act.category, act.conditions, book.setup.level)[0], 'replaced');
      return [];
    }
    case 'appeal':
      book.appeals.push({
        number: book.appeals.length,
        entry: standingEntry(book.rulings[act.ruling]!, act.player)!,
        player: act.player,
        decided: false,
      });
      return [];
    case 'decide':
      decide(book, act);
      return [];
    case 'serve':
      serve(book, penaltyNamed(book, act.penalty), act);
      return [];
    case 'unserve':
      unserve(book, penaltyNamed(book, act.penalty));
      return [];
    case 'retarget':
      penaltyNamed(book, act.penalty).target = act.appliesTo;
      return [];
    case 'separate':
      penaltyNamed(book, act.penalty).separated = true;
      return [];
    case 'replace':
      replace(book, penaltyNamed(book, act.penalty), act.with);
      return [];
    case 'answer':
      return answer(book, reviewNamed(book, act.review), act.decision === 'confirm');
    case 'drop':
      leave(book, act.player, null);
      return [];
    case 'reinstate':
      for (const player of teamOf(book, act.player)) comeBack(book, player);
      return [];
    case 'round':
      book.round = act.number;
      return [];
    case 'close':
    case 'reopen':
      book.closed = act.do === 'close';
      return [];
  }
}

function rule(book: Book, act: RuleAct): readonly Entry[] {
  const inDoubt = act.offline && !act.distinct && isLikeAnother(book, act);
  const referred = act.refer && needsTheHeadJudge(book, act);
  const ruling: Ruling = {
    number: book.rulings.length,
    by: act.by,
    round: act.round,
    table: act.table,
    game: act.game,
    gameState: act.gameState,
    timely: !act.offline && act.round === book.round,
    place: nextPlace(book),
    state: referred ? 'referred' : 'made',
    final: false,
    headJudges: act.by === 'head',
    inDoubt: inDoubt && !referred,
    entries: [],
  };
  for (const [i, named] of act.infractions.entries()) {
    const { player, category, conditions } = named;
    const penalty = penaltyFor(book, named);
    const absorbed = act.infractions.some((other, j) => absorbs(book, other, j, named, i));
    ruling.entries.push({ ruling, player, category, conditions, absorbed, overturned: false, given: [penalty] });
  }
  book.rulings.push(ruling);
  if (referred) {
    ask(book, { question: 'referred-ruling', player: act.infractions[0]!.player, ruling, penalty: null, warning: null });
    return [];
  }
  if (ruling.inDoubt) {
    ask(book, { question: 'possible-duplicate', player: act.infractions[0]!.player, ruling, penalty: null, warning: null });
  }
  return takeEffect(book, ruling);
}

/** R9: one of the same player's that is worse, or as bad and named earlier. */
function absorbs(book: Book, other: NamedInfraction, itsPlace: number, named: NamedInfraction, place: number): boolean {
  if (other === named || other.player !== named.player) return false;
  const [one, two] = [penaltyFor(book, other), penaltyFor(book, named)];
  return isWorse(one, two) || (one === two && itsPlace < place);
}

function takeEffect(book: Book, ruling: Ruling): readonly Entry[] {
  for (const entry of ruling.entries) if (!entry.absorbed) giveByHand(book, entry, entry.given[0]!);
  return ruling.entries;
}

/** A judge's own penalty, with what goes with it: disqualification and never arriving end a player's day (R7, R40). */
function giveByHand(book: Book, entry: Entry, kind: Penalty, target: Target | null = targetOf(kind, entry)): PenaltyGiven {
  const penalty = give(book, entry, kind, target, false);
  outOfTheTournament(book, penalty);
  return penalty;
}

function outOfTheTournament(book: Book, { kind, player, entry }: PenaltyGiven): void {
  if (kind === 'disqualification') leave(book, player, null);
  else if (entry.conditions.includes('never-arrived') && kind === 'match-loss') leave(book, player, entry.ruling.round);
}

function nextPlace(book: Book): number {
  return Math.max(-1, ...book.rulings.map(({ place }) => place)) + 1;
}

function voidRuling(book: Book, ruling: Ruling, by: Act['by']): void {
  touch(ruling, by);
  for (const each of book.penalties) {
    if (each.entry.ruling === ruling && !each.ladder && isInForce(each)) fall(book, each, 'voided');
  }
  ruling.state = 'voided';
  ruling.inDoubt = false;
}

function touch(ruling: Ruling, by: Act['by']): void {
  if (by === 'head') ruling.final = true;
}

function reassign(book: Book, entry: Entry, to: string, by: Act['by']): void {
  touch(entry.ruling, by);
  const moved = ownPenaltyOf(book, entry)!;
  const target = moved.target;
  fall(book, moved, 'reassigned');
  entry.player = to;
  giveByHand(book, entry, moved.kind, target);
}

/** R32, R34: another category, conditions and penalty in place of what stood. */
function turnInto(
  book: Book,
  entry: Entry,
  category: string,
  conditions: readonly string[],
  penalty: Penalty,
  oldReads: 'replaced' | 'overturned',
): void {
  const old = ownPenaltyOf(book, entry);
  if (old) fall(book, old, oldReads);
  entry.category = category;
  entry.conditions = conditions;
  entry.given = [penalty];
  giveByHand(book, entry, penalty);
}

function decide(book: Book, { appeal: number, decision, instead }: Extract<Act, { do: 'decide' }>): void {
  const appeal = book.appeals[number]!;
  const { entry } = appeal;
  appeal.decided = true;
  entry.ruling.final = true;
  if (decision === 'upheld') return;
  if (instead !== null) {
    const { category, conditions } = instead;
    const penalty = instead.penalty ?? guidelinesOf(category, conditions, book.setup.level)[0];
    turnInto(book, entry, category, conditions, penalty, 'overturned');
    return;
  }
  const own = ownPenaltyOf(book, entry);
  if (own) fall(book, own, 'overturned');
  entry.overturned = true;
}

/** R4: serving the first of merged losses serves all. */
function serve(book: Book, loss: PenaltyGiven, { round, table, game }: Extract<Act, { do: 'serve' }>): void {
  const first = mergedInto(book, loss) ?? loss;
  const others = book.penalties.filter((each) => mergedInto(book, each) === first);
  for (const each of [first, ...others]) {
    each.status = 'served';
    each.served = { round, table, game };
    if (each !== first) each.servedWith = first;
  }
}

function unserve(book: Book, loss: PenaltyGiven): void {
  const first = loss.servedWith ?? loss;
  for (const each of book.penalties.filter((one) => one === first || one.servedWith === first)) {
    each.served = null;
    each.servedWith = null;
    if (each.status === 'served') each.status = 'pending';
  }
}

/** R33: by the head judge's hand. */
function replace(book: Book, old: PenaltyGiven, kind: Penalty): void {
  const { entry, ladder } = old;
  entry.ruling.final = true;
  old.status = 'replaced';
  if (ladder) {
    give(book, entry, kind, targetOf(kind, entry), true);
    if (kind === 'disqualification') leave(book, entry.player, null);
  } else {
    entry.given.push(kind);
    giveByHand(book, entry, kind);
  }
}

function answer(book: Book, review: Review, yes: boolean): readonly Entry[] {
  review.status = yes ? 'confirmed' : 'dismissed';
  switch (review.question) {
    case 'game-loss-due':
      if (yes) give(book, review.warning!, 'game-loss', { when: 'next-game' }, true);
      return [];
    case 'loss-without-ground':
      if (yes) review.penalty!.annulled = true;
      return [];
    case 'possible-duplicate':
      if (!yes) voidRuling(book, review.ruling, 'head');
      else {
        review.ruling.inDoubt = false;
        giveWhatItEarns(book, review.ruling);
      }
      return [];
    case 'referred-ruling':
      review.ruling.state = yes ? 'made' : 'dismissed';
      if (!yes) return [];
      review.ruling.place = nextPlace(book);
      review.ruling.timely &&= review.ruling.round === book.round;
      review.ruling.headJudges = true;
      return takeEffect(book, review.ruling);
  }
}

function leave(book: Book, player: string, provisionalIn: number | null): void {
  for (const each of isAttendee(book, player) ? [player] : teamOf(book, player)) {
    const isOutForGood = book.drops.some((drop) => drop.player === each && drop.provisionalIn === null);
    if (isOutForGood) continue;
    comeBack(book, each);
    book.drops.push({ player: each, provisionalIn });
  }
}

function comeBack(book: Book, player: string): void {
  const at = book.drops.findIndex((drop) => drop.player === player);
  if (at >= 0) book.drops.splice(at, 1);
}
