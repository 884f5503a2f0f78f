import type { Climb } from './sections/nearest.js';

/** Where two players have the same name, each is told with the id. */
export function unmistakable(climbs: readonly (Climb & { readonly id: string })[]): Climb[] {
  return climbs.map((each) => {
    const alike = climbs.some((other) => other.player === each.player && other.id !== each.id);
    return alike ? { ...each, player: `${each.player} (${each.id})` } : each;
  });
}
