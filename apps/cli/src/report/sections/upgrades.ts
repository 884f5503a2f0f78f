import type { Figure } from '../../charts/figure.js';
import { html } from '../../charts/html.js';
import type { Html } from '../../charts/html.js';
import { capital, counted, sumOf } from '../../charts/numbers.js';

/** How many Game Losses a rule of the ladder gave; null where it is not told. */
export interface EarnedByRule {
  /** What the rule counts, in words: "the same Game Play Error". */
  readonly rule: string;
  readonly gameLosses: number | null;
}

/** A Warning that became a Game Loss, with names. */
export interface Upgrade {
  readonly player: string;
  readonly round: number;
  readonly category: string;
  /** "Warning 3 for the same Game Play Error, 3 or more are a Game Loss (TR 702.1.b.1)" */
  readonly reasons: string;
  readonly status: string;
}

/**
 * Which rules turned Warnings into Game Losses.
 *
 * @param all the Game Losses together: one that two rules gave is one.
 * @param each one by one, for those who may read names; else null.
 */
export function upgrades(rules: readonly EarnedByRule[], all: number | null, about: string, each: readonly Upgrade[] | null): Figure {
  const rows = rules
    .toSorted((one, other) => (other.gameLosses ?? 0) - (one.gameLosses ?? 0))
    .map(({ rule, gameLosses }) => ({ label: capital(rule), values: [gameLosses] }));
  const told = rules.filter(({ gameLosses }) => gameLosses !== 0);
  const chart = { form: 'bars', rowName: 'Rule', unit: 'Game Losses', series: [{ name: 'Game Losses', fill: 3 }], rows } as const;
  return {
    id: 'upgrades',
    topic: 'From Warning to Game Loss',
    finding: finding(rules, all),
    about,
    chart: told.length > 0 ? chart : null,
    ...(each !== null && each.length > 0 && { more: oneByOne(each) }),
  };
}

function finding(rules: readonly EarnedByRule[], all: number | null): string {
  const losses = all ?? sumOf(rules.map(({ gameLosses }) => gameLosses));
  if (losses === 0)
    return rules.some(({ gameLosses }) => gameLosses === null)
      ? 'Each rule is of too few persons to be told'
      : 'No Warning became a Game Loss';
  const [first, second] = rules.toSorted((one, other) => (other.gameLosses ?? 0) - (one.gameLosses ?? 0));
  const became = all === null ? 'Warnings became Game Losses' : counted(all, 'Warning became a Game Loss', 'Warnings became Game Losses');
  if (!first || (first.gameLosses ?? 0) === (second?.gameLosses ?? 0)) return became;
  return `${became}, ${first.gameLosses === all ? (all === 1 ? 'by' : 'all by') : 'mostly by'} ${first.rule}`;
}

function oneByOne(each: readonly Upgrade[]): Html {
  const items = each.map(
    ({ player, round, category, reasons, status }) =>
      html`<li>
        <strong><bdi>${player}</bdi></strong
        >, round ${round}: ${category}. ${reasons}. Now: ${status}.
      </li>`,
  );
  return html`<h3>One by one</h3>
    <ol class="stories">
      ${items}
    </ol>`;
}
