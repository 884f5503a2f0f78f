import type { Figure } from '../../charts/figure.js';
import { counted } from '../../charts/numbers.js';

/** How far a player is up one ladder. */
export interface Climb {
  readonly player: string;
  /** The category or the family whose Warnings are counted. */
  readonly scope: string;
  readonly warnings: number;
  readonly upgradesAt: number;
}

const ABOUT =
  'Players still in the tournament whose next Warning of this kind is a Game Loss. Each box is a Warning; from the box with the heavy edge on, each costs a game.';

/** The ladder of the players nearest a Game Loss: the highest first. */
export function nearest(climbs: readonly Climb[]): Figure {
  const rows = climbs
    .toSorted((one, other) => other.warnings - other.upgradesAt - (one.warnings - one.upgradesAt) || order(one, other))
    .map(({ player, scope, warnings, upgradesAt }) => ({ label: player, ladder: scope, climbed: warnings, top: upgradesAt }));
  const chart = { form: 'rungs', rowName: 'Player', ladderName: 'Counted in', unit: 'Warnings', top: 'Game Loss', rows } as const;
  return { id: 'nearest', topic: 'Nearest a Game Loss', finding: finding(climbs), about: ABOUT, chart: rows.length > 0 ? chart : null };
}

function order(one: Climb, other: Climb): number {
  if (one.upgradesAt !== other.upgradesAt) return other.upgradesAt - one.upgradesAt;
  return one.player < other.player ? -1 : one.player > other.player ? 1 : one.scope < other.scope ? -1 : 1;
}

function finding(climbs: readonly Climb[]): string {
  const players = new Set(climbs.map(({ player }) => player));
  const past = new Set(climbs.filter(({ warnings, upgradesAt }) => warnings >= upgradesAt).map(({ player }) => player));
  if (players.size === 0) return 'Nobody is one Warning away from a Game Loss';
  const near = `${counted(players.size, 'player is', 'players are')} one Warning away from a Game Loss`;
  return past.size === 0 ? near : `${near}, ${past.size === players.size ? 'each' : `${past.size} of them`} from a further one`;
}
