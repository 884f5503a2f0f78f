import { Connection } from '../drive/connection.ts';
import { EDITION, playerId } from '../material/rulings.ts';
import { ADMIN_KEY } from './admin-key.ts';

/** A tournament that a floor judge and a head judge can be heard in. */
export interface Hall {
  readonly id: string;
  readonly floorJudge: string;
  readonly headJudge: string;
  readonly players: number;
}

/** At most so many players are enrolled at once, to stay under the size of a body. */
const ENROLLED_AT_ONCE = 1_000;

/** Opens a tournament in round one, as an organizer does before a day: players with names, and two officials who have paired their devices. */
export async function openHall(url: string, id: string, players: number): Promise<Hall> {
  const connection = await Connection.open(url);
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await connection.post(`/v1/${path}`, ADMIN_KEY, JSON.stringify(body));
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const pair = async (official: string, role: string): Promise<string> => {
    const appointed = await post(`tournaments/${id}/officials`, { id: official, name: `The ${role}`, roles: [role] });
    const { pairing } = appointed as { pairing: { code: string } };
    return ((await post('pairings', { code: pairing.code })) as { token: string }).token;
  };
  try {
    await post('tournaments', { id, name: `Tournament ${id}`, level: 'competitive', format: 'individual', edition: EDITION });
    const floorJudge = await pair('floor', 'floor-judge');
    const headJudge = await pair('head', 'head-judge');
    for (let from = 0; from < players; from += ENROLLED_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(ENROLLED_AT_ONCE, players - from) }, (_, index) => from + index);
      await post(`tournaments/${id}/players`, { players: numbers.map((number) => ({ id: playerId(number), name: `Player ${number}` })) });
    }
    await post(`tournaments/${id}/rounds`, { number: 1 });
    return { id, floorJudge, headJudge, players };
  } finally {
    connection.close();
  }
}
