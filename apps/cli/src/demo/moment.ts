import type { Tallies } from '@ladder/ledger';
import type { PlayerRecord } from '../screen/show-record.js';
import type { Hall } from './hall.js';

/** What the demo is there to show. */
export type Shows =
  | 'decklist-error'
  | 'category-upgrade'
  | 'total-upgrade'
  | 'two-reason-upgrade'
  | 'team-mate-concedes'
  | 'refused-deviation'
  | 'disqualification'
  | 'late-slip'
  | 'appeal-overturned';

/** Something worth telling, with what the server said of the player right then: a replay cut at `position` must say the same. */
export interface Moment {
  readonly shows: Shows;
  readonly tournament: string;
  readonly player: string;
  /** "Harbour Open, day 1, round 4, table 12" */
  readonly place: string;
  readonly text: string;
  readonly position: number;
  readonly tallies: Tallies;
}

/** Hears of each moment as it comes. */
export type Tell = (moment: Moment) => void;

/** Waits until the player's record shows what is told, and tells it. */
export async function moment(
  hall: Hall,
  tell: Tell,
  shows: Shows,
  player: string,
  text: string,
  holds: (record: PlayerRecord) => boolean,
): Promise<PlayerRecord> {
  const record = await hall.recordOnce(player, holds);
  const { asOf, tallies } = record;
  tell({ shows, tournament: hall.setting.id, player, place: hall.placeOf(player), text, position: asOf.position, tallies });
  return record;
}
