import type { LadderGameLoss, WhatIf, WhatIfOfPlayer } from '@ladder/audit';
import type { Edition } from '@ladder/editions';
import type { Screen, Style } from './screen.js';

/** An answer with the names filled in. */
export type WhatIfTold = Omit<WhatIf, 'players'> & { readonly players: readonly (WhatIfOfPlayer & { readonly name: string })[] };

const CHANGES: readonly (readonly [keyof Pick<WhatIfOfPlayer, 'falls' | 'appears' | 'asked'>, string, Style])[] = [
  ['falls', 'would fall', 'green'],
  ['appears', 'would be given', 'red'],
  ['asked', 'would be asked about', 'yellow'],
];

/** What another ladder would change, player by player. @param named how it is called. */
export function showWhatIf(screen: Screen, recorded: Edition, { players, stays }: WhatIfTold, named: string): void {
  screen.heading(`The same rulings under ${named}`);
  screen.paragraph(`Recorded under ${recorded.id}. Nothing is written.`, { style: 'dim' });
  if (players.length === 0) screen.line('Nothing would change.');
  for (const player of players) {
    screen.paragraph(`${player.name} (${player.player})`, { style: 'bold' });
    for (const [change, words, style] of CHANGES) {
      for (const loss of player[change])
        screen.paragraph(`The Game Loss for ${loss.warning} (position ${loss.place}) ${words}: ${why(loss)}`, {
          indent: 2,
          hang: 2,
          style,
        });
    }
  }
  screen.line();
  screen.line(`Game Losses of the ladder that stay: ${stays}`);
}

function why({ reasons }: LadderGameLoss): string {
  return reasons
    .map(({ rule, count, threshold, cites }) => `Warning ${count} under ${rule}, a Game Loss from ${threshold} on (${cites.join(', ')})`)
    .join('; ');
}
