import { nearPlayers, official, player as nameOf, playerStatus, rulingOf, standingWarnings } from '@ladder/ledger';
import type { Ledger, PenaltyState, Ruling } from '@ladder/ledger';
import { categoryName, familyName } from '../screen/words.js';
import { KINDS } from './sections/penalties.js';
import type { Kind, PenaltiesOf } from './sections/penalties.js';
import type { CategoryInRound } from './sections/categories.js';
import type { Outcomes } from './sections/corrections.js';
import type { Answered } from './sections/reviews.js';
import { roundsIn } from './rounds.js';
import { ruleName } from './rule-names.js';
import type { EarnedByRule } from './sections/upgrades.js';

/** What a report tells of one tournament, counted from its ledger. Names are places, to be filled when the whole is opened. */

/** Penalties that stand now: the infractions with a category, and the losses that Warnings earned. */
export function standingPenalties(ledger: Ledger): PenaltyState[] {
  return [...ledger.penalties.values()].filter(
    ({ absorbed, annulled, status }) => !absorbed && !annulled && (status === 'standing' || status === 'pending' || status === 'served'),
  );
}

/** The Warnings in the tallies of all players: also one that was made heavier by hand, beside what it became (R21). */
export function warningsIn(ledger: Ledger): PenaltyState[] {
  return [...ledger.players.keys()].flatMap((id) => standingWarnings(ledger, id));
}

/** Rulings of which something stands. */
export function standingRulings(ledger: Ledger): Ruling[] {
  const ids = new Set(
    standingPenalties(ledger)
      .filter(({ category }) => category !== null)
      .map(({ ruling }) => ruling),
  );
  return [...ledger.rulings.values()].filter(({ ruling }) => ids.has(ruling));
}

export function categoriesByRound(ledger: Ledger): CategoryInRound[] {
  const cells = new Map<string, CategoryInRound & { infractions: number }>();
  for (const { category, ruling } of standingPenalties(ledger)) {
    if (category === null) continue;
    const { round } = rulingOf(ledger, ruling);
    const key = `${round} ${category}`;
    const infractions = (cells.get(key)?.infractions ?? 0) + 1;
    cells.set(key, { category: categoryName(ledger.edition, category), round, infractions });
  }
  return [...cells.values()];
}

/** What stands in each round. A Game Loss that a Warning earned is of that Warning's round. */
export function penaltiesByRound(ledger: Ledger): PenaltiesOf[] {
  const others = standingPenalties(ledger).filter(({ kind }) => kind !== 'warning');
  const standing = [...warningsIn(ledger), ...others].map((each) => ({ round: rulingOf(ledger, each.ruling).round, kind: kindOf(each) }));
  const played = Array.from({ length: ledger.currentRound }, (_, index) => index + 1);
  return roundsIn([...played, ...standing.map(({ round }) => round)]).map((round) => ({
    label: `Round ${round}`,
    round,
    counts: countsOf(standing.filter((each) => each.round === round).map(({ kind }) => kind)),
  }));
}

function kindOf({ kind, earned }: PenaltyState): Kind {
  return earned ? 'earned' : kind;
}

function countsOf(kinds: readonly Kind[]): Record<Kind, number> {
  const counts = KINDS.map(({ kind }) => [kind, kinds.filter((each) => each === kind).length] as const);
  return Object.fromEntries(counts) as Record<Kind, number>;
}

/** Who is one Warning from a Game Loss, in which scope, among those who are still in the tournament. */
export function climbs(ledger: Ledger) {
  return nearPlayers(ledger).flatMap(({ player, name, near }) => {
    const known = ledger.players.get(player);
    if (!known || playerStatus(ledger, known).status !== 'playing') return [];
    return near.flatMap(({ scope, warnings, upgradesAt }) => {
      const family = ledger.edition.families.some(({ id }) => id === scope);
      const words = family ? `${familyName(ledger.edition, scope)},\u00a0all` : categoryName(ledger.edition, scope);
      return upgradesAt === null ? [] : [{ id: player, player: name, scope: words, warnings, upgradesAt }];
    });
  });
}

/** How many Game Losses that stand each rule of the ladder gave, and how many there are. */
export function earned(ledger: Ledger): { rules: EarnedByRule[]; all: number } {
  const losses = standingPenalties(ledger).filter((each) => each.earned !== null);
  const rules = ledger.edition.ladder.map(({ id }) => ({
    rule: ruleName(ledger.edition, id),
    gameLosses: losses.filter((each) => each.earned?.reasons.some(({ rule }) => rule === id)).length,
  }));
  return { rules: rules.filter(({ gameLosses }) => gameLosses > 0), all: losses.length };
}

/** Every Warning that became a Game Loss, also where that has fallen since. */
export function upgradesOf(ledger: Ledger) {
  return [...ledger.penalties.values()].flatMap(({ earned: ladder, player, ruling, status, annulled }) => {
    if (ladder === null) return [];
    const warning = ledger.penalties.get(ladder.warning);
    return [
      {
        player: nameOf(player),
        round: rulingOf(ledger, ruling).round,
        category: categoryName(ledger.edition, warning?.category ?? null),
        reasons: ladder.reasons
          .map(
            ({ rule, count, threshold, cites }) =>
              `Warning ${count} for ${ruleName(ledger.edition, rule)}, ${threshold} or more are a Game Loss (${cites.join(', ')})`,
          )
          .join('; '),
        status: annulled ? 'annulled' : status,
      },
    ];
  });
}

export function outcomesOf(ledger: Ledger): Outcomes {
  const appeals = [...ledger.appeals.values()].map(({ decision }) => decision?.decision ?? 'open');
  const made = [...ledger.rulings.values()].flatMap(({ corrections }) => corrections.map(({ type }) => type));
  const times = <T>(all: readonly T[], one: T): number => all.filter((each) => each === one).length;
  return {
    upheld: times(appeals, 'upheld'),
    overturned: times(appeals, 'overturned'),
    open: times(appeals, 'open'),
    voided: times(made, 'RulingVoided'),
    reassigned: times(made, 'RulingReassigned'),
    recategorised: times(made, 'RulingRecategorised'),
    replaced: times(made, 'PenaltyReplaced'),
  };
}

export function answered(ledger: Ledger): Answered[] {
  return [...ledger.reviews.values()].map(({ question, status, decision }) => ({ question, answer: answerOf(status, decision), times: 1 }));
}

function answerOf(status: 'open' | 'answered' | 'withdrawn', decision: 'confirm' | 'dismiss' | null): string {
  if (status !== 'answered') return status;
  return decision === 'confirm' ? 'confirmed' : 'dismissed';
}

/** The rulings of each official; the administrator's have no official. */
export function rulingsByOfficial(ledger: Ledger) {
  return [...ledger.officials.keys()].flatMap((id) => {
    const rulings = [...ledger.rulings.values()].filter(({ by }) => by === id);
    const corrected = rulings.filter((each) => isCorrected(ledger, each)).length;
    return rulings.length === 0 ? [] : [{ judge: official(id), rulings: rulings.length, corrected }];
  });
}

/** An appeal that was upheld changed nothing. */
function isCorrected(ledger: Ledger, { corrections, appeals }: Ruling): boolean {
  return (
    corrections.some(({ type }) => type !== 'AppealDecided') ||
    appeals.some((id) => ledger.appeals.get(id)?.decision?.decision === 'overturned')
  );
}
