import { PENALTIES } from '@ladder/editions';
import type { Penalty } from '@ladder/editions';
import type { Command, GameState, NamedInfraction, Role, Target } from '../src/index.js';
import { sealed } from './hall.js';
import type { Hall } from './hall.js';

/** The moves of a random tournament: each is a command that numbers choose from what the ledger holds then. */

const VERB_NAMES = [
  'warn',
  'rule',
  'import',
  'void',
  'reassign',
  'recategorise',
  'replace',
  'serve',
  'unserve',
  'retarget',
  'separate',
  'appeal',
  'decide',
  'answer',
  'acknowledge',
  'round',
  'drop',
  'reinstate',
  'investigate',
  'conclude',
  'extend',
  'change team',
  'change roles',
  'revoke',
  'pair',
  'erase',
  'take pack',
  'close',
  'reopen',
] as const;
export type Verb = (typeof VERB_NAMES)[number];
export const EVERY_VERB: readonly Verb[] = VERB_NAMES;

/** One command to be: which, by whom, and numbers that choose among what the ledger then holds. */
export interface Move {
  readonly verb: Verb;
  /** An official by a number; null for the one whose work it is. */
  readonly stranger: number | null;
  readonly one: number;
  readonly two: number;
  readonly three: number;
  /** Whether the saga runs after it. */
  readonly saga: boolean;
  /** Whether a ruling is made between games or rounds: its loss is for the next game then. */
  readonly between?: boolean;
}

export const PLAYERS: readonly string[] = ['Ana', 'Ben', 'Cleo', 'Dan'];
/** Ana errs more often than the others, so that thresholds are crossed. */
const ERRING = ['Ana', 'Ana', 'Ben', ...PLAYERS, 'Ana', 'Ana', 'Ben', ...PLAYERS, 'Zoe'];
/** Errors that are a Warning by the guideline, some of them often. */
const WARNED = [
  'slow-play',
  'slow-play',
  'slow-play',
  'marked-cards',
  'looking-at-extra-cards',
  'looking-at-extra-cards',
  'general-error',
  'failure-to-maintain-game-state',
  'unsporting-minor',
];
const CATEGORIES = [...WARNED, ...WARNED, 'decklist-error', 'forgetting-to-score', 'bribery', 'theft'];
const STATES: readonly GameState[] = ['ongoing', 'ongoing', 'between-games', 'between-rounds'];
const BETWEEN: readonly GameState[] = ['between-games', 'between-rounds'];
const TARGETS: readonly Target['when'][] = ['now', 'next-game', 'now-match', 'next-match'];
/** Officials whom no move needs. */
const EXTRAS = ['floor2', 'auditor'];
const ROLES_GIVEN: readonly (readonly Role[])[] = [['floor-judge'], ['floor-judge', 'scorekeeper'], ['head-judge']];
const reason = sealed('a reason');

/** An element that a number chooses; for an empty list something that the ledger does not know. */
function pick<T>(list: readonly T[], number: number, none: T): T {
  return list[number % list.length] ?? none;
}

const rulings = (hall: Hall) => [...hall.ledger.rulings.keys()];
const penalties = (hall: Hall) => [...hall.ledger.penalties.keys()];
const waiting = (hall: Hall) => [...hall.ledger.penalties.values()].filter((each) => each.status === 'pending').map((each) => each.id);

/** Whose the latest penalty is that a ruling itself gave. */
function erring(hall: Hall, ruling: string): string {
  const given = hall.ledger.rulings.get(ruling)?.penalties.map((id) => hall.ledger.penalties.get(id)) ?? [];
  return given.findLast((each) => each?.earned === null)?.player ?? 'Ana';
}

function named({ one, two, three }: Move): NamedInfraction {
  const never = three % 29 === 0;
  return {
    player: pick(ERRING, one, ''),
    category: never ? 'late-to-match' : pick(CATEGORIES, two, ''),
    conditions: never ? ['never-arrived'] : [],
    ...(three % 7 === 0 && { penalty: pick<Penalty>(PENALTIES, three, 'none') }),
    deviation: one % 5 > 0 ? reason : null,
  };
}

