import { inForce, originKey } from '@ladder/ledger';
import type { Ledger, PenaltyState } from '@ladder/ledger';
import type { LadderGameLoss, WhatIf } from './what-if-answer.js';

/** Game Losses, each under the player and the place of the Warning that it stands for. */
type Losses = ReadonlyMap<string, LadderGameLoss & { readonly player: string }>;

/** What is other in a ledger under another edition than in the one that was recorded. */
export function compared(recorded: Ledger, other: Ledger): WhatIf {
  const before = lossesIn(recorded);
  const after = lossesIn(other);
  const askedBefore = questionsIn(recorded);
  const askedAfter = questionsIn(other);
  const falls = without(before, after);
  const appears = without(after, before);
  const asked = without(askedAfter, askedBefore);
  const players = [...recorded.players.keys()].map((player) => ({
    player,
    falls: falls.get(player) ?? [],
    appears: appears.get(player) ?? [],
    asked: asked.get(player) ?? [],
  }));
  return {
    edition: other.edition.id,
    players: players.filter((each) => each.falls.length + each.appears.length + each.asked.length > 0),
    stays: [...before.keys()].filter((key) => after.has(key)).length,
  };
}

/** These that are not among those, by player, each player's in the order that counts. */
function without(these: Losses, those: Losses): ReadonlyMap<string, LadderGameLoss[]> {
  const byPlayer = new Map<string, LadderGameLoss[]>();
  for (const [key, { player, ...loss }] of [...these].sort(([, one], [, another]) => one.place - another.place)) {
    if (!those.has(key)) byPlayer.set(player, [...(byPlayer.get(player) ?? []), loss]);
  }
  return byPlayer;
}

/** The Game Losses of the ladder that are held against somebody. */
function lossesIn(ledger: Ledger): Losses {
  const standing = [...ledger.penalties.values()].filter((each) => inForce(each) && !each.annulled);
  return new Map(standing.flatMap(lossOf));
}

function lossOf({ player, ruling, earned }: PenaltyState): [string, LadderGameLoss & { player: string }][] {
  if (!earned) return [];
  const { place, warning, reasons } = earned;
  return [[originKey(place, player), { player, warning, ruling, place, reasons }]];
}

/** The Game Losses that the head judge is asked about. */
function questionsIn(ledger: Ledger): Losses {
  const asked = [...ledger.reviews.values()].filter(({ status, question }) => status === 'open' && question === 'game-loss-due');
  return new Map(
    asked.flatMap(({ players, ruling, warning, place, reasons }) => {
      const [player] = players;
      if (player === undefined || place === null || warning === null) return [];
      return [[originKey(place, player), { player, warning, ruling, place, reasons }] as const];
    }),
  );
}
