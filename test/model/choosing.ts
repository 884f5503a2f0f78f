import fc from 'fast-check';
import type { Act, GameState, NamedInfraction, Official, Person, RuleAct, Setup, Target } from './acts.js';
import { currentRound, isAttendee, isInForce, isLoss, judgesPenalties, mergedInto, nameOf, nameOfReview, openReviews } from './book.js';
import type { Book, PenaltyGiven, Ruling } from './book.js';
import { conditionsOf, guidelinesOf } from './catalogue.js';
import type { Penalty } from './catalogue.js';
import { needsTheHeadJudge } from './refusing.js';

/** The verbs, as often as a hall hears them. */
const VERBS: Readonly<Record<Act['do'], number>> = {
  warn: 30,
  rule: 12,
  void: 5,
  reassign: 5,
  recategorise: 5,
  appeal: 4,
  decide: 5,
  serve: 7,
  unserve: 3,
  retarget: 4,
  separate: 3,
  replace: 5,
  answer: 10,
  drop: 1,
  reinstate: 3,
  round: 3,
  close: 1,
  reopen: 2,
};

/** Few enough that tallies meet their thresholds often; every kind of row is there. */
const OFTEN = ['slow-play', 'general-error', 'drawing-extra-cards', 'failure-to-maintain-game-state', 'unsporting-minor', 'marked-cards'];
const SOMETIMES = [
  'missed-trigger',
  'facedown-card-error',
  'decklist-error',
  'deck-presentation-error',
  'late-to-match',
  'outside-assistance',
  'looking-at-extra-cards',
  'mulligan-procedure-error',
  'communication-violation',
  'improperly-determining-a-winner',
  'forgetting-to-score',
  'angle-shooting',
  'bribery',
  'cheating',
];
const PENALTIES: readonly Penalty[] = ['none', 'warning', 'game-loss', 'match-loss', 'disqualification'];
const STATES: readonly GameState[] = ['ongoing', 'between-games', 'between-rounds'];

/** What a random history rolls for one step: the verb, and numbers that its details are read from. Smaller numbers make plainer steps. */
export interface Roll {
  readonly verb: Act['do'];
  readonly numbers: readonly number[];
}

export const setups: fc.Arbitrary<Setup> = fc.record({
  level: fc.constantFrom('competitive', 'professional', 'casual'),
  format: fc.constantFrom('individual', '2v2'),
  escalation: fc.constantFrom('automatic', 'automatic', 'automatic', 'review'),
});

export const rolls: fc.Arbitrary<Roll> = fc.record({
  verb: fc.oneof(...Object.entries(VERBS).map(([verb, weight]) => ({ weight, arbitrary: fc.constant(verb as Act['do']) }))),
  numbers: fc.array(fc.nat(99), { minLength: 24, maxLength: 24 }),
});

/** Reads one detail after the other from a roll's numbers. */
class Dice {
  #at = 0;

  constructor(private readonly numbers: readonly number[]) {}

