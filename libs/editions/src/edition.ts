import type { Level } from './level.js';
import type { Penalty } from './penalty.js';

/** One dated edition of a game's tournament rules, as far as penalties go. Pure data: it survives JSON unchanged. */
export interface Edition {
  /** A slug, e.g. `riftbound-2026-10-16`. */
  readonly id: string;
  readonly game: string;
  readonly title: string;
  /** The date from which the edition holds, `YYYY-MM-DD`. */
  readonly effective: string;
  /** How long a Warning is counted: over the whole tournament, or only on the day it was given. */
  readonly countedPer: 'tournament' | 'day';
  readonly families: readonly Family[];
  readonly categories: readonly Category[];
  readonly ladder: readonly LadderRule[];
  readonly settings: Settings;
}

/** What the text leaves open and the edition therefore names. */
export interface Settings {
  /** A ruling that took longer than this earns the match a time extension (R2). */
  readonly extensionAfterSeconds: number;
  /** Two like rulings within this time are likely one error entered twice (R35). */
  readonly duplicateWithinMinutes: number;
}

/** A group of categories whose Warnings are counted together. Families never mix (R19). */
export interface Family {
  readonly id: string;
  readonly name: string;
  /** Where the rules describe it, e.g. `TR 702`. */
  readonly tr: string;
}

/** One numbered infraction. */
export interface Category {
  /** A slug, because the numbers of the rules move between editions. */
  readonly id: string;
  /** Where the rules describe it, e.g. `TR 702.5`. */
  readonly tr: string;
  readonly name: string;
  readonly family: string;
  readonly conditions: readonly Condition[];
  /** The guideline, line by line: the first line that matches wins, and the last one always matches. */
  readonly outcomes: readonly Outcome[];
  /** Its Warnings never become a Game Loss by themselves (R18). */
  readonly neverUpgrades?: { readonly cites: readonly string[] };
  /** How to repair the game, in words a judge can say at the table. */
  readonly remedy: string;
  /** The remedy at the levels where it differs. */
  readonly remedyAt?: Readonly<Partial<Record<Level, string>>>;
  readonly provenance: Provenance;
}

/** A circumstance that the judge states and on which the guideline depends. */
export interface Condition {
  readonly id: string;
  /** A clause that a judge can read aloud. */
  readonly name: string;
  /** Only the head judge may find that it holds (R12). */
  readonly headJudgeOnly?: true;
  readonly cites: readonly string[];
}

/** One line of a guideline. */
export interface Outcome {
  /** The conditions that all have to hold. */
  readonly when: readonly string[];
  /** The levels at which the line is valid; all of them if absent. */
  readonly levels?: readonly Level[];
  /** The penalties within the guideline; the first stands when the judge names none. */
  readonly penalties: readonly [Penalty, ...Penalty[]];
  /** The player is dropped as well (TR 703.8.d). */
  readonly drops?: true;
  /** The time extension that comes with it, in minutes, when no duration was measured (R2). */
  readonly extensionMinutes?: number;
  readonly cites: readonly string[];
}

/** "So many or more standing Warnings of this scope earn a Game Loss." */
export interface LadderRule {
  /** `<family>/same-category` or `<family>/any-category`. */
  readonly id: string;
  readonly family: string;
  /** Counted are the Warnings of the same category, or those of the whole family. */
  readonly scope: 'category' | 'family';
  /** A level without a threshold is one at which the rule does not hold. */
  readonly thresholds: Readonly<Partial<Record<Level, Threshold>>>;
}

/** From how many Warnings on a Game Loss is earned, and which rule says so. */
export interface Threshold {
  readonly count: number;
  readonly cites: readonly string[];
}

/** Where a row of the catalogue comes from: the text of its own edition, or an older edition that it was carried over from. */
export interface Provenance {
  readonly kind: 'cited' | 'carried-over';
  /** The effective date of that edition, `YYYY-MM-DD`. */
  readonly edition: string;
}
