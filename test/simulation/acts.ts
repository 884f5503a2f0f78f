import type { Level } from '@ladder/editions';
import type { Command, Ledger, PenaltyState, Sealed } from '@ladder/ledger';
import type { Random } from './random.js';

/** Everything that people do in a simulated hall, and how often of each hundred times. */
const OFTEN = {
  warn: 36,
  'warn-for-earlier-round': 3,
  'warn-from-offline-device': 14,
  'rule-on-decklist': 2,
  disqualify: 1,
  void: 7,
  reassign: 7,
  recategorise: 5,
  replace: 4,
  serve: 8,
  unserve: 3,
  retarget: 3,
  answer: 18,
  acknowledge: 2,
  'start-round': 4,
  'take-roles-from-floor': 1,
  'give-roles-to-floor': 2,
  'file-appeal': 3,
  'decide-appeal': 3,
  close: 0.5,
  reopen: 2,
};
type Kind = keyof typeof OFTEN;

/** Few players and categories, so that thresholds are crossed and uncrossed all the time. */
export const PLAYERS = ['ana', 'ben'] as const;
const CATEGORIES = ['looking-at-extra-cards', 'unsporting-minor', 'slow-play', 'failure-to-maintain-game-state'] as const;

/** What somebody is about to do. What exactly, is decided on the ledger as it is then, by the draws. */
export interface Act {
  readonly tournament: string;
  readonly key: string;
  readonly by: string;
  readonly kind: Kind;
  /** Numbers from 0 to 1. */
  readonly draws: readonly [number, number, number, number, number];
}

/** How often these are done by the head judge; the rest is done by some judge, who may not always. */
const BY_HEAD_JUDGE: Readonly<Partial<Record<Kind, number>>> = {
  disqualify: 0.9,
  void: 0.6,
  reassign: 0.6,
  recategorise: 0.6,
  replace: 0.9,
  serve: 0.9,
  unserve: 0.9,
  retarget: 0.9,
  answer: 0.9,
  acknowledge: 0.9,
  'decide-appeal': 0.9,
  close: 0.9,
  reopen: 0.9,
};
const BY_OFFICE: readonly Kind[] = ['start-round', 'take-roles-from-floor', 'give-roles-to-floor'];

export function randomAct(random: Random, tournament: string, key: string): Act {
  const kind = random.weighted(Object.entries(OFTEN) as [Kind, number][]);
  const judge = random.pick(['floor', 'floor', 'floor2']);
  const by = BY_OFFICE.includes(kind) ? 'admin' : random.chance(BY_HEAD_JUDGE[kind] ?? 0.1) ? 'head' : judge;
  const draw = () => random.fraction();
  return { tournament, key, by, kind, draws: [draw(), draw(), draw(), draw(), draw()] };
}

