import { recordView } from '@ladder/ledger';
import { dataFolder } from '../folder/data-folder.js';
import { Files } from '../folder/files.js';
import { knownPlayer, knownTournament } from '../folder/find.js';
import { showRecord } from '../screen/show-record.js';
import type { Surroundings } from '../surroundings.js';

export interface RecordOptions {
  readonly tournament: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** Shows a player's record: tallies, penalties, and what is still asked. */
export async function record({ screen, env }: Surroundings, player: string, { tournament, data, json }: RecordOptions): Promise<void> {
  await Files.reading(dataFolder(data, env), env, async (files) => {
    const ledger = await knownTournament(files, tournament);
    const view = await files.open(recordView(ledger, await knownPlayer(files, ledger, player), true), ledger);
    if (json) screen.json(view);
    else showRecord(screen, ledger.edition, view);
  });
}
