/** The catalogue and the ladder, written down a second time from the rules' own table, so that the product cannot vouch for itself. */

export type Level = 'casual' | 'competitive' | 'professional';
export type Penalty = 'none' | 'warning' | 'game-loss' | 'match-loss' | 'disqualification';

const SEVERITY: readonly Penalty[] = ['none', 'warning', 'game-loss', 'match-loss', 'disqualification'];

export function isWorse(one: Penalty, other: Penalty): boolean {
  return SEVERITY.indexOf(one) > SEVERITY.indexOf(other);
}

/** A row reads: under `when` (at these levels only, where `at` is given) the guidelines are `then`. First matching row wins. */
interface Row {
  readonly when?: string;
  readonly at?: readonly Level[];
  readonly then: readonly [Penalty, ...Penalty[]];
}

const WARNING: readonly Row[] = [{ then: ['warning'] }];
const IF_ADVANTAGEOUS: readonly Row[] = [{ when: 'advantageous', then: ['warning'] }, { then: ['none'] }];
const GAME_LOSS: readonly Row[] = [{ then: ['game-loss'] }];
const MATCH_LOSS: readonly Row[] = [{ then: ['match-loss'] }];
const DISQUALIFIED: readonly Row[] = [{ then: ['disqualification'] }];

const CATALOGUE: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = {
  'game-play-error': {
    'missed-trigger': IF_ADVANTAGEOUS,
    'forgetting-to-score': [{ then: ['none'] }],
    'forgetting-to-draw-cards': IF_ADVANTAGEOUS,
    'looking-at-extra-cards': WARNING,
    'channeling-too-many-runes': WARNING,
    'channeling-too-few-runes': IF_ADVANTAGEOUS,
    'overpayment-for-cost': IF_ADVANTAGEOUS,
    'mispayment-for-cost': WARNING,
    'looking-at-secret-information': WARNING,
    'looking-at-opponent-private-information': WARNING,
    'drawing-extra-cards': WARNING,
    'facedown-card-error': [
      { when: 'no-legal-replacement', then: ['game-loss'] },
      { when: 'source-zone-grew', then: ['game-loss'] },
      { then: ['warning'] },
    ],
    'mulligan-procedure-error': WARNING,
    'forgetting-to-ready': IF_ADVANTAGEOUS,
    'general-error': WARNING,
    'failure-to-maintain-game-state': WARNING,
  },
  'tournament-error': {
    'slow-play': WARNING,
    'decklist-error': GAME_LOSS,
    'deck-presentation-error': [
      { when: 'missing-chosen-champion', at: ['casual', 'competitive'], then: ['warning', 'game-loss'] },
      { when: 'no-champion-copy-left', then: ['warning', 'game-loss'] },
      { when: 'caught-by-another-player-after-opening-hands', then: ['game-loss'] },
      { when: 'cannot-be-restored', then: ['game-loss'] },
      { when: 'extra-cards-in-deck-box', at: ['professional'], then: ['game-loss'] },
      { then: ['warning'] },
    ],
    'communication-violation': WARNING,
    'marked-cards': WARNING,
    'insufficient-randomization': WARNING,
    'late-to-match': [
      { when: 'never-arrived', then: ['match-loss'] },
      { when: 'over-10-minutes', then: ['match-loss'] },
      { when: 'over-2-minutes', at: ['competitive', 'professional'], then: ['game-loss'] },
      { then: ['warning'] },
    ],
    'outside-assistance': [
      { when: 'malicious-advice', then: ['none'] },
      { when: 'refused-by-calling-a-judge', then: ['warning'] },
      { then: ['match-loss'] },
    ],
    'improperly-determining-a-winner': MATCH_LOSS,
  },
  'unsporting-conduct': {
    'unsporting-minor': WARNING,
    'unsporting-major': DISQUALIFIED,
    'angle-shooting': WARNING,
    bribery: MATCH_LOSS,
    wagering: DISQUALIFIED,
    theft: DISQUALIFIED,
    cheating: DISQUALIFIED,
  },
};

/** The guidelines of a category under these conditions: what stands when the judge names nothing comes first. */
export function guidelinesOf(category: string, conditions: readonly string[], level: Level): readonly [Penalty, ...Penalty[]] {
  const rows = Object.values(CATALOGUE).find((family) => category in family)?.[category];
  const row = rows?.find(({ when, at }) => (when === undefined || conditions.includes(when)) && (at?.includes(level) ?? true));
  if (row === undefined) throw new Error(`The catalogue has no row for ${category}`);
  return row.then;
}

export function familyOf(category: string): string {
  const family = Object.entries(CATALOGUE).find(([, categories]) => category in categories);
  if (family === undefined) throw new Error(`No family has ${category}`);
  return family[0];
}

/** The conditions that a category's rows name. */
export function conditionsOf(category: string): string[] {
  return (CATALOGUE[familyOf(category)]?.[category] ?? []).flatMap(({ when }) => (when === undefined ? [] : [when]));
}

/** R12: a condition that the rules leave to the head judge. */
export function isForTheHeadJudge(condition: string): boolean {
  return condition === 'malicious-advice';
}

/** R18: Warnings of this category count, and never upgrade by themselves. */
export function neverUpgrades(category: string): boolean {
  return category === 'failure-to-maintain-game-state';
}

/** R14, R16, R17: so many Warnings of one category earn a Game Loss. */
export function categoryThreshold(category: string): number {
  return familyOf(category) === 'unsporting-conduct' ? 2 : 3;
}

/** R15, R16, R17, R19: so many Warnings of one family earn a Game Loss; null where there is no total. */
export function familyThreshold(family: string, level: Level): number | null {
  if (family === 'unsporting-conduct' || level === 'casual') return null;
  return level === 'competitive' ? 6 : 5;
}
