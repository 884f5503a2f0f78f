import type { Edition } from '@ladder/editions';
import type { Tallies } from '@ladder/ledger';
import type { Screen } from './screen.js';
import { eventStyle, tallyWords } from './words.js';

/** An event in words: what a timeline and a replay have in common. */
interface EventInWords {
  readonly position: number;
  readonly type: string;
  readonly summary: string;
}

/** An event, and under it the tallies right after it. `players`: those whose tallies are shown; a timeline has one, without a name. */
export function showStep(
  screen: Screen,
  edition: Edition,
  event: EventInWords,
  players: readonly { name?: string; tallies: Tallies }[],
): void {
  screen.line(`${screen.paint('dim', String(event.position).padStart(5))}  ${screen.paint(eventStyle(event.type), event.type)}`);
  screen.paragraph(event.summary, { indent: 7 });
  for (const { name, tallies } of players) {
    screen.paragraph(`${name === undefined ? '' : `${name}: `}${tallyWords(edition, tallies)}`, { indent: 7, hang: 2, style: 'dim' });
  }
}
