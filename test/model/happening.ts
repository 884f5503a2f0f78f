import type { Act, NamedInfraction, RuleAct } from './acts.js';
import { currentRound, isInForce, judgesPenalties, penaltyNamed, reviewNamed, servedTogether, standingOne, teamOf } from './book.js';
import type { Book, ErrorMade, PenaltyGiven, Review, Ruling, Status } from './book.js';
import { guidelinesOf, isWorse } from './catalogue.js';
import type { Penalty } from './catalogue.js';
import { standingWarnings } from './counting.js';
import { ask, beginUnbroken, follow, keepUnbroken, give, giveByLadder, giveWhatADistinctOneEarns, targetOf } from './following.js';
import { likeIt, needsTheHeadJudge, penaltyFor } from './refusing.js';

/** Writes down an act that nothing speaks against, and what follows from it if the saga is awake. */
export function happen(book: Book, act: Act): void {
  const recorded = write(book, act);
  if (recorded !== null) beginUnbroken(book, recorded);
  keepUnbroken(book);
  if (!book.sagaSleeps) follow(book);
}

/** Writes the act itself; tells the ruling that took effect with it, if one did. */
function write(book: Book, act: Act): Ruling | null {
  switch (act.do) {
    case 'rule':
    case 'warn':
      return rule(book, act);
    case 'void':
      touch(
        book.rulings[act.ruling]!,
        act.by,
        book.rulings[act.ruling]!.errors.map(({ player }) => player),
      );
      end(judgesPenalties(book, book.rulings[act.ruling]!), 'voided');
      break;
    case 'reassign':
      touch(book.rulings[act.ruling]!, act.by, [act.from, act.to]);
      reassign(book, book.rulings[act.ruling]!, act.from, act.to);
      break;
    case 'recategorise': {
      const ruling = book.rulings[act.ruling]!;
      const [guideline] = guidelinesOf(act.category, act.conditions, book.setup.level);
      touch(ruling, act.by, [act.player]);
      turnInto(book, ruling, act.player, { ...act, kind: guideline }, 'replaced');
      break;
    }
    case 'appeal':
      book.appeals.push({ number: book.appeals.length, ruling: book.rulings[act.ruling]!, player: act.player, decided: false });
      break;
    case 'decide':
      decide(book, act);
      break;
    case 'serve':
      serve(book, penaltyNamed(book, act.penalty), act);
      break;
    case 'unserve':
      unserve(book, penaltyNamed(book, act.penalty));
      break;
    case 'retarget':
      penaltyNamed(book, act.penalty).target = act.appliesTo;
      break;
    case 'separate':
      penaltyNamed(book, act.penalty).separated = true;
      break;
    case 'replace':
      replace(book, penaltyNamed(book, act.penalty), act.with);
      break;
    case 'answer':
      return answer(book, reviewNamed(book, act.review), act.decision === 'confirm');
    case 'drop':
      leave(book, act.player, null);
      break;
    case 'reinstate':
      for (const player of teamOf(book, act.player)) comeBack(book, player);
      break;
    case 'round':
      if (act.number !== currentRound(book)) book.rounds.push(act.number);
      break;
    case 'close':
    case 'reopen':
      book.closed = act.do === 'close';
      break;
  }
  return null;
}

function rule(book: Book, act: RuleAct): Ruling | null {
  const isReferred = act.refer && needsTheHeadJudge(book, act);
  const { by, round, table, game, gameState, offline, imported, infractions } = act;
  const ruling: Ruling = {
    number: book.rulings.length,
    by,
    round,
    table,
    game,
    gameState,
    offline,
    imported,
    place: nextPlace(book),
    state: isReferred ? 'referred' : 'made',
    decidedFor: new Set(),
    errors: [],
  };
  for (const [i, named] of infractions.entries()) {
    const { player, category, conditions } = named;
    const absorbed = infractions.some((other, j) => absorbs(book, other, j, named, i));
    ruling.errors.push({ ruling, player, category, conditions, penalty: penaltyFor(book, named), absorbed });
  }
  const twins = offline && !act.distinct ? infractions.map((named) => likeIt(book, act, [named]).at(-1) ?? null) : [];
  book.rulings.push(ruling);
  if (!isReferred) return takeEffect(book, ruling, twins);
  const players = [...new Set(infractions.map(({ player }) => player))];
  ask(book, { question: 'referred-ruling', players, ruling, about: null });
  return null;
}

