import { explanationView, official } from '@ladder/ledger';
import { dataFolder } from '../folder/data-folder.js';
import { Files } from '../folder/files.js';
import { tournamentWith } from '../folder/find.js';
import { showExplanation } from '../screen/show-explanation.js';
import type { Surroundings } from '../surroundings.js';

export interface ExplainOptions {
  readonly tournament?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** Tells why a penalty is there, as a story that a player's parent understands. */
export async function explain({ screen, env }: Surroundings, penalty: string, options: ExplainOptions): Promise<void> {
  await Files.reading(dataFolder(options.data, env), env, async (files) => {
    const holds = tournamentWith(files, `penalty ${penalty}`, (ledger) => ledger.penalties.has(penalty), options.tournament);
    const { tournament, ledger } = await holds;
    const view = explanationView(ledger, await files.events(tournament), penalty);
    if (options.json) {
      screen.json(await files.open(view, ledger));
      return;
    }
    const withJudges = { ...view, counted: view.counted.map((each) => ({ ...each, judge: official(each.judge) })) };
    showExplanation(screen, ledger.edition, await files.open(withJudges, ledger));
  });
}