function circumstances(hall: Hall, { two, three, between }: Move) {
  const round = Math.max(0, hall.ledger.currentRound - (three % 11 === 0 ? 1 : 0));
  return {
    round,
    table: three % 3 === 0 ? null : (two % 2) + 1,
    game: three % 2 === 0 ? null : 1,
    ...(round > 0 && { gameState: pick<GameState>(between ? BETWEEN : STATES, two, 'ongoing') }),
    account: null,
    ruledAt: null,
    durationSeconds: three % 4 === 0 ? 90 : null,
    offline: three % 4 === 1,
    distinct: three % 8 !== 1,
  };
}

const VERBS: Readonly<Record<Verb, (hall: Hall, move: Move) => Command>> = {
  warn: (hall, move) => {
    const { player } = named(move);
    return { type: 'issue-warning', player, category: pick(WARNED, move.two, ''), conditions: [], ...circumstances(hall, move) };
  },
  rule: (hall, move) => {
    const other = { ...move, one: move.one + 1, two: move.two + 3, three: move.three + 1 };
    const infractions = move.one % 3 === 0 ? [named(move), named(other)] : [named(move)];
    return { type: 'issue-ruling', infractions, remedy: null, refer: move.two % 3 === 0, ...circumstances(hall, move) };
  },
  import: (hall, move) => ({ ...VERBS.rule(hall, move), origin: 'import' }) as Command,
  void: (hall, { one }) => ({ type: 'void-ruling', ruling: pick(rulings(hall), one, 'r-x'), reason }),
  reassign: (hall, { one, two }) => {
    const ruling = pick(rulings(hall), one, 'r-x');
    const from = erring(hall, ruling);
    return { type: 'reassign-ruling', ruling, from, to: pick(PLAYERS, two, ''), reason };
  },
  recategorise: (hall, { one, two }) => {
    const ruling = pick(rulings(hall), one, 'r-x');
    const player = erring(hall, ruling);
    return { type: 'recategorise-ruling', ruling, player, category: pick(CATEGORIES, two, ''), conditions: [], reason };
  },
  replace: (hall, { one, two }) => ({
    type: 'replace-penalty',
    penalty: pick(penalties(hall), one, 'w-x'),
    by: pick<Penalty>(PENALTIES, two, 'none'),
    reason,
  }),
  serve: (hall, { one, two }) => {
    const round = Math.max(0, hall.ledger.currentRound - (two % 2));
    return { type: 'serve-penalty', penalty: pick(waiting(hall), one, 'gl-x'), round, table: null, game: null };
  },
  unserve: (hall, { one }) => {
    const served = [...hall.ledger.penalties.values()].filter((each) => each.served).map((each) => each.id);
    return { type: 'unserve-penalty', penalty: pick(served, one, 'gl-x'), reason };
  },
  retarget: (hall, { one, two }) => ({
    type: 'retarget-penalty',
    penalty: pick(waiting(hall), one, 'gl-x'),
    appliesTo: { when: pick(TARGETS, two, 'now') },
    reason,
  }),
  separate: (hall, { one }) => ({ type: 'separate-penalty', penalty: pick(waiting(hall), one, 'gl-x'), reason }),
  appeal: (hall, { one, two }) => {
    const ruling = pick(rulings(hall), one, 'r-x');
    const player = erring(hall, ruling);
    return { type: 'file-appeal', ruling, player, appellant: pick(PLAYERS, two, ''), grounds: reason };
  },
  decide: (hall, { one, two, three }) => ({
    type: 'decide-appeal',
    appeal: pick([...hall.ledger.appeals.keys()], one, 'ap-x'),
    decision: two % 3 === 0 ? 'upheld' : 'overturned',
    ...(two % 3 === 1 && { category: pick(CATEGORIES, three, '') }),
    ...(two % 4 === 1 && { penalty: pick<Penalty>(PENALTIES, three, 'none') }),
    reason,
  }),
  answer: (hall, { one, two }) => {
    const open = [...hall.ledger.reviews.values()].filter((each) => each.status === 'open' || one % 5 === 0).map((each) => each.id);
    return { type: 'answer-review', review: pick(open, one, 'rv-x'), decision: two % 3 === 0 ? 'dismiss' : 'confirm', reason };
  },
  acknowledge: (hall, { one }) => ({ type: 'acknowledge-notice', notice: pick([...hall.ledger.notices.keys()], one, 'nt-x') }),
  round: (hall, { one, two }) => {
    const pairings = [
      { table: 1, players: ['Ana', 'Ben'] },
      { table: 2, players: ['Cleo', 'Dan'] },
    ];
    return {
      type: 'start-round',
      number: hall.ledger.currentRound + (hall.ledger.currentRound === 0 ? 1 : one % 2),
      ...(two % 2 === 0 && { pairings }),
    };
  },
  drop: (_, { one }) => ({ type: 'drop-player', player: pick(PLAYERS, one, ''), reason }),
  reinstate: (_, { one }) => ({ type: 'reinstate-player', player: pick(PLAYERS, one, ''), reason }),
  investigate: (_, { one }) => ({ type: 'open-investigation', player: pick(PLAYERS, one, ''), reason }),
  conclude: (hall, { one }) => ({
    type: 'conclude-investigation',
    investigation: pick([...hall.ledger.investigations.keys()], one, 'in-x'),
    finding: 'inconclusive',
    reason,
  }),
  extend: (hall, { one }) => ({ type: 'grant-extension', round: hall.ledger.currentRound, table: one, minutes: 3, cause: 'deck-check' }),
  'change team': (hall, { one, two }) => ({
    type: 'correct-player',
    player: pick(PLAYERS, one, ''),
    team: two % 3 === 0 ? null : { existing: pick([...hall.ledger.teams.keys()], two, 'team-1') },
    newTeams: [],
    reason,
  }),
  'change roles': (_, { one, two }) => ({
    type: 'change-roles',
    official: pick(EXTRAS, one, ''),
    roles: pick(ROLES_GIVEN, two, []),
    reason,
  }),
  revoke: (_, { one }) => ({ type: 'revoke-official', official: pick(EXTRAS, one, ''), reason }),
  pair: (_, { one, two }) => {
    const official = pick(EXTRAS, one, '');
    if (two % 2 === 0) return { type: 'issue-pairing', official, codeHash: `code of ${official}` };
    return { type: 'pair-official', codeHash: `code of ${official}` };
  },
  // Erased while open, now and then.
  erase: (_, { one, two }) => ({ type: 'erase-person', kind: 'player', id: pick(PLAYERS, one, ''), force: two % 4 === 0, reason }),
  'take pack': () => ({ type: 'take-audit-pack', player: null }),
  // Seldom, for nothing is ruled after it.
  close: (_, { one }) => (one % 4 === 0 ? { type: 'close-tournament' } : { type: 'acknowledge-notice', notice: 'nt-x' }),
  reopen: () => ({ type: 'reopen-tournament', reason }),
};

const STRANGERS = ['head', 'appeals', 'floor', 'floor2', 'scorekeeper', 'organizer', 'auditor', 'admin', 'nobody'];
const FLOOR: readonly Verb[] = ['warn', 'rule', 'appeal'];

/** Who makes a move: the one whose work it is, or now and then a stranger. */
export function maker({ verb, stranger, one }: Move): string {
  if (stranger !== null) return pick(STRANGERS, stranger, 'nobody');
  if (verb === 'erase') return 'organizer';
  return FLOOR.includes(verb) && one % 4 > 0 ? 'floor' : 'head';
}

/** The command that a move is, on the ledger as it stands. */
export function commandOf(hall: Hall, move: Move): Command {
  return VERBS[move.verb](hall, move);
}
