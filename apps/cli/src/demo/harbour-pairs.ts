import type { Api } from '../api/api.js';
import { KITE, PAIRS_CAST, PAIRS_OFFICIALS } from './cast.js';
import { Hall } from './hall.js';
import { moment } from './moment.js';
import type { Tell } from './moment.js';

const ROUNDS = 3;

/** The Harbour Pairs: eight teams of two, three rounds on one day. Who errs takes the team-mate along. */
export async function playHarbourPairs(admin: Api, tell: Tell, progress: (text: string) => void): Promise<Hall> {
  const setting = { id: 'harbour-pairs', name: 'Harbour Pairs', level: 'competitive', format: '2v2', days: [ROUNDS] } as const;
  const hall = await Hall.open(admin, setting, PAIRS_OFFICIALS, PAIRS_CAST);
  const { maite, rohan } = KITE;
  for (let round = 1; round <= ROUNDS; round += 1) {
    await hall.startRound(tablesOf(round));
    progress(`Harbour Pairs: round ${round} of ${ROUNDS}…`);
    await hall.serve('next');
    if (round === 1) await hall.warn({ player: maite, category: 'unsporting-minor' }, { game: 1, account: 'Swore at the dice.' });
    if (round === 2) {
      await hall.warn({ player: rohan, category: 'communication-violation' }, { game: 1, minute: 11 });
      await hall.warn({ player: maite, category: 'unsporting-minor' }, { game: 2, minute: 29, account: 'Swore at the opponents.' });
      const text =
        'In the 2v2 side event the second Warning of Maite Ekström for unsporting conduct is a Game Loss. Her team-mate Rohan Tshabalala concedes the game with her.';
      await moment(hall, tell, 'team-mate-concedes', maite, text, (record) =>
        record.penalties.some((each) => each.penalty === 'game-loss' && each.concededBy.includes(rohan)),
      );
    }
    await hall.serve('now');
    if (round < ROUNDS) await hall.acknowledge();
  }
  return hall;
}

/** Two teams a table, met in turn: the first team stays, the others move up one place a round. */
function tablesOf(round: number): string[][] {
  const teams: string[][] = [];
  for (let at = 0; at < PAIRS_CAST.length; at += 2) teams.push(PAIRS_CAST.slice(at, at + 2).map(({ id }) => id));
  const [first = [], ...others] = teams;
  const turned = [first, ...others.slice(round - 1), ...others.slice(0, round - 1)];
  return Array.from({ length: turned.length / 2 }, (_, table) => [...(turned[table] ?? []), ...(turned[turned.length - 1 - table] ?? [])]);
}
