import { changedThresholds, EDITIONS } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import { Complaint } from '../complaint.js';
import { editionIn } from './edition-in.js';

/** More ladders at once nobody compares, and each of them takes its time. */
const MOST = 100;

/** `<rule>=<count>` or `<rule>=<from>..<to>`. */
const THRESHOLD = /^([a-z0-9-]+\/[a-z0-9-]+)=(\d{1,4})(?:\.\.(\d{1,4}))?$/;

/** A ladder to compare with the one that a tournament was played under. */
export interface Variant {
  /** The id of another edition; null for the tournament's own. */
  readonly edition: string | null;
  /** From how many Warnings on a rule gives a Game Loss there, at every level. */
  readonly thresholds: readonly { readonly rule: string; readonly count: number }[];
  /** The edition with these thresholds, given the one that a tournament is under. @throws Complaint where that has no such rule. */
  readonly under: (recorded: Edition) => Edition;
}

/**
 * Every combination of the editions and thresholds that were named; the thresholds of each rule in ascending order.
 *
 * @param editions ids, or files in JSON; none means each tournament's own.
 * @param thresholds each `<rule>=<count>`, or `<rule>=<from>..<to>` for all from one count to another.
 * @throws Complaint for what names no edition or no rule, for a count below 2, and for more than 100 combinations.
 */
export function variantsOf(editions: readonly string[], thresholds: readonly string[]): Variant[] {
  if (editions.length + thresholds.length === 0) {
    throw new Complaint('Say what would be different: --edition, or --threshold such as game-play-error/same-category=2..5.');
  }
  const swept = thresholds.map(countsIn);
  const twice = swept.find(({ rule }, index) => swept.findIndex((each) => each.rule === rule) !== index);
  if (twice) throw new Complaint(`--threshold: ${twice.rule} is there twice: give all its counts at once, as in ${twice.rule}=2..5.`);
  const combinations = swept.reduce<Variant['thresholds'][]>(
    (before, { rule, counts }) => before.flatMap((each) => counts.map((count) => [...each, { rule, count }])),
    [[]],
  );
  const bases = editions.length === 0 ? [null] : editions.map(editionIn);
  if (bases.length * combinations.length > MOST) {
    throw new Complaint(`These are ${bases.length * combinations.length} ladders: sweep fewer at once, at most ${MOST}.`);
  }
  return bases.flatMap((base) => combinations.map((each) => variantOf(base, each)));
}

function variantOf(base: Edition | null, thresholds: Variant['thresholds']): Variant {
  const known = new Map<string, Edition>();
  const under = (recorded: Edition) => {
    const own = base ?? recorded;
    const edition = known.get(own.id) ?? changed(own, thresholds);
    known.set(own.id, edition);
    return edition;
  };
  // What is wrong is said before anything is read.
  for (const edition of base ? [base] : EDITIONS.values()) under(edition);
  return { edition: base?.id ?? null, thresholds, under };
}

function changed(edition: Edition, thresholds: Variant['thresholds']): Edition {
  if (thresholds.length === 0) return edition;
  const verdict = changedThresholds(edition, new Map(thresholds.map(({ rule, count }) => [rule, count])));
  if (!verdict.ok) throw new Complaint(`--threshold: ${verdict.complaints.join(' ')}`);
  return verdict.edition;
}

function countsIn(text: string): { rule: string; counts: readonly number[] } {
  const [, rule, from, to = from] = THRESHOLD.exec(text) ?? [];
  const least = Number(from);
  const most = Number(to);
  if (rule === undefined || most < least) {
    throw new Complaint(`--threshold: ${text} is no <rule>=<count> or <rule>=<from>..<to>, such as game-play-error/same-category=2..5.`);
  }
  // Nobody could read more of them, and the combinations are counted before they are made.
  if (most - least >= MOST)
    throw new Complaint(`--threshold: ${text} are ${most - least + 1} ladders: sweep fewer at once, at most ${MOST}.`);
  if (least < 2) throw new Complaint(`--threshold: ${text}: the first Warning is never a Game Loss, so that a count is 2 or more.`);
  return { rule, counts: Array.from({ length: most - least + 1 }, (_, index) => least + index) };
}

/** How a variant is called: "game-play-error/same-category 2", with the edition in front where it is another. */
export function variantName({ edition, thresholds }: Pick<Variant, 'edition' | 'thresholds'>): string {
  return [...(edition === null ? [] : [edition]), ...thresholds.map(({ rule, count }) => `${rule} ${count}`)].join(', ');
}

/**
 * How variants are called beside each other, where there is little room: what all of them have in common is left out, and of a rule its scope
 * where no other rule of its family is changed. All different, as the variants are.
 */
export function briefNames(variants: readonly Pick<Variant, 'edition' | 'thresholds'>[]): string[] {
  const rules = [...new Set(variants.flatMap(({ thresholds }) => thresholds.map(({ rule }) => rule)))];
  const differ = (of: (variant: Pick<Variant, 'edition' | 'thresholds'>) => unknown) => new Set(variants.map(of)).size > 1;
  const counted = (rule: string) => (variant: Pick<Variant, 'thresholds'>) => variant.thresholds.find((each) => each.rule === rule)?.count;
  const swept = new Set(rules.filter((rule) => differ(counted(rule))));
  const familyOf = (rule: string) => rule.slice(0, rule.indexOf('/'));
  const brief = (rule: string) => (rules.filter((each) => familyOf(each) === familyOf(rule)).length > 1 ? rule : familyOf(rule));
  return variants.map(({ edition, thresholds }) => {
    const kept = thresholds.filter(({ rule }) => swept.has(rule)).map(({ rule, count }) => `${brief(rule)} ${count}`);
    const name = [...(edition !== null && differ((each) => each.edition) ? [edition] : []), ...kept].join(', ');
    return name === '' ? variantName({ edition, thresholds }) : name;
  });
}
