export const EDITION = 'riftbound-2026-10-16';

/** How often a player is ruled on in one category: the last one is the Game Loss, so that every third ruling escalates (R14). */
const WARNINGS_EACH = 3;
const CATEGORIES = ['looking-at-extra-cards', 'drawing-extra-cards', 'general-error'] as const;

export function playerId(number: number): string {
  return `p-${number}`;
}

/** The `index`th ruling of a tournament with so many players, as the body of `POST /rulings`: on one player after the other, three times each. */
export function rulingBody(index: number, players: number) {
  const turn = Math.floor(index / WARNINGS_EACH);
  const category = CATEGORIES[Math.floor(turn / players) % CATEGORIES.length] ?? CATEGORIES[0];
  return {
    round: 1,
    table: 1 + (index % 1_000),
    game: 1,
    gameState: 'ongoing' as const,
    infractions: [{ player: playerId(turn % players), category, conditions: [] }],
    durationSeconds: 40,
    distinct: true,
  };
}
