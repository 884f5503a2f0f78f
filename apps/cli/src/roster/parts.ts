import { createHash } from 'node:crypto';
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
export function partsOf(tournament: string, roster: readonly RosterEntry[]): Part[] {
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
  return parts.map((players, index) => ({ players, key: keyOf(JSON.stringify([tournament, index, players])) }));
}

/** A UUID made from a text: version 8 of RFC 9562, the first bits of its SHA-256. */
function keyOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
