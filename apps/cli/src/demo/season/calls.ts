import type { LedgerEvent, NamedInfraction } from '@ladder/ledger';
import { aftermath } from './aftermath.js';
import type { Judge } from './community.js';
import { anError, hasWrongList, isCalled } from './error-rates.js';
import type { EverydayError } from './error-rates.js';
import type { SeasonHall } from './season-hall.js';

export interface Table {
  readonly table: number;
  readonly players: readonly string[];
  /** How many tables there are in the round. */
  readonly tables: number;
}

/** What is wrong at a table, before a judge has ruled on it. */
interface Call {
  readonly round: number;
  readonly table: number | null;
  readonly player: string;
  readonly error: EverydayError;
  /** Who should have noticed it too, and did not. */
  readonly unnoticedBy: string | null;
}

/** Some are for the head judge alone: others hand them over (R12). */
const FOR_THE_HEAD_JUDGE = ['unsporting-major', 'cheating'];
const IS_HANDED_OVER = 0.5;
const HEAD_JUDGE_RULES = 0.04;
const IS_DEVIATION = 0.05;
const IS_OFFLINE = 0.06;
/** Of what came from a device offline, so much was entered by another judge as well. */
const IS_ENTERED_TWICE = 0.25;
const HAS_AN_ACCOUNT = 0.6;

/** Puts on the agenda what judges are called for at a table in a round. */
export function callsAt(hall: SeasonHall, round: number, { table, players, tables }: Table): void {
  const { dice } = hall;
  const judge = judgeAt(hall, table, tables);
  const careless = players.map((player) => hall.players.get(player)?.carelessness ?? 1);
  const [player, ...others] = players;
  if (player === undefined) return;
  const average = careless.reduce((sum, each) => sum + each, 0) / careless.length;
  if (!isCalled(dice, hall.plan.level, average * judge.vigilance)) return;

  const erring = dice.weighted([player, ...others], (each) => hall.players.get(each)?.carelessness ?? 1);
  const error = anError(dice, hall.players.get(erring)?.habit ?? null, round / hall.rounds);
  const opponents = players.filter((each) => players.indexOf(each) % 2 !== players.indexOf(erring) % 2);
  const shared = ['general-error', 'missed-trigger', 'channeling-too-many-runes'].includes(error.category) && dice.chance(0.25);
  const call = { round, table, player: erring, error, unnoticedBy: shared ? (opponents[0] ?? null) : null };
  hall.note(round, error.atTheStart ? dice.between(1, 11) : dice.between(6, 54), () => answer(hall, judge, call));
}

/** Before the first round, lists are compared with decks. */
export async function deckChecks(hall: SeasonHall): Promise<void> {
  const error = { category: 'decklist-error', conditions: [], weight: 1, when: 'early', atTheStart: true } as const;
  for (const player of hall.players.keys()) {
    if (!hasWrongList(hall.dice)) continue;
    await rule(hall, hall.head, { round: 0, table: null, player, error, unnoticedBy: null });
  }
}

/** A judge comes to the table. From a place without a connection the ruling arrives later, perhaps in the next round. */
async function answer(hall: SeasonHall, judge: Judge, call: Call): Promise<void> {
  const { dice } = hall;
  const ledger = await hall.ledger();
  // Who was disqualified a minute ago has left the table.
  if (ledger.players.get(call.player)?.drop) return;
  const headJudgeComes = FOR_THE_HEAD_JUDGE.includes(call.error.category) ? 1 - IS_HANDED_OVER : HEAD_JUDGE_RULES;
  const by = dice.chance(headJudgeComes) ? hall.head : judge;
  if (by === hall.head || !dice.chance(IS_OFFLINE)) {
    await rule(hall, by, call);
    return;
  }
  const ruledAt = hall.now;
  hall.agenda.note(ruledAt + dice.between(5, 90) * 60_000, () => ruleLate(hall, by, call, ruledAt));
  const other = dice.pick([hall.head, ...hall.floor]);
  if (other !== by && dice.chance(IS_ENTERED_TWICE)) {
    hall.agenda.note(ruledAt + dice.between(91, 100) * 60_000, () => ruleLate(hall, other, call, ruledAt + 60_000));
  }
}

async function ruleLate(hall: SeasonHall, judge: Judge, call: Call, ruledAt: number): Promise<void> {
  if ((await hall.ledger()).tournament?.status === 'closed') return;
  await rule(hall, judge, call, new Date(ruledAt).toISOString());
}

/** @param offlineSince when a ruling that comes from a device offline was made. */
async function rule(hall: SeasonHall, judge: Judge, call: Call, offlineSince: string | null = null): Promise<void> {
  const { dice } = hall;
  const { round, table, player, error, unnoticedBy } = call;
  const told = dice.chance(HAS_AN_ACCOUNT) ? dice.pick(ACCOUNTS) : null;
  const deviates = judge === hall.head && !FOR_THE_HEAD_JUDGE.includes(error.category) && dice.chance(IS_DEVIATION);
  const durationSeconds = table === null ? null : Math.round((30 + 330 * dice.fraction() ** 2) * judge.pace);
  const game = table === null ? null : dice.between(1, 3);
  const players = [player, ...(unnoticedBy === null ? [] : [unnoticedBy])];
  const events = await hall.does(judge.id, (_, sealing) => {
    const infractions: NamedInfraction[] = players.map((each) => ({
      player: each,
      category: each === player ? error.category : 'failure-to-maintain-game-state',
      conditions: each === player ? error.conditions : [],
      ...(deviates && each === player && { penalty: 'game-loss' as const }),
      deviation: deviates && each === player ? hall.about(sealing, 'After a clear warning to the whole hall.', [each]) : null,
    }));
    return {
      type: 'issue-ruling',
      infractions,
      round,
      table,
      game,
      ...(error.atTheStart && game !== null && game > 1 && { gameState: 'between-games' as const }),
      account: told === null ? null : hall.about(sealing, told, players),
      remedy: null,
      ruledAt: offlineSince ?? new Date(hall.now - dice.between(5, 60) * 1_000).toISOString(),
      durationSeconds,
      offline: offlineSince !== null,
      distinct: offlineSince === null,
      refer: true,
    };
  });
  aftermath(hall, rulingIn(events), players);
}

function rulingIn(events: readonly LedgerEvent[]): string | null {
  for (const { data } of events) if ('infractions' in data) return null;
  for (const { data } of events) if ('ruling' in data && data.ruling !== null) return data.ruling;
  return null;
}

/** Each floor judge has a part of the hall; without any, the head judge has all of it. */
function judgeAt({ floor, head }: SeasonHall, table: number, tables: number): Judge {
  return floor[Math.floor(((table - 1) * floor.length) / tables)] ?? head;
}

/** What judges write down. */
const ACCOUNTS = [
  'Both players agree on what happened.',
  'The opponent noticed it at the end of the turn.',
  'The player called the judge on themselves.',
  'Two turns had passed before anyone noticed.',
  'Noticed by a judge who was watching the match.',
  'The player says that the sleeve stuck to the next card.',
  'There was a language problem; a translator came.',
  'A spectator pointed it out.',
  'The board could be put back as it was.',
] as const;
