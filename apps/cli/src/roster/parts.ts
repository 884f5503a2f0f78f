import type { RowKeys } from '../imports/row-keys.js';
import type { RosterEntry } from './roster.js';

/** What one call takes (http-api.md): so many players, in a body of 1 MiB with room to spare. */
const PLAYERS_A_CALL = 5_000;
const BYTES_A_CALL = 900_000;

/** A part of a roster that one call enrols, under a key that is the same whenever the same part is sent to the same tournament. */
export interface Part {
  readonly players: readonly RosterEntry[];
  readonly key: string;
}

/** The roster in calls; nearly every roster is one. */
export function partsOf(roster: readonly RosterEntry[], keys: RowKeys): Part[] {
  const parts: RosterEntry[][] = [];
  let bytes = 0;
  for (const entry of roster) {
    const size = Buffer.byteLength(JSON.stringify(entry)) + 1;
    const part = parts.at(-1);
    if (part && part.length < PLAYERS_A_CALL && bytes + size <= BYTES_A_CALL) {
      part.push(entry);
      bytes += size;
    } else {
      parts.push([entry]);
      bytes = size;
    }
  }
  return parts.map((players) => ({ players, key: keys.next([JSON.stringify(players)]) }));
}
