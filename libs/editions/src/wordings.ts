import { categoryOf, outcomeOf } from './catalogue.js';
import type { Category, Edition } from './edition.js';
import type { Level } from './level.js';
import type { Penalty } from './penalty.js';
import { RIFTBOUND_WORDINGS } from './riftbound-wordings.js';
import type { Wording } from './wording.js';

/** What a free text says: a category, and conditions where the text tells them. */
export type Reading = Omit<Wording, 'wording'>;

/**
 * What is the same in two wordings of one thing: letters and digits, without accents, case, punctuation, a family's name or short form in
 * front, and the number in the rules. `TE - Slow play (703.2)` and `slow  PLAY` are one.
 */
export function wordingKey(text: string): string {
  const words = lettersOf(text)
    .replace(/\b(?:tr )?70[234](?: \d{1,2})+\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  for (const family of FAMILY_FORMS) {
    if (words.startsWith(`${family} `)) return words.slice(family.length + 1);
  }
  return words;
}

/** How a family is written before the category; the longer form first. */
const FAMILY_FORMS = ['game play error', 'gameplay error', 'tournament error', 'gpe', 'te'];

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The wordings of an edition, its own names, ids and numbers among them, and those that a user adds; by {@link wordingKey}. */
export class Wordings {
  readonly #readings = new Map<string, Reading[]>();

  constructor(
    private readonly edition: Edition,
    added: readonly Wording[] = [],
  ) {
    const own = edition.categories.flatMap(({ id, name }) => [id, name].map((wording) => ({ wording, category: id, conditions: [] })));
    const kept = RIFTBOUND_WORDINGS.filter(({ category }) => categoryOf(edition, category));
    for (const { wording, ...reading } of [...own, ...kept]) this.#keep(this.#readings, wording, reading);
    // Whoever adds a wording knows what it means here: it takes the place of what ships with the project.
    const theirs = new Map<string, Reading[]>();
    for (const { wording, ...reading } of added) this.#keep(theirs, wording, reading);
    for (const [key, readings] of theirs) this.#readings.set(key, readings);
  }

  /** What a text may mean: nothing that is known, one thing, or several. Only a whole wording counts; nothing is guessed from a part of one. */
  readingsOf(text: string): readonly Reading[] {
    return this.#readings.get(wordingKey(text)) ?? this.#byNumber(text);
  }

  /** The categories whose wordings are spelt most alike: what a person may have meant. */
  near(text: string, most = 3): readonly string[] {
    const wanted = pairsOf(wordingKey(text));
    const scores = new Map<string, number>();
    for (const [key, readings] of this.#readings) {
      const score = likeness(wanted, pairsOf(key));
      for (const { category } of readings) if (score >= LEAST_LIKENESS) scores.set(category, Math.max(score, scores.get(category) ?? 0));
    }
    return [...scores]
      .sort(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([category]) => category);
  }

  #keep(readings: Map<string, Reading[]>, wording: string, reading: Reading): void {
    const key = wordingKey(wording);
    const known = readings.get(key) ?? [];
    if (!known.some((each) => isSame(each, reading))) readings.set(key, [...known, reading]);
  }

  /** "702.5" alone, as the edition numbers its categories. */
  #byNumber(text: string): readonly Reading[] {
    const number = /^\s*(?:TR\s*)?(\d{3}\.\d{1,2})\.?\s*$/i.exec(text)?.[1];
    const category = this.edition.categories.find(({ tr }) => number !== undefined && tr === `TR ${number}`);
    return category ? [{ category: category.id, conditions: [] }] : [];
  }
}

/** From here on a wording is worth showing to somebody who chooses. */
const LEAST_LIKENESS = 0.4;

/** Each two letters that stand side by side. */
function pairsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

/** The share of letter pairs that two texts have in common, from 0 to 1 (Sørensen and Dice). */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

function isSame(one: Reading, other: Reading): boolean {
  return one.category === other.category && one.conditions.join(' ') === other.conditions.join(' ');
}

/**
 * Under which conditions the guideline gives a penalty at a level: none at all if it does without; else each line that gives it. Empty where
 * the edition never does: then it is a deviation (R11).
 */
export function conditionsGiving(edition: Edition, category: Category, level: Level, penalty: Penalty): readonly (readonly string[])[] {
  const gives = (conditions: readonly string[]) => outcomeOf(edition, category, conditions, level).penalties.includes(penalty);
  if (gives([])) return [[]];
  // A line may stand there once for each level.
  const lines = new Map(category.outcomes.map(({ when }) => [when.join(' '), when]));
  return [...lines.values()].filter((when) => when.length > 0 && gives(when));
}

const PENALTY_WORDINGS: Readonly<Record<Penalty, readonly string[]>> = {
  none: ['none', 'no penalty', 'nothing', 'np', 'n/a', '-', '–'],
  warning: ['warning', 'w', 'wn', 'warn'],
  'game-loss': ['game loss', 'gl', 'gameloss', 'game-loss'],
  'match-loss': ['match loss', 'ml', 'matchloss', 'match-loss'],
  disqualification: ['disqualification', 'dq', 'disqualified', 'dsq'],
};

const PENALTY_BY_KEY = new Map<string, Penalty>(
  Object.entries(PENALTY_WORDINGS).flatMap(([penalty, words]) => words.map((word) => [penaltyKey(word), penalty as Penalty] as const)),
);

function penaltyKey(text: string): string {
  return lettersOf(text) || text.trim();
}

/** The penalty that a sanction is, as other tools write it; undefined for words that are none of them, or for no word. */
export function penaltyIn(sanction: string): Penalty | undefined {
  return PENALTY_BY_KEY.get(penaltyKey(sanction));
}
