import type { Target } from './events.js';
import { penaltyOf, playerOf, sideOf, teamMatesOf } from './ledger.js';
import type { Ledger, PenaltyState } from './ledger.js';

/**
 * R4: the Game Losses that one conceded game serves: those of a side that wait for the same target and that the head judge did not
 * separate, in the order in which they were recorded. The first of them carries the others. Holds the penalty itself at least.
 */
export function servedTogether(ledger: Ledger, penalty: PenaltyState): readonly PenaltyState[] {
  if (!canMerge(penalty)) return [penalty];
  const side = [penalty.player, ...teamMatesOf(ledger, penalty.player)];
  return side
    .flatMap((player) => playerOf(ledger, player).penalties.map((id) => penaltyOf(ledger, id)))
    .filter((each) => canMerge(each) && sameTarget(each.appliesTo, penalty.appliesTo))
    .sort((one, other) => one.appliedAt - other.appliedAt || one.place - other.place);
}

/** The loss into which this one is merged (R4); null for one that stands on its own, or is the first. */
export function mergedInto(ledger: Ledger, penalty: PenaltyState): string | null {
  if (penalty.served) return penalty.served.mergedInto;
  const first = servedTogether(ledger, penalty)[0];
  return first && first.id !== penalty.id ? first.id : null;
}

/** The losses that one conceded game served together with this one, the first of them first; whoever is in the team by now. */
export function servedWith(ledger: Ledger, penalty: PenaltyState): readonly PenaltyState[] {
  const { served } = penalty;
  if (!served) return [];
  const together = [...ledger.penalties.values()].filter((each) => each.served?.position === served.position);
  return together.sort((one, other) => Number(one.served?.mergedInto !== null) - Number(other.served?.mergedInto !== null));
}

function canMerge(penalty: PenaltyState): boolean {
  return penalty.kind === 'game-loss' && penalty.status === 'pending' && !penalty.annulled && !penalty.separated;
}

function sameTarget(one: Target | null, other: Target | null): boolean {
  if (one?.when === 'now' && other?.when === 'now')
    return one.round === other.round && one.table === other.table && one.game === other.game;
  return one?.when === other?.when;
}

/** R5: whether every side of a match loses the same game together, so that it is a draw. */
export function isDraw(ledger: Ledger, penalty: PenaltyState): boolean {
  if (!canMerge(penalty) || isBetweenRounds(ledger, penalty)) return false;
  const sides = sidesOfItsGame(ledger, penalty);
  return sides.length > 1 && sides.every((players) => players.some((player) => losesThatGame(ledger, player, penalty)));
}

/** The players of each side of the game that a loss is for: by the round's pairings, or by the ruling itself. */
function sidesOfItsGame(ledger: Ledger, penalty: PenaltyState): string[][] {
  const { appliesTo } = penalty;
  const round = ledger.rounds.get(appliesTo?.when === 'now' ? appliesTo.round : ledger.currentRound);
  const seat = round?.seats.get(penalty.player);
  const players = seat?.players ?? playersOfRuling(ledger, penalty.ruling);
  const sides = new Map<string, string[]>();
  for (const player of players) sides.set(sideOf(ledger, player), [...(sides.get(sideOf(ledger, player)) ?? []), player]);
  return [...sides.values()];
}

function playersOfRuling(ledger: Ledger, ruling: string): string[] {
  return [...new Set((ledger.rulings.get(ruling)?.penalties ?? []).map((id) => penaltyOf(ledger, id).player))];
}

/** Whether a player has a loss for the very game that `loss` is for. Without pairings only a loss of the same ruling is known to be. */
function losesThatGame(ledger: Ledger, player: string, loss: PenaltyState): boolean {
  const paired = ledger.rounds.get(ledger.currentRound)?.seats.has(loss.player) ?? false;
  return playerOf(ledger, player).penalties.some((id) => {
    const each = penaltyOf(ledger, id);
    // A loss that was recorded as served already was for the same game all the same.
    const counts =
      canMerge(each) || (each.kind === 'game-loss' && each.served !== null && each.appliesTo?.when === 'now' && !each.annulled);
    return (
      counts && sameTarget(each.appliesTo, loss.appliesTo) && (paired || loss.appliesTo?.when === 'now' || each.ruling === loss.ruling)
    );
  });
}

/** Given when no match was going on: whom the player meets next is not known before the next round is paired. */
function isBetweenRounds(ledger: Ledger, { ruling, appliesTo }: PenaltyState): boolean {
  const of = ledger.rulings.get(ruling);
  return appliesTo?.when === 'next-game' && of?.gameState === 'between-rounds' && of.round === ledger.currentRound;
}
