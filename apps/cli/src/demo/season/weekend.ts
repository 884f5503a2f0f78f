import type { Ledger } from '@ladder/ledger';
import { Swiss } from '../swiss.js';
import { headJudgesRound } from './head-judge.js';
import { callsAt, deckChecks } from './calls.js';
import { dropsAfter, serve } from './scorekeeper.js';
import type { SeasonHall } from './season-hall.js';

/** Minutes into a round. */
const ROUND_ENDS = 58;
const HEAD_JUDGE_READS = 59;
const PLAYERS_LEAVE = 62;
const AFTER_THE_LAST = 90;
/** One table in so many has its decks checked in a round. */
const TABLES_A_DECK_CHECK = 30;

/** Plays a tournament from its opening to its close. */
export async function playWeekend(hall: SeasonHall): Promise<void> {
  const swiss = new Swiss(hall.dice);
  hall.note(0, -60, () => setUp(hall));
  hall.note(0, 15, () => deckChecks(hall));
  for (let round = 1; round <= hall.rounds; round += 1) {
    hall.note(round, 0, () => startRound(hall, swiss, round));
    hall.note(round, ROUND_ENDS, () => serve(hall, round, 'now'));
    hall.note(round, HEAD_JUDGE_READS, () => headJudgesRound(hall));
    if (round < hall.rounds) hall.note(round, PLAYERS_LEAVE, () => dropsAfter(hall, round));
  }
  hall.note(hall.rounds, AFTER_THE_LAST, () => close(hall));
  await hall.play();
}

async function setUp(hall: SeasonHall): Promise<void> {
  const { head, scorekeeper, appeals, floor, plan, players } = hall;
  await hall.open();
  await hall.appoint(head, scorekeeper === head ? ['head-judge', 'scorekeeper'] : ['head-judge']);
  if (scorekeeper !== head) await hall.appoint(scorekeeper, ['scorekeeper']);
  if (appeals) await hall.appoint(appeals, ['appeals-judge']);
  for (const judge of floor) await hall.appoint(judge, ['floor-judge']);
  const inTeams = plan.format === '2v2';
  await hall.does(scorekeeper.id, (_, sealing) => {
    const ids = [...players.keys()];
    return {
      type: 'enrol-players',
      newTeams: inTeams
        ? ids.flatMap((id, index) => (index % 2 === 0 ? [hall.about(sealing, `Team ${index / 2 + 1}`, [id, ids[index + 1] ?? id])] : []))
        : [],
      players: [...players].map(([id, { name, externalId }], index) => ({
        id,
        name: hall.about(sealing, name, [id]),
        team: inTeams ? { fresh: Math.floor(index / 2) } : null,
        externalId: externalId === null ? null : hall.about(sealing, externalId, [id]),
        kind: 'player',
      })),
    };
  });
}

async function startRound(hall: SeasonHall, swiss: Swiss, round: number): Promise<void> {
  const sides = sidesOf(await hall.ledger());
  const pairings = swiss.round([...sides.keys()]).map((both, index) => ({
    table: index + 1,
    players: both.flatMap((side) => sides.get(side) ?? []),
  }));
  await hall.does(hall.scorekeeper.id, () => ({ type: 'start-round', number: round, pairings }));
  await serve(hall, round, 'next');
  for (const { table, players } of pairings) {
    callsAt(hall, round, { table, players, tables: pairings.length });
    if (hall.dice.roll(TABLES_A_DECK_CHECK) === 0) {
      const minutes = hall.dice.between(3, 8);
      hall.note(round, 4 + minutes, () => extend(hall, table, minutes, 'deck-check'));
    }
    if (hall.dice.chance(0.004)) hall.note(round, hall.dice.between(15, 45), () => extend(hall, table, hall.dice.between(2, 5), 'leave'));
  }
}

async function extend(hall: SeasonHall, table: number, minutes: number, cause: 'deck-check' | 'leave'): Promise<void> {
  await hall.does(hall.scorekeeper.id, () => ({ type: 'grant-extension', table, minutes, cause }));
}

/** Who still plays, by side: a team, or a player alone. */
function sidesOf(ledger: Ledger): ReadonlyMap<string, string[]> {
  const sides = new Map<string, string[]>();
  for (const { id, team, drop } of ledger.players.values()) {
    if (drop) continue;
    sides.set(team ?? id, [...(sides.get(team ?? id) ?? []), id]);
  }
  return sides;
}

async function close(hall: SeasonHall): Promise<void> {
  await hall.does(hall.head.id, () => ({ type: 'close-tournament' }), { settleFirst: true });
}
