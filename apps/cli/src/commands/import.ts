import { readFileSync } from 'node:fs';
import { withServer } from '../api/with-server.js';
import { Complaint } from '../complaint.js';
import { dataFolder } from '../folder/data-folder.js';
import { partsOf } from '../roster/parts.js';
import { rosterIn } from '../roster/roster.js';
import type { RosterEntry } from '../roster/roster.js';
import { count } from '../screen/words.js';
import type { Surroundings } from '../surroundings.js';

export interface ImportOptions {
  readonly tournament: string;
  readonly data?: string;
  readonly json?: boolean;
}

interface Enrolled {
  readonly players: readonly { readonly id: string; readonly name: string; readonly team: string | null }[];
}

/** Enrols the players of a CSV file. The same file again enrols nobody twice. */
export async function importPlayers(surroundings: Surroundings, file: string, { tournament, data, json }: ImportOptions): Promise<void> {
  const { screen, env } = surroundings;
  const roster = rosterOf(file);
  const players = await withServer(dataFolder(data, env), surroundings, async (api) => {
    const enrolled: Enrolled['players'][number][] = [];
    for (const part of partsOf(tournament, roster)) {
      screen.progress(`Enrolled ${enrolled.length} of ${roster.length}…`);
      const path = `/v1/tournaments/${encodeURIComponent(tournament)}/players`;
      enrolled.push(...(await api.post<Enrolled>(path, { players: part.players }, part.key)).players);
    }
    return enrolled;
  });
  screen.progressed();
  if (json) {
    screen.json({ tournament, players });
    return;
  }
  for (const { id, name, team } of players) screen.paragraph(`${id}  ${name}${team === null ? '' : ` (${team})`}`, { hang: 2 });
  screen.paragraph(`${count(players.length, 'player')} of ${file} in ${tournament}.`, { style: 'green' });
}

function rosterOf(file: string): RosterEntry[] {
  let csv: string;
  try {
    csv = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    throw new Complaint(`${file} cannot be read: ${error instanceof TypeError ? 'it is no UTF-8 text' : (error as Error).message}.`);
  }
  const roster = inFile(file, () => rosterIn(csv));
  if (roster.length === 0) throw new Complaint(`${file} names no player.`);
  return roster;
}

function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Complaint ? new Complaint(`${file}: ${error.message}`) : error;
  }
}
