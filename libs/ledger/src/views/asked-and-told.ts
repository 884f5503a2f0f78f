import { categoryFor, crossings, standingWarnings } from '../ladder.js';
import { penaltyOf, rulingOf, tournamentOf } from '../ledger.js';
import type { Ledger, Notice, PenaltyState, Review } from '../ledger.js';
import { Sentence, official, player, say } from './opening.js';
import { PENALTY_WORDS, anyOfFamily, categoryWords, penaltyWords, placeWords, targetWords } from './words.js';

/** What the head judge is asked and told, in words that hold when they are read: what was answered asks no more, what fell is not there. */

/** A question to the head judge as it stands: the question itself while it is open, else what became of it. */
export function reviewWords(ledger: Ledger, review: Review): Sentence {
  switch (review.status) {
    case 'open':
      return askedWords(ledger, review);
    case 'answered':
      return answeredWords(ledger, review);
    case 'withdrawn':
      return say`The question ${review.id} about ${playersOf(review)} is withdrawn: its ground went${placeOf(ledger, review.ruling)}.`;
  }
}

/** A question in words that a head judge can answer by confirm or dismiss. */
export function askedWords(ledger: Ledger, review: Review): Sentence {
  const { question, ruling: of, penalty, by } = review;
  switch (question) {
    case 'game-loss-due':
      return gameLossDueWords(ledger, review);
    case 'loss-without-ground':
      return say`The ${penaltyWords(ledger, subject(ledger, review))} (${of}) has lost its ground and may have been conceded already: is it annulled?`;
    case 'possible-duplicate': {
      const twin = penalty === null ? null : penaltyOf(ledger, penalty).possibleDuplicateOf;
      return say`The ${penaltyWords(ledger, subject(ledger, review))} (${of}) came from an offline device and looks like one that stands already${twin === null ? '' : ` (${twin})`}: is it another error?`;
    }
    case 'referred-ruling':
      return say`${official(by)} hands over ruling ${of} (${proposedWords(ledger, review)}): is it given?`;
  }
}

function answeredWords(ledger: Ledger, review: Review): Sentence {
  const { question, ruling: of, decision } = review;
  const confirmed = decision === 'confirm';
  switch (question) {
    case 'game-loss-due':
      return say`The ${penaltyWords(ledger, subject(ledger, review))} (${of}): the head judge has decided that ${confirmed ? 'it is a Game Loss' : 'it costs no game'}.`;
    case 'loss-without-ground':
      return say`The ${penaltyWords(ledger, subject(ledger, review))} (${of}): the head judge has decided that ${confirmed ? 'it is annulled' : 'it stays'}.`;
    case 'possible-duplicate':
      return say`The ${penaltyWords(ledger, subject(ledger, review))} (${of}): the head judge has decided that it is ${confirmed ? 'another error' : 'the same error, entered twice'}.`;
    case 'referred-ruling':
      return say`Ruling ${of} (${proposedWords(ledger, review)}): the head judge has ${confirmed ? 'given it' : 'decided not to give it'}.`;
  }
}

/** "Ana: Disqualification for Theft; Ben: Warning for Slow Play" */
function proposedWords(ledger: Ledger, { referred }: Review): Sentence {
  const each = (referred?.infractions ?? []).map(({ player: who, category, conditions, penalty }) => {
    const known = categoryFor(ledger, category);
    const found = known.conditions.filter(({ id }) => conditions.includes(id)).map(({ name }) => name);
    return say`${player(who)}: ${PENALTY_WORDS[penalty]} for ${known.name}${found.length > 0 ? `, where ${found.join(' and ')}` : ''}`;
  });
  return Sentence.join(each, '; ');
}

function playersOf({ players }: Review): Sentence {
  return Sentence.join(
    players.map((each) => say`${player(each)}`),
    ', ',
  );
}

/** What a question is about: a penalty, or a Warning wherever a correction has put it since. */
function subject(ledger: Ledger, { players: [first], penalty, warning, place }: Review): PenaltyState {
  const moved = first === undefined || place === null ? undefined : standingWarnings(ledger, first).find((each) => each.place === place);
  return moved ?? penaltyOf(ledger, penalty ?? warning ?? '');
}

/** "The Warning of Ana for Slow Play (r-5, round 1) is 3 of 3 for Slow Play: is it a Game Loss for the next game? Asked, because …." */
function gameLossDueWords(ledger: Ledger, review: Review): Sentence {
  const warning = subject(ledger, review);
  const crossed = crossings(ledger, warning).map((each) => each.reason);
  const reasons = crossed.length > 0 ? crossed : review.reasons;
  const counts = reasons.map(({ rule, count, threshold }) => {
    const ofCategory = warning.category === null || rule.endsWith('/same-category');
    const scope = ofCategory ? categoryWords(ledger, warning.category) : anyOfFamily(ledger, categoryFor(ledger, warning.category).family);
    return `${count} of ${threshold} for ${scope}`;
  });
  const counted = reasons.flatMap((each) => each.counted);
  return say`The ${penaltyWords(ledger, warning)}${placeOf(ledger, review.ruling)} is ${counts.join(' and ')}: is it a Game Loss for the next game? Asked, because ${whyAsked(ledger, warning, counted)}.`;
}