  pick<T>(options: readonly T[]): T {
    return options[this.#next() % options.length]!;
  }

  /** True in so many of a hundred rolls; false for the plainest. */
  chance(percent: number): boolean {
    return this.#next() % 100 >= 100 - percent;
  }

  #next(): number {
    return this.numbers[this.#at++ % this.numbers.length]!;
  }
}

/** The act that a roll means at this very point of a history; null where there is nothing to do it to. */
export function actFor(book: Book, { verb, numbers }: Roll): Act | null {
  const dice = new Dice(numbers);
  switch (verb) {
    case 'warn':
    case 'rule':
      // A closed hall is soon dull.
      return book.closed && !dice.chance(30) ? { do: 'reopen', by: 'head' } : ruleAct(book, verb, dice);
    case 'void':
    case 'reassign':
    case 'recategorise':
    case 'appeal':
      return actOnARuling(book, verb, dice);
    case 'decide':
      return decideAct(book, dice);
    case 'serve':
    case 'unserve':
    case 'retarget':
    case 'separate':
    case 'replace':
      return actOnAPenalty(book, verb, dice);
    case 'answer': {
      const reviews = dice.chance(10) ? book.reviews : openReviews(book);
      if (reviews.length === 0) return null;
      const review = nameOfReview(book, dice.pick(reviews));
      return { do: 'answer', by: byRank(dice, ['head'], ['appeals', 'floor']), review, decision: dice.pick(['confirm', 'dismiss']) };
    }
    case 'drop': {
      const inside = players(book).filter(({ id }) => book.drops.every(({ player }) => player !== id));
      return inside.length === 0
        ? null
        : { do: 'drop', by: byRank(dice, ['scorekeeper', 'head'], ['floor']), player: dice.pick(inside).id };
    }
    case 'reinstate':
      return book.drops.length === 0
        ? null
        : { do: 'reinstate', by: dice.pick(['head', 'scorekeeper']), player: dice.pick(book.drops).player };
    case 'round':
      return book.closed
        ? null
        : {
            do: 'round',
            by: byRank(dice, ['scorekeeper', 'head'], ['floor']),
            number: currentRound(book) + dice.pick([1, 1, 2, ...(currentRound(book) > 1 ? [0, -1] : [])]),
          };
    case 'close':
    case 'reopen':
      return book.closed === (verb === 'close') ? null : { do: verb, by: byRank(dice, ['head'], ['floor']) };
  }
}

function players(book: Book): Person[] {
  return book.people.filter(({ kind }) => kind === 'player');
}

function byRank(dice: Dice, may: readonly Official[], mayNot: readonly Official[]): Official {
  return dice.pick(dice.chance(7) ? mayNot : may);
}

function ruleAct(book: Book, verb: 'rule' | 'warn', dice: Dice): RuleAct {
  const by = dice.pick<Official>(['floor', 'floor', 'floor2', 'appeals', 'head']);
  const current = currentRound(book);
  const round = dice.chance(12) ? dice.pick(book.rounds) : dice.chance(2) ? current + 1 : current;
  const act = {
    do: verb,
    by,
    round,
    table: dice.pick([1, 2, null]),
    game: dice.pick([1, 2, null]),
    gameState: round === 0 && !dice.chance(3) ? 'between-rounds' : dice.pick(STATES),
    offline: dice.chance(20),
    distinct: !dice.chance(35),
    refer: verb === 'rule' && dice.chance(40),
  } as const;
  const first = infraction(book, dice, by, verb === 'warn');
  if (verb === 'warn') return { ...act, infractions: [{ ...first, penalty: null, deviationReason: null }], imported: false };
  const others = [
    first,
    ...(dice.chance(35) ? [infraction(book, dice, by, false)] : []),
    ...(dice.chance(15) ? [infraction(book, dice, by, false)] : []),
  ];
  const infractions = others.filter(
    ({ player, category }, i) => others.findIndex((other) => other.player === player && other.category === category) === i,
  );
  return { ...act, infractions, imported: dice.chance(by === 'head' ? 40 : 4) };
}

function infraction(book: Book, dice: Dice, by: Official, isWarning: boolean): NamedInfraction {
  const { player, category, conditions } = dice.chance(55) ? onceMore(book, dice) : anError(book, dice);
  const guidelines = guidelinesOf(category, conditions, book.setup.level);
  if (isWarning && !guidelines.includes('warning') && !dice.chance(15)) {
    return { player, category: 'slow-play', conditions: [], penalty: null, deviationReason: null };
  }
  const penalty = dice.chance(12) ? dice.pick(PENALTIES) : dice.chance(20) ? dice.pick(guidelines) : null;
  const deviates = penalty !== null && !guidelines.includes(penalty);
  return { player, category, conditions, penalty, deviationReason: deviates && !(by === 'head' && dice.chance(5)) ? 'told' : null };
}

type AnError = Pick<NamedInfraction, 'player' | 'category' | 'conditions'>;

function anError(book: Book, dice: Dice): AnError {
  return { player: dice.chance(3) ? 'zoe' : dice.pick(players(book)).id, ...categoryAndConditions(dice) };
}

/** The same error of the same player as one of the last: what makes a tally grow, or is entered twice. */
function onceMore(book: Book, dice: Dice): AnError {
  const lately = book.penalties.flatMap(({ player, category, conditions }) =>
    category === null ? [] : [{ player, category, conditions }],
  );
  return lately.length === 0 ? anError(book, dice) : dice.pick(lately.slice(-8));
}

function categoryAndConditions(dice: Dice): { category: string; conditions: string[] } {
  const category = dice.pick(dice.chance(30) ? SOMETIMES : OFTEN);
  const named = conditionsOf(category);
  return { category, conditions: named.length > 0 && dice.chance(60) ? [dice.pick(named)] : [] };
}

function actOnARuling(book: Book, verb: 'void' | 'reassign' | 'recategorise' | 'appeal', dice: Dice): Act | null {
  const isWild = dice.chance(3);
  const made = book.rulings.filter((each) => each.state === 'made' && (isWild || judgesPenalties(book, each).length > 0));
  if (made.length === 0) return null;
  const ruling = dice.pick(made);
  const number = ruling.number;
  const by = dice.chance(30) ? ruling.by : dice.pick<Official>(['head', 'head', 'head', 'head', 'floor', 'appeals', 'scorekeeper']);
  if (verb === 'void') return { do: verb, by, ruling: number };
  const player = someoneIn(book, ruling, dice);
  if (verb === 'reassign') {
    const others = book.people.filter(({ id }) => id !== player && (dice.chance(10) || !isAttendee(book, id)));
    return { do: verb, by, ruling: number, from: player, to: dice.pick(others).id };
  }
  if (verb === 'recategorise') return { do: verb, by, ruling: number, player, ...categoryAndConditions(dice) };
  return {
    do: verb,
    by: byRank(dice, ['floor', 'floor2', 'head'], ['scorekeeper']),
    ruling: number,
    player,
    appellant: dice.pick([player, dice.pick(players(book)).id]),
  };
}

/** Mostly a player with a penalty in force in the ruling. */
function someoneIn(book: Book, ruling: Ruling, dice: Dice): string {
  const inForce = judgesPenalties(book, ruling).map(({ player }) => player);
  return dice.pick(inForce.length > 0 && !dice.chance(5) ? inForce : ruling.errors.map(({ player }) => player));
}

function decideAct(book: Book, dice: Dice): Act | null {
  const appeals = book.appeals.filter(({ decided }) => !decided || dice.chance(5));
  if (appeals.length === 0) return null;
  const { number, ruling, player } = dice.pick(appeals);
  const appealed = judgesPenalties(book, ruling, player)[0] ?? ruling.errors[0]!;
  const decision = dice.pick(['overturned', 'overturned', 'upheld'] as const);
  const other = dice.chance(60)
    ? categoryAndConditions(dice)
    : { category: appealed.category ?? 'slow-play', conditions: appealed.conditions };
  const instead =
    decision === 'overturned' && dice.chance(60) ? { ...other, penalty: dice.chance(30) ? dice.pick(PENALTIES) : null } : null;
  return {
    do: 'decide',
    by: dice.pick(['head', 'head', 'appeals', ...(dice.chance(10) ? (['floor'] as const) : [])]),
    appeal: number,
    decision,
    instead,
  };
}

function actOnAPenalty(book: Book, verb: 'serve' | 'unserve' | 'retarget' | 'separate' | 'replace', dice: Dice): Act | null {
  const wanted = WANTED[verb];
  const wild = dice.chance(5);
  const fitting = book.penalties.filter((each) => !each.absorbed && (wild ? isLoss(each) : wanted(book, each)));
  if (fitting.length === 0) return null;
  const chosen = dice.pick(fitting);
  const penalty = nameOf(book, chosen);
  const office = byRank(dice, ['scorekeeper', 'head'], ['floor']);
  switch (verb) {
    case 'serve':
      return { do: verb, by: office, penalty, round: currentRound(book), table: dice.pick([1, 2, null]), game: dice.pick([1, 2, null]) };
    case 'unserve':
      return { do: verb, by: office, penalty };
    case 'retarget':
      return { do: verb, by: office, penalty, appliesTo: target(book, dice, chosen) };
    case 'separate':
      return { do: verb, by: byRank(dice, ['head'], ['scorekeeper']), penalty };
    case 'replace':
      return { do: verb, by: byRank(dice, ['head'], ['appeals']), penalty, with: dice.pick(PENALTIES) };
  }
}

const WANTED: Readonly<Record<'serve' | 'unserve' | 'retarget' | 'separate' | 'replace', (book: Book, penalty: PenaltyGiven) => boolean>> =
  {
    serve: (_, { status, annulled }) => status === 'pending' && !annulled,
    unserve: (_, { served }) => served !== null,
    retarget: (_, { status, annulled }) => status === 'pending' && !annulled,
    separate: (book, penalty) => penalty.status === 'pending' && mergedInto(book, penalty) !== null,
    replace: (_, penalty) => isInForce(penalty) && (penalty.kind !== 'warning' || penalty.error.ruling.number % 3 === 0),
  };

function target(book: Book, dice: Dice, { kind }: PenaltyGiven): Target {
  const [now, next] = kind === 'game-loss' ? (['now', 'next-game'] as const) : (['now-match', 'next-match'] as const);
  return dice.chance(50) && currentRound(book) > 0
    ? { when: now, round: currentRound(book), table: dice.pick([1, 2, null]), game: dice.pick([1, 2, null]) }
    : { when: next };
}

/** Whether the product's answer to a ruling names a review to be confirmed instead of penalties. */
export function isReferral(book: Book, act: Act): boolean {
  return (act.do === 'rule' || act.do === 'warn') && act.refer && needsTheHeadJudge(book, act);
}
