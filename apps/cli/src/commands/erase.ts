import { Refused } from '../api/refused.js';
import { withServer } from '../api/with-server.js';
import { Complaint } from '../complaint.js';
import { dataFolder } from '../folder/data-folder.js';
import type { Surroundings } from '../surroundings.js';

export interface EraseOptions {
  readonly tournament: string;
  readonly official?: boolean;
  readonly force?: boolean;
  readonly reason?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** Forgets a person: names and texts go for good, rulings and tallies stay. */
export async function erase(surroundings: Surroundings, person: string, options: EraseOptions): Promise<void> {
  const { screen, env } = surroundings;
  const { tournament, official = false, force = false, reason, data, json } = options;
  const kind = official ? 'officials' : 'players';
  const path = `/v1/tournaments/${encodeURIComponent(tournament)}/${kind}/${encodeURIComponent(person)}/erase`;
  const body = { force, ...(reason !== undefined && { reason }) };
  const erased = await withServer(dataFolder(data, env), surroundings, async (api) => {
    try {
      return await api.post<{ id: string; status: 'erased' | 'requested'; position: number }>(path, body);
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'tournament-not-closed')) throw error;
      throw new Complaint('The tournament is open and needs its names: close it first, or use --force --reason "…".');
    }
  });
  if (json) {
    screen.json(erased);
    return;
  }
  screen.paragraph(`${person} of ${tournament} is erased (position ${erased.position}).`, { style: 'green' });
  if (erased.status === 'requested') {
    screen.paragraph(
      'Nobody gets the name any more. To be rid of its bytes too, scavenge each server of the store: docs/eventstoredb.md.',
      {
        style: 'yellow',
      },
    );
  }
  screen.paragraph('Packs, exports and backups that were handed out before still hold the name: ask for them back.');
}
