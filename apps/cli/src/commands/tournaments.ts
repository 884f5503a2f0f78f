import { tournamentView } from '@ladder/ledger';
import { dataFolder } from '../folder/data-folder.js';
import { Files } from '../folder/files.js';
import { count } from '../screen/words.js';
import type { Surroundings } from '../surroundings.js';

export interface TournamentsOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** Lists the tournaments of a data folder. */
export async function tournaments({ screen, env }: Surroundings, { data, json }: TournamentsOptions): Promise<void> {
  await Files.reading(dataFolder(data, env), env, async (files) => {
    const items = [];
    for (const id of await files.tournaments()) {
      const ledger = await files.ledger(id);
      if (ledger) items.push(await files.open(tournamentView(ledger), ledger));
    }
    if (json) {
      screen.json({ items });
      return;
    }
    if (items.length === 0) screen.line('There is no tournament here yet.');
    for (const { id, name, level, format, status, currentRound, position, counts } of items) {
      screen.line(`${screen.paint('bold', id)}  ${screen.paint(status === 'open' ? 'green' : 'dim', status)}`);
      screen.paragraph(`${name ?? ''}: ${level}, ${format}, round ${currentRound}, position ${position}`, { indent: 2, hang: 2 });
      const { players, rulings, openNotices, openReviews, openAppeals } = counts;
      const waiting = `${count(openNotices, 'notice')}, ${count(openReviews, 'review')}, ${count(openAppeals, 'appeal')} open`;
      screen.paragraph(`${count(players, 'player')}, ${count(rulings, 'ruling')}; ${waiting}`, { indent: 2, hang: 2, style: 'dim' });
    }
  });
}
