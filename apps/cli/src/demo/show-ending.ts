import { EDITIONS } from '@ladder/editions';
import type { Opened, TimelineItem } from '@ladder/ledger';
import type { Screen } from '../screen/screen.js';
import { showExplanation } from '../screen/show-explanation.js';
import type { Explanation } from '../screen/show-explanation.js';
import { showRecord } from '../screen/show-record.js';
import type { PlayerRecord } from '../screen/show-record.js';
import { showStep } from '../screen/show-steps.js';
import { EDITION } from './hall.js';
import type { Ending } from './harbour-open.js';

type Timeline = Opened<{ items: TimelineItem[] }>;

/** Record, timeline and best explanation of the player whom the story is about, as the head judge's device gets them. */
export async function showEnding(screen: Screen, { hall, player, penalty }: Ending): Promise<void> {
  const edition = EDITIONS.get(EDITION);
  if (!edition) throw new Error('the demo is played under an edition that ships');
  screen.heading('The record of the most interesting player');
  showRecord(screen, edition, await hall.get<PlayerRecord>('head', `players/${player}/record`));

  screen.heading('Her timeline, with the tallies where they change');
  const { items } = await hall.get<Timeline>('head', `players/${player}/timeline?limit=500`);
  let before = '';
  for (const item of items) {
    const tallies = JSON.stringify(item.tallies);
    showStep(screen, edition, item, tallies === before ? [] : [item]);
    before = tallies;
  }

  const explanation = await hall.get<Explanation>('head', `penalties/${penalty}/explanation`);
  const counted = explanation.counted.map((each) => ({ ...each, judge: hall.nameOf(each.judge) }));
  showExplanation(screen, edition, { ...explanation, counted });
}