/** R9: one of the same player's that is worse, or as bad and named earlier. */
function absorbs(book: Book, other: NamedInfraction, itsPlace: number, named: NamedInfraction, place: number): boolean {
  if (other === named || other.player !== named.player) return false;
  const [one, two] = [penaltyFor(book, other), penaltyFor(book, named)];
  return isWorse(one, two) || (one === two && itsPlace < place);
}

function takeEffect(book: Book, ruling: Ruling, twins: readonly (Ruling | null)[]): Ruling {
  for (const [i, error] of ruling.errors.entries()) {
    const { player, category, conditions, penalty: kind, absorbed } = error;
    const looksLike = absorbed ? null : (twins[i] ?? null);
    byJudge(book, { error, player, category, conditions, kind, absorbed, looksLike });
    // R40: who never arrived is out until the next round. Read here: by the ruling, not where a later correction says so.
    // R41: what is imported is long past.
    if (!absorbed && !ruling.imported && conditions.includes('never-arrived')) leave(book, player, currentRound(book));
  }
  return ruling;
}

/** A judge's own penalty. A disqualification ends the day of player and team (R7). */
function byJudge(
  book: Book,
  penalty: Pick<PenaltyGiven, 'error' | 'player' | 'category' | 'conditions' | 'kind'> & Partial<PenaltyGiven>,
): PenaltyGiven {
  const { kind, player, absorbed } = penalty;
  const given = give(book, { ...penalty, ladder: false }, absorbed ? null : targetOf(book, kind, penalty.error.ruling));
  if (kind === 'disqualification' && !absorbed) leave(book, player, null);
  return given;
}

function nextPlace(book: Book): number {
  return Math.max(-1, ...book.rulings.map(({ place }) => place)) + 1;
}

function touch(ruling: Ruling, by: Act['by'], players: readonly string[]): void {
  if (by === 'head') for (const player of players) ruling.decidedFor.add(player);
}

/** R29: a voided, overturned, moved or recategorised ruling takes the ground from its own losses. */
function end(penalties: readonly PenaltyGiven[], status: Status): void {
  for (const each of penalties) {
    each.status = status;
    each.upgraded = false;
    each.lostItsRuling = true;
  }
}

/** R31: all that the one was given in the ruling enters the record of the other, in its place. Read here: its losses are aimed anew. */
function reassign(book: Book, ruling: Ruling, from: string, to: string): void {
  const moving = judgesPenalties(book, ruling, from);
  for (const { error, kind, category, conditions, absorbed, status, upgraded } of moving.map((each) => ({ ...each }))) {
    const given = byJudge(book, { error, player: to, kind, category, conditions, absorbed });
    if (upgraded) Object.assign(given, { status, upgraded });
  }
  end(moving, 'reassigned');
}

/** R32, R34: the player's one penalty in the ruling becomes another. Where it stays as severe it stays the same one. */
function turnInto(
  book: Book,
  ruling: Ruling,
  player: string,
  other: { readonly category: string; readonly conditions: readonly string[]; readonly kind: Penalty },
  reads: Status,
): void {
  const { category, conditions, kind } = other;
  const all = judgesPenalties(book, ruling, player).filter(({ absorbed }) => !absorbed);
  const main = standingOne(book, ruling, player)!;
  if (all.length === 1 && main.kind === kind) {
    Object.assign(main, { category, conditions });
    return;
  }
  end(all, reads);
  byJudge(book, { error: main.error, player, kind, category, conditions });
}

