import { ANALYTICS } from '@ladder/projections';
import type { AnalyticsProjection, AnalyticsQuestion, AnalyticsReader, AnalyticsRow } from '@ladder/projections';
import { categoryAnywhere, ruleAnywhere } from './rule-names.js';
import type { CategoryInRound } from './sections/categories.js';
import type { Outcomes } from './sections/corrections.js';
import type { Distance } from './sections/distances.js';
import type { CategoryAtLevel } from './sections/levels.js';
import type { TimeAtLevel } from './sections/minutes.js';
import type { PersonCounts } from './sections/persons.js';
import type { Answered } from './sections/reviews.js';
import type { EarnedByRule } from './sections/upgrades.js';

type Figures = Readonly<Record<string, number | null>>;

/** What a report for analysts tells: pseudonyms only, and no cell of too few persons. */
export class FromAnalytics {
  constructor(
    private readonly reader: AnalyticsReader,
    private readonly question: AnalyticsQuestion,
  ) {}

  /** What a projection counts, and how many of its cells are not told, as sentences. */
  about(name: string): string {
    const untold = this.reader.suppressed(projectionOf(name), this.question);
    const { counts } = projectionOf(name);
    if (untold === 0) return counts;
    return `${counts} Not told, because of too few persons: ${untold === 1 ? 'one cell' : `${untold} cells`}.`;
  }

  /** The first and the last day with an infraction; null without any. */
  days(): { readonly first: string; readonly last: string } | null {
    const days = this.#rows('categories-by-day')
      .map((row) => textIn(row, 'day'))
      .sort();
    const [first] = days;
    return first === undefined ? null : { first, last: days.at(-1) ?? first };
  }

  categoriesByRound(): CategoryInRound[] {
    return this.#rows('categories-by-round').map((row) => ({
      category: categoryAnywhere(textIn(row, 'category')),
      round: numberIn(row, 'round') ?? 0,
      infractions: numberIn(row, 'infractions'),
    }));
  }

  categoriesByLevel(): (CategoryAtLevel & { readonly penalties: Figures })[] {
    return this.#rows('categories-by-level').map((row) => ({
      category: categoryAnywhere(textIn(row, 'category')),
      level: textIn(row, 'level'),
      infractions: numberIn(row, 'infractions'),
      penalties: {
        none: numberIn(row, 'no_penalty'),
        warning: numberIn(row, 'warnings'),
        'game-loss': numberIn(row, 'game_losses'),
        'match-loss': numberIn(row, 'match_losses'),
        disqualification: numberIn(row, 'disqualifications'),
      },
    }));
  }

  upgrades(): EarnedByRule[] {
    return this.#rows('upgrades').map((row) => ({ rule: ruleAnywhere(textIn(row, 'rule')), gameLosses: numberIn(row, 'game_losses') }));
  }

  distances(): Distance[] {
    return this.#rows('distance-to-upgrade').map((row) => ({
      rule: ruleAnywhere(textIn(row, 'rule')),
      distance: numberIn(row, 'distance') ?? 0,
      tallies: numberIn(row, 'tallies'),
    }));
  }

  times(): TimeAtLevel[] {
    return this.#rows('time-to-rule').map((row) => ({
      level: textIn(row, 'level'),
      rulings: numberIn(row, 'rulings'),
      timed: numberIn(row, 'timed'),
      median: numberIn(row, 'median_seconds'),
      p90: numberIn(row, 'p90_seconds'),
      extensionMinutes: numberIn(row, 'extension_minutes'),
    }));
  }

  outcomes(): Outcomes {
    const appeals = this.#byKey('appeals', 'outcome', 'appeals');
    const made = this.#byKey('corrections', 'kind', 'corrections');
    return {
      upheld: appeals('upheld'),
      overturned: appeals('overturned'),
      open: appeals('open'),
      voided: made('voided'),
      reassigned: made('reassigned'),
      recategorised: made('recategorised'),
      replaced: made('replaced'),
    };
  }

  answered(): Answered[] {
    return this.#rows('reviews').map((row) => ({
      question: textIn(row, 'question'),
      answer: textIn(row, 'answer'),
      times: numberIn(row, 'reviews'),
    }));
  }

  persons(): PersonCounts[] {
    return this.#rows('player-counters').map((row) => ({
      person: textIn(row, 'person'),
      tournaments: numberIn(row, 'tournaments') ?? 0,
      infractions: numberIn(row, 'infractions') ?? 0,
      warnings: numberIn(row, 'warnings') ?? 0,
      earned: numberIn(row, 'game_losses_earned') ?? 0,
    }));
  }

  /** Minutes to each ruling, of each official. */
  judges(): number[] {
    return this.#rows('judges').map((row) => numberIn(row, 'minutes_per_ruling') ?? 0);
  }

  #rows(name: string): AnalyticsRow[] {
    return [...this.reader.rows(projectionOf(name), this.question)];
  }

  /** The figure of each key; 0 for one that never occurred, null for one that is not told. */
  #byKey(name: string, key: string, figure: string): (value: string) => number | null {
    const rows = this.#rows(name);
    return (value) => {
      const row = rows.find((each) => each[key] === value);
      return row ? numberIn(row, figure) : 0;
    };
  }
}

function projectionOf(name: string): AnalyticsProjection {
  const found = ANALYTICS.find((each) => each.name === name);
  if (!found) throw new Error(`there is no analytics projection ${name}`);
  return found;
}

function textIn(row: AnalyticsRow, column: string): string {
  return String(row[column]);
}

function numberIn(row: AnalyticsRow, column: string): number | null {
  const value = row[column];
  return typeof value === 'number' ? value : null;
}
