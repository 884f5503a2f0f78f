import type { Level } from '@ladder/editions';
import type { Escalation, Format } from '@ladder/ledger';
import type { Dice } from '../dice.js';

const DAY = 24 * 60 * 60_000;
/** The first Saturday of the season. */
const BEGINS = Date.UTC(2025, 10, 1);
const WEEKS = 52;
/** More rounds than these on one day nobody plays. */
const ROUNDS_A_DAY = 9;
const PLAYERS_A_JUDGE = 24;

/** One tournament of a season, before anything has happened. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly level: Level;
  readonly format: Format;
  readonly escalation: Escalation;
  readonly players: number;
  /** How many rounds are played on each day. */
  readonly days: readonly number[];
  /** Midnight (UTC) of the first day, in milliseconds. */
  readonly midnight: number;
  readonly floorJudges: number;
}

interface Kind {
  readonly word: string;
  readonly level: Level;
  readonly format: Format;
  /** Fewest and most players or teams. */
  readonly sides: readonly [number, number];
  /** Rounds beyond those that it takes to be the only one who never lost. */
  readonly extraRounds: number;
}

const LOCAL: Kind = { word: 'Local', level: 'casual', format: 'individual', sides: [8, 32], extraRounds: 0 };
const OPEN: Kind = { word: 'Open', level: 'competitive', format: 'individual', sides: [48, 180], extraRounds: 1 };
const PAIRS: Kind = { word: 'Pairs', level: 'competitive', format: '2v2', sides: [8, 20], extraRounds: 0 };
const CHAMPIONSHIP: Kind = { word: 'Championship', level: 'professional', format: 'individual', sides: [220, 500], extraRounds: 4 };

/** Of twenty tournaments; a shorter season has the first of them. */
const KINDS = [
  OPEN, LOCAL, CHAMPIONSHIP, LOCAL, PAIRS, OPEN, LOCAL, OPEN, LOCAL, LOCAL,
  OPEN, LOCAL, OPEN, CHAMPIONSHIP, LOCAL, OPEN, PAIRS, LOCAL, OPEN, LOCAL,
] as const; // prettier-ignore

const PLACES = [
  'Larkhill', 'Northwick', 'Saltmere', 'Copperfield', 'Eastvale', 'Winterbourne', 'Kestrel Bay', 'Mossford',
  'Ravensgate', 'Thornbury', 'Amberley', 'Fairhaven', 'Stonebridge', 'Willowdale', 'Highcastle', 'Brightwater',
] as const; // prettier-ignore

/** The tournaments of a season in order of their dates, over the year that begins on 1 November 2025. */
export function calendarOf(count: number, dice: Dice): Plan[] {
  const kinds = dice.shuffled(Array.from({ length: count }, (_, index) => KINDS[index % KINDS.length] ?? LOCAL));
  const held = new Map<string, number>();
  return kinds.map((kind, index) => {
    const place = dice.pick(PLACES);
    const name = `${place} ${kind.word}`;
    const times = (held.get(name) ?? 0) + 1;
    held.set(name, times);
    const [least, most] = kind.sides;
    // Small ones are more frequent than big ones.
    const sides = Math.round(least * (most / least) ** dice.fraction());
    const players = kind.format === '2v2' ? sides * 2 : sides;
    return {
      id: `${name.toLowerCase().replace(' ', '-')}-${times}`.replaceAll(' ', '-'),
      name: times === 1 ? name : `${name} ${times}`,
      level: kind.level,
      format: kind.format,
      escalation: kind === OPEN && dice.chance(0.1) ? 'review' : 'automatic',
      players,
      days: daysOf(Math.ceil(Math.log2(sides)) + kind.extraRounds),
      midnight: BEGINS + Math.floor((index * WEEKS) / count) * 7 * DAY,
      floorJudges: Math.floor(players / PLAYERS_A_JUDGE),
    };
  });
}

function daysOf(rounds: number): number[] {
  const days = Math.ceil(rounds / ROUNDS_A_DAY);
  const first = Math.ceil(rounds / days);
  return Array.from({ length: days }, (_, day) => Math.min(first, rounds - day * first));
}
