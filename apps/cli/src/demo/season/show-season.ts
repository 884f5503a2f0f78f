import type { Screen } from '../../screen/screen.js';
import { count } from '../../screen/words.js';
import type { SeasonMade } from './season.js';

/** What was made, in a few lines, and where to look. What is to be copied stands on lines of its own, unbroken. */
export function showSeason(
  screen: Screen,
  made: SeasonMade,
  { folder, seed, served }: { folder: string; seed: number; served: boolean },
): void {
  const { tournaments, from, to, players, rulings, warnings, gameLosses, ladderLosses, example } = made;
  screen.paragraph(`${count(tournaments.length, 'tournament')} from ${from} to ${to} (seed ${seed}).`, { style: 'bold' });
  screen.paragraph(
    `${count(players, 'player')} (whoever came to several counts in each), ${count(rulings, 'ruling')}, ` +
      `${count(warnings, 'Warning')}, ${count(gameLosses, 'Game Loss', 'Game Losses')}, ${ladderLosses} of them earned by Warnings.`,
  );
  screen.paragraph(`They lie in ${folder}.`);

  screen.heading('Where to look next');
  screen.line();
  const ladder = (words: string) => screen.line(`  ${screen.paint('cyan', `npm run --silent ladder -- ${words} --data ${folder}`)}`);
  ladder('tournaments');
  ladder('analytics');
  ladder('report season --out season.html');
  ladder('what-if --threshold game-play-error/same-category=2..4');
  if (example) {
    ladder(`explain ${example.penalty} --tournament ${example.tournament}`);
    ladder(`record ${example.player} --tournament ${example.tournament}`);
  }
  if (!served) ladder('serve');
}
