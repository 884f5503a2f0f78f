import { withServer } from '../api/with-server.js';
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
  const erased = await withServer(dataFolder(data, env), surroundings, (api) =>
    api.post<{ id: string; status: 'erased' | 'requested'; position: number }>(path, { force, ...(reason !== undefined && { reason }) }),
  );
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