function decide(book: Book, { appeal: number, decision, instead }: Extract<Act, { do: 'decide' }>): void {
  const appeal = book.appeals[number]!;
  const { ruling, player } = appeal;
  appeal.decided = true;
  ruling.decidedFor.add(player);
  if (decision === 'upheld' || !standingOne(book, ruling, player)) return;
  if (instead === null) end(judgesPenalties(book, ruling, player), 'overturned');
  else {
    const kind = instead.penalty ?? guidelinesOf(instead.category, instead.conditions, book.setup.level)[0];
    turnInto(book, ruling, player, { ...instead, kind }, 'overturned');
  }
}

/** R4: one conceded game serves every loss that was for it. */
function serve(book: Book, loss: PenaltyGiven, { round, table, game }: Extract<Act, { do: 'serve' }>): void {
  const [first, ...others] = servedTogether(book, loss);
  for (const each of [first!, ...others]) {
    each.status = 'served';
    each.served = { round, table, game };
    each.servedWith = each === first ? null : first!;
  }
}

function unserve(book: Book, loss: PenaltyGiven): void {
  const first = loss.servedWith ?? loss;
  for (const each of book.penalties.filter((one) => one === first || one.servedWith === first)) {
    if (each.status === 'served') each.status = 'pending';
    each.served = null;
    each.servedWith = null;
  }
}

/**
 * R33: by the head judge's hand. A Warning leads to one loss at most: what stood beside it gives way too. Read here: what comes in the place of
 * the ladder's loss is the head judge's own and rests on no Warning; and a Warning that was upgraded stays when the loss above it goes.
 */
function replace(book: Book, old: PenaltyGiven, kind: Penalty): void {
  const { error, player, category, conditions } = old;
  error.ruling.decidedFor.add(player);
  old.status = 'replaced';
  if (old.kind === 'warning' && isWorse(kind, 'warning')) {
    old.upgraded = true;
    for (const each of book.penalties) {
      if (each.error === error && each.player === player && isInForce(each) && !each.annulled) each.status = 'replaced';
    }
  }
  byJudge(book, { error, player, kind, category, conditions });
}

function answer(book: Book, review: Review, yes: boolean): Ruling | null {
  review.status = yes ? 'confirmed' : 'dismissed';
  const { question, ruling, about, players } = review;
  switch (question) {
    case 'game-loss-due':
      if (yes) giveByLadder(book, warningOf(book, about as ErrorMade, players[0]!), { when: 'next-game' });
      return null;
    case 'loss-without-ground':
      if (yes) (about as PenaltyGiven).annulled = true;
      return null;
    case 'possible-duplicate': {
      const doubtful = about as PenaltyGiven;
      if (yes) {
        doubtful.looksLike = null;
        giveWhatADistinctOneEarns(book, doubtful);
      } else {
        ruling.decidedFor.add(doubtful.player);
        end(judgesPenalties(book, ruling, doubtful.player), 'voided');
      }
      return null;
    }
    case 'referred-ruling':
      ruling.state = yes ? 'made' : 'dismissed';
      if (!yes) return null;
      ruling.place = nextPlace(book);
      ruling.by = 'head';
      return takeEffect(book, ruling, []);
  }
}

function warningOf(book: Book, error: ErrorMade, player: string): PenaltyGiven {
  return standingWarnings(book, player).find((each) => each.error === error)!;
}

/** R7, R40: the team leaves together; who is out for good stays so. */
function leave(book: Book, player: string, provisionalIn: number | null): void {
  for (const each of teamOf(book, player)) {
    const isOut = book.drops.some((drop) => drop.player === each);
    if (isOut && provisionalIn !== null) continue;
    comeBack(book, each);
    book.drops.push({ player: each, provisionalIn });
  }
}

function comeBack(book: Book, player: string): void {
  const at = book.drops.findIndex((drop) => drop.player === player);
  if (at >= 0) book.drops.splice(at, 1);
}
