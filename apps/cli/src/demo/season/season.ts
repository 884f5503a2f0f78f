import { openKeys } from '@ladder/access';
import { openSqliteStore } from '@ladder/event-store';
import { tournamentOf } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { Ledgers } from '@ladder/ledgers';
import { Dice } from '../dice.js';
import { calendarOf } from './calendar.js';
import { Community } from './community.js';
import { SeasonClock, SeasonHall } from './season-hall.js';
import { playWeekend } from './weekend.js';

export interface SeasonWish {
  readonly folder: string;
  readonly masterKey: string | undefined;
  readonly tournaments: number;
  /** The same seed gives the same ledgers, apart from salts, references and keys. */
  readonly seed: number;
}

/** What was made. */
export interface SeasonMade {
  /** Ids, in order of their dates. */
  readonly tournaments: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly events: number;
  /** Players over all tournaments; whoever came to several counts in each. */
  readonly players: number;
  readonly rulings: number;
  readonly warnings: number;
  readonly gameLosses: number;
  /** Those of the Game Losses that Warnings earned. */
  readonly ladderLosses: number;
  /** A Game Loss that is worth explaining: the first one with two reasons, or else the first. */
  readonly example: Example | null;
}

interface Example {
  readonly tournament: string;
  readonly penalty: string;
  readonly player: string;
  readonly reasons: number;
}

/** So many tournaments are played at a time: what they record at the same moment is one write to the disk. */
const AT_ONCE = 8;

/**
 * Makes a season in a folder without data: tournaments of several levels and sizes over a year, with players and judges who come to more than
 * one. It is played through `decide` and the store as a server would record it, on a clock of its own, and what the ledgers owe is settled
 * after each command.
 *
 * @param progress hears of each tournament before it is played.
 * @param stopping when it is aborted the season ends after the tournaments that are being played.
 */
export async function makeSeason(
  { folder, masterKey, tournaments, seed }: SeasonWish,
  progress: (name: string, index: number) => void,
  stopping: AbortSignal,
): Promise<SeasonMade> {
  // The administrator's key is made by the first server, which shows it.
  const keys = openKeys({ folder, masterKey, adminKey: 'nobody-presents-this-key' });
  const { store, vault } = openSqliteStore({ folder, masterKey: keys.master });
  try {
    const dice = new Dice(seed);
    const plans = calendarOf(tournaments, dice);
    const community = new Community(tournaments, dice);
    // Who comes is drawn in the order of the dates, before anything is played.
    const halls = plans.map((plan, index) => {
      const clock = new SeasonClock();
      return new SeasonHall({ ledgers: new Ledgers(store, vault, clock.now), clock, keys, community }, plan, new Dice(seed + index + 1));
    });
    const made = new Map<number, SeasonMade>();
    const next = halls.entries();
    const playOn = async () => {
      for (const [index, hall] of next) {
        if (stopping.aborted) return;
        progress(hall.plan.name, index);
        await playWeekend(hall);
        made.set(index, madeOf(await hall.ledger()));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, playOn));
    return [...made].sort(([one], [other]) => one - other).reduce((all, [, each]) => both(all, each), NOTHING);
  } finally {
    await store.close();
  }
}

const NOTHING: SeasonMade = {
  tournaments: [],
  from: '',
  to: '',
  events: 0,
  players: 0,
  rulings: 0,
  warnings: 0,
  gameLosses: 0,
  ladderLosses: 0,
  example: null,
};

function madeOf(ledger: Ledger): SeasonMade {
  const { id, openedAt } = tournamentOf(ledger);
  const given = [...ledger.penalties.values()].filter(({ absorbed }) => !absorbed);
  const losses = given.filter(({ kind }) => kind === 'game-loss');
  const examples = losses.flatMap(({ id: penalty, player, earned }) =>
    earned ? [{ tournament: id, penalty, player, reasons: earned.reasons.length }] : [],
  );
  return {
    tournaments: [id],
    from: openedAt.slice(0, 10),
    to: ledger.recordedAt.slice(0, 10),
    events: ledger.revision + 1,
    players: ledger.players.size,
    rulings: ledger.rulings.size,
    warnings: given.filter(({ kind }) => kind === 'warning').length,
    gameLosses: losses.length,
    ladderLosses: examples.length,
    example: better(examples),
  };
}

function both(one: SeasonMade, other: SeasonMade): SeasonMade {
  return {
    tournaments: [...one.tournaments, ...other.tournaments],
    from: one.from || other.from,
    to: other.to > one.to ? other.to : one.to,
    events: one.events + other.events,
    players: one.players + other.players,
    rulings: one.rulings + other.rulings,
    warnings: one.warnings + other.warnings,
    gameLosses: one.gameLosses + other.gameLosses,
    ladderLosses: one.ladderLosses + other.ladderLosses,
    example: better([one.example, other.example].filter((each) => each !== null)),
  };
}

function better(examples: readonly Example[]): Example | null {
  return examples.reduce<Example | null>((best, each) => (best === null || each.reasons > best.reasons ? each : best), null);
}