/** An act as a command on this very ledger. What finds nothing to act upon becomes a Warning. */
export function commandOf({ kind, draws }: Act, ledger: Ledger): Command {
  const [one, two, three, four, five] = draws;
  const player = drawn(PLAYERS, one);
  const category = drawn(CATEGORIES, two * two);
  const reason = TEXT;
  const warning = (more: { round?: number; offline?: boolean; distinct?: boolean } = {}): Command => ({
    type: 'issue-warning',
    player,
    category,
    conditions: [],
    table: three < 0.5 ? 1 : null,
    game: null,
    gameState: five < 0.5 ? 'ongoing' : 'between-games',
    account: null,
    ruledAt: null,
    durationSeconds: null,
    offline: false,
    distinct: true,
    ...more,
  });
  const rulingOn = (named: string): Command => ({
    type: 'issue-ruling',
    infractions: [{ player, category: named, conditions: [], deviation: null }],
    table: null,
    game: null,
    account: null,
    remedy: null,
    ruledAt: null,
    durationSeconds: null,
    offline: false,
    distinct: true,
    refer: false,
  });
  const ruling = drawn([...ledger.rulings.values()], one);
  const ruled =
    ruling &&
    drawn(
      ruling.penalties.map((id) => ledger.penalties.get(id)?.player ?? ''),
      two,
    );
  const loss = (status: PenaltyState['status']) =>
    drawn(
      [...ledger.penalties.values()].filter((each) => each.status === status && ['game-loss', 'match-loss'].includes(each.kind)),
      one,
    );
  const round = Math.max(1, Math.floor(three * ledger.currentRound));

  switch (kind) {
    case 'warn':
      return warning({ distinct: four < 0.9 });
    case 'warn-for-earlier-round':
      return warning({ round });
    case 'warn-from-offline-device':
      return warning({ offline: true, distinct: four < 0.4, ...(three < 0.3 && { round }) });
    case 'rule-on-decklist':
      return rulingOn('decklist-error');
    case 'disqualify':
      return rulingOn('theft');
    case 'void':
      return ruling ? { type: 'void-ruling', ruling: ruling.ruling, reason } : warning();
    case 'reassign': {
      if (!ruling || !ruled) return warning();
      const to =
        drawn(
          PLAYERS.filter((each) => each !== ruled),
          three,
        ) ?? ruled;
      return { type: 'reassign-ruling', ruling: ruling.ruling, from: ruled, to, reason };
    }
    case 'recategorise':
      if (!ruling || !ruled) return warning();
      return {
        type: 'recategorise-ruling',
        ruling: ruling.ruling,
        player: ruled,
        category: drawn(CATEGORIES, three),
        conditions: [],
        reason,
      };
    case 'replace': {
      const penalty = drawn([...ledger.penalties.keys()], one);
      const by = drawn(['none', 'warning', 'game-loss', 'match-loss'] as const, two);
      return penalty === undefined ? warning() : { type: 'replace-penalty', penalty, by, reason };
    }
    case 'serve': {
      const pending = loss('pending');
      return pending ? { type: 'serve-penalty', penalty: pending.id, round, table: null, game: null } : warning();
    }
    case 'unserve': {
      const served = loss('served');
      return served ? { type: 'unserve-penalty', penalty: served.id, reason } : warning();
    }
    case 'retarget': {
      const pending = loss('pending');
      const appliesTo = two < 0.5 ? { when: 'next-game' as const } : { when: 'now' as const, round };
      return pending ? { type: 'retarget-penalty', penalty: pending.id, appliesTo, reason } : warning();
    }
    case 'answer': {
      const open = [...ledger.reviews.values()].filter((each) => each.status === 'open');
      const review = drawn(open.length > 0 ? open : [...ledger.reviews.values()], one);
      return review ? { type: 'answer-review', review: review.id, decision: two < 0.5 ? 'confirm' : 'dismiss', reason } : warning();
    }
    case 'acknowledge': {
      const notice = drawn([...ledger.notices.keys()], one);
      return notice === undefined ? warning() : { type: 'acknowledge-notice', notice };
    }
    case 'start-round':
      return { type: 'start-round', number: ledger.currentRound + 1 };
    case 'take-roles-from-floor':
      return one < 0.5
        ? { type: 'revoke-official', official: 'floor', reason }
        : { type: 'change-roles', official: 'floor', roles: ['scorekeeper'], reason };
    case 'give-roles-to-floor':
      return { type: 'change-roles', official: 'floor', roles: ['floor-judge'], reason };
    case 'file-appeal':
      return ruling && ruled ? { type: 'file-appeal', ruling: ruling.ruling, player: ruled, grounds: TEXT } : warning();
    case 'decide-appeal': {
      const appeal = drawn([...ledger.appeals.keys()], one);
      if (appeal === undefined) return warning();
      return { type: 'decide-appeal', appeal, decision: two < 0.3 ? 'upheld' : 'overturned', reason, ...(three < 0.4 && { category }) };
    }
    case 'close':
      return { type: 'close-tournament' };
    case 'reopen':
      return { type: 'reopen-tournament', reason };
  }
}

/** How a hall begins: the tournament, its officials and players, the first round. */
export function beginning(tournament: string, level: Level, escalation: 'automatic' | 'review' = 'automatic'): Command[] {
  const appointed = (official: string, role: 'head-judge' | 'floor-judge'): Command => ({
    type: 'appoint-official',
    official,
    name: TEXT,
    roles: [role],
    codeHash: '',
  });
  return [
    {
      type: 'open-tournament',
      tournament,
      name: TEXT,
      level,
      format: 'individual',
      escalation,
    },
    appointed('head', 'head-judge'),
    appointed('floor', 'floor-judge'),
    appointed('floor2', 'floor-judge'),
    {
      type: 'enrol-players',
      newTeams: [],
      players: PLAYERS.map((id) => ({ id, name: TEXT, team: null, externalId: null, kind: 'player' })),
    },
    { type: 'start-round', number: 1 },
  ];
}

/** What stands for every text: this hall keeps none. */
const TEXT: Sealed = { ref: 'a text', commitment: '' };

function drawn<T>(from: readonly [T, ...T[]], draw: number): T;
function drawn<T>(from: readonly T[], draw: number): T | undefined;
function drawn<T>(from: readonly T[], draw: number): T | undefined {
  return from[Math.floor(draw * from.length)];
}