/** R28: why the saga did not apply the Game Loss by itself. */
function whyAsked(ledger: Ledger, warning: PenaltyState, counted: readonly string[]): string {
  if (tournamentOf(ledger).escalation === 'review') return 'this tournament asks always';
  const { offline, origin, round, position } = rulingOf(ledger, warning.ruling);
  const enteredIn = roundAt(ledger, position);
  const why = [
    ...(offline ? ['it came from an offline device'] : []),
    ...(origin ? ['it is imported'] : []),
    ...(origin || round === enteredIn ? [] : [`it was entered late, in round ${enteredIn}`]),
    ...(counted.some((id) => looksLikeAnother(ledger, penaltyOf(ledger, id))) ? ['a Warning that counts may be a duplicate'] : []),
  ];
  return why.length > 0 ? why.join(' and ') : 'it reached that by a correction';
}

/** The round that was going on at a position; 0 before the first. */
function roundAt(ledger: Ledger, position: number): number {
  return Math.max(0, ...[...ledger.rounds.values()].filter((each) => each.position < position).map((each) => each.number));
}

/** R35: also where the head judge has said since that it is distinct: until then it stopped what it counts for. */
function looksLikeAnother(ledger: Ledger, { ruling }: PenaltyState): boolean {
  return rulingOf(ledger, ruling).possibleDuplicateOf !== null;
}

/** " (r-5, round 1, table 4)", or " (r-5)" of a ruling that was handed over and never given. */
function placeOf(ledger: Ledger, of: string | null): string {
  if (of === null) return '';
  return ` (${of}${ledger.rulings.has(of) ? `, ${placeWords(rulingOf(ledger, of))}` : ''})`;
}

/** What the head judge is told, in one sentence, as it is by now. */
export function noticeWords(ledger: Ledger, { about, player: who, ruling: of, penalty, review, appeal }: Notice): Sentence {
  const where = placeOf(ledger, of);
  switch (about) {
    case 'penalty':
      return penalty === null ? say`${player(who)} has a penalty${where}.` : givenWords(ledger, penaltyOf(ledger, penalty));
    case 'rescission':
      return say`The ${penalty === null ? say`penalty of ${player(who)}` : penaltyWords(ledger, penaltyOf(ledger, penalty))} has fallen, because its ground was corrected away${where}.`;
    case 'appeal': {
      const filed = appeal === null ? undefined : ledger.appeals.get(appeal);
      const by = player(filed?.appellant ?? who);
      return filed?.decision
        ? say`${by} appealed the ruling on ${player(who)}${where}: it is ${filed.decision.decision}.`
        : say`${by} appeals the ruling on ${player(who)}${where}.`;
    }
    case 'review': {
      const asked = review === null ? undefined : ledger.reviews.get(review);
      return asked ? reviewWords(ledger, asked) : say`There is a question about ${player(who)}${where}.`;
    }
  }
}

/** That somebody has a penalty, or had: what has become of it stands beside it. */
function givenWords(ledger: Ledger, given: PenaltyState): Sentence {
  const { player: who, kind, category, earned, appliesTo, ruling: of } = given;
  const since = sinceThen(ledger, given);
  const has = say`${player(who)} ${since ? 'was given' : 'has'} a ${PENALTY_WORDS[kind]}`;
  const cause = earned ? ', earned by Warnings' : category === null ? '' : ` for ${categoryWords(ledger, category)}`;
  const target = appliesTo && !since ? `, for ${targetWords(appliesTo)}` : '';
  return say`${has}${cause}${target}${placeOf(ledger, of)}${since ? say`: ${since}` : ''}.`;
}

/** What has become of a penalty; undefined while it is as it was given. */
function sinceThen(ledger: Ledger, { status, annulled, served, replacedBy }: PenaltyState): Sentence | undefined {
  if (annulled) return say`it is annulled`;
  const next = replacedBy === null ? undefined : penaltyOf(ledger, replacedBy);
  switch (status) {
    case 'standing':
    case 'pending':
      return undefined;
    case 'served':
      return say`it is served${served ? ` (${placeWords(served)})` : ''}`;
    case 'rescinded':
      return say`it has fallen`;
    case 'voided':
      return say`it is voided`;
    case 'overturned':
      return next ? say`it is overturned, and ${PENALTY_WORDS[next.kind]} instead` : say`it is overturned`;
    case 'replaced':
      return say`it is replaced by ${next ? PENALTY_WORDS[next.kind] : 'another penalty'}`;
    case 'reassigned':
      return next ? say`it is ${player(next.player)}'s now` : say`it is another player's now`;
  }
}
