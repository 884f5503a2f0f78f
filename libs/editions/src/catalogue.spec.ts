import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { categoryOf, EDITIONS, LEVELS, outcomeOf, PENALTIES, remedyFor, severity } from './index.js';
import type { Category, Edition, Level } from './index.js';

// The catalogue as a judge reads it: number, id, +conditions | levels | penalties that may be named, the one that stands unnamed first.
const CATALOGUE = `
  702.2   missed-trigger                                                        | all  | none
  702.2   missed-trigger +advantageous                                          | all  | warning
  702.3   forgetting-to-score                                                   | all  | none
  702.4   forgetting-to-draw-cards                                              | all  | none
  702.4   forgetting-to-draw-cards +advantageous                                | all  | warning
  702.5   looking-at-extra-cards                                                | all  | warning
  702.6   channeling-too-many-runes                                             | all  | warning
  702.7   channeling-too-few-runes                                              | all  | none
  702.7   channeling-too-few-runes +advantageous                                | all  | warning
  702.8   overpayment-for-cost                                                  | all  | none
  702.8   overpayment-for-cost +advantageous                                    | all  | warning
  702.9   mispayment-for-cost                                                   | all  | warning
  702.10  looking-at-secret-information                                         | all  | warning
  702.11  looking-at-opponent-private-information                               | all  | warning
  702.12  drawing-extra-cards                                                   | all  | warning
  702.13  facedown-card-error                                                   | all  | warning
  702.13  facedown-card-error +no-legal-replacement                             | all  | game-loss
  702.13  facedown-card-error +source-zone-grew                                 | all  | game-loss
  702.13  facedown-card-error +no-legal-replacement +source-zone-grew           | all  | game-loss
  702.14  mulligan-procedure-error                                              | all  | warning
  702.15  forgetting-to-ready                                                   | all  | none
  702.15  forgetting-to-ready +advantageous                                     | all  | warning
  702.16  general-error                                                         | all  | warning
  702.17  failure-to-maintain-game-state                                        | all  | warning
  703.2   slow-play                                                             | all  | warning
  703.3   decklist-error                                                        | all  | game-loss
  703.4   deck-presentation-error                                               | all  | warning
  703.4   deck-presentation-error +missing-chosen-champion                      | low  | warning game-loss
  703.4   deck-presentation-error +missing-chosen-champion                      | comp | warning game-loss
  703.4   deck-presentation-error +missing-chosen-champion                      | pro  | warning
  703.4   deck-presentation-error +no-champion-copy-left                        | all  | warning game-loss
  703.4   deck-presentation-error +caught-by-another-player-after-opening-hands | all  | game-loss
  703.4   deck-presentation-error +cannot-be-restored                           | all  | game-loss
  703.4   deck-presentation-error +extra-cards-in-deck-box                      | low  | warning
  703.4   deck-presentation-error +extra-cards-in-deck-box                      | comp | warning
  703.4   deck-presentation-error +extra-cards-in-deck-box                      | pro  | game-loss
  703.4   deck-presentation-error +missing-chosen-champion +cannot-be-restored  | low  | warning game-loss
  703.4   deck-presentation-error +missing-chosen-champion +cannot-be-restored  | comp | warning game-loss
  703.4   deck-presentation-error +missing-chosen-champion +cannot-be-restored  | pro  | game-loss
  703.4   deck-presentation-error +no-champion-copy-left +cannot-be-restored    | all  | warning game-loss
  703.4   deck-presentation-error +cannot-be-restored +extra-cards-in-deck-box  | all  | game-loss
  703.5   communication-violation                                               | all  | warning
  703.6   marked-cards                                                          | all  | warning
  703.7   insufficient-randomization                                            | all  | warning
  703.8   late-to-match                                                         | all  | warning
  703.8   late-to-match +over-2-minutes                                         | low  | warning
  703.8   late-to-match +over-2-minutes                                         | high | game-loss
  703.8   late-to-match +over-10-minutes                                        | all  | match-loss
  703.8   late-to-match +over-2-minutes +over-10-minutes                        | all  | match-loss
  703.8   late-to-match +never-arrived                                          | all  | match-loss
  703.9   outside-assistance                                                    | all  | match-loss
  703.9   outside-assistance +refused-by-calling-a-judge                        | all  | warning
  703.9   outside-assistance +malicious-advice                                  | all  | none
  703.9   outside-assistance +malicious-advice +refused-by-calling-a-judge      | all  | none
  703.10  improperly-determining-a-winner                                       | all  | match-loss
  704.2   unsporting-minor                                                      | all  | warning
  704.3   unsporting-major                                                      | all  | disqualification
  704.4   angle-shooting                                                        | all  | warning
  704.5   bribery                                                               | all  | match-loss
  704.6   wagering                                                              | all  | disqualification
  704.7   theft                                                                 | all  | disqualification
  704.8   cheating                                                              | all  | disqualification
`;

const LEVELS_CALLED: Readonly<Record<string, readonly Level[]>> = {
  low: ['casual'],
  comp: ['competitive'],
  pro: ['professional'],
  high: ['competitive', 'professional'],
  all: ['casual', 'competitive', 'professional'],
};

const rows = CATALOGUE.trim()
  .split('\n')
  .flatMap((line) => {
    const [error = '', levels = '', penalties = ''] = line.split('|').map((cell) => cell.trim());
    const [number, id = '', ...conditions] = error.split(/\s+/);
    return (LEVELS_CALLED[levels] ?? []).map((level) => ({
      error: [id, ...conditions].join(' '),
      tr: `TR ${number}`,
      id,
      conditions: conditions.map((condition) => condition.slice(1)),
      level,
      penalties: penalties.split(' '),
    }));
  });

describe('the guideline of 2026-10-16', () => {
  test.each(rows)('for $error at $level level is $penalties', ({ tr, id, conditions, level, penalties }) => {
    const category = the(id);
    expect(category.tr).toBe(tr);
    expect(outcomeOf(riftbound, category, conditions, level).penalties).toEqual(penalties);
  });

  test('covers the 32 categories, all of them in the table above', () => {
    expect(riftbound.categories).toHaveLength(32);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(riftbound.categories.map(({ id }) => id)));
  });

  test('of every category depends on each condition that it names, as the table above shows', () => {
    const named = riftbound.categories.flatMap(({ id, conditions }) => conditions.map((condition) => `${id} ${condition.id}`));
    const shown = rows.flatMap(({ id, conditions }) => conditions.map((condition) => `${id} ${condition}`));
    expect(new Set(named)).toEqual(new Set(shown));
  });

  test('drops the player who never arrived, and nobody else', () => {
    for (const category of riftbound.categories) {
      for (const outcome of category.outcomes) expect(outcome.drops === true).toBe(outcome.when.includes('never-arrived'));
    }
  });

  test('gives a match 2 minutes more for a player up to 2 minutes late, and 10 for one up to 10 minutes late', () => {
    const extension = (conditions: readonly string[], level: Level) =>
      outcomeOf(riftbound, the('late-to-match'), conditions, level).extensionMinutes;
    for (const level of LEVELS) {
      expect(extension([], level)).toBe(2);
      expect(extension(['over-2-minutes'], level)).toBe(10);
      expect(extension(['over-10-minutes'], level)).toBeUndefined();
      expect(extension(['never-arrived'], level)).toBeUndefined();
    }
  });

  test('leaves it to the head judge alone whether advice was malicious', () => {
    const reserved = riftbound.categories.flatMap(({ conditions }) => conditions.filter(({ headJudgeOnly }) => headJudgeOnly));
    expect(reserved.map(({ id }) => id)).toEqual(['malicious-advice']);
  });

  test('never upgrades Failure to Maintain Game State, and nothing else', () => {
    const never = riftbound.categories.filter(({ neverUpgrades }) => neverUpgrades !== undefined);
    expect(never.map(({ id, neverUpgrades }) => [id, neverUpgrades?.cites])).toEqual([['failure-to-maintain-game-state', ['TR 702.17.b']]]);
  });

  test('cites the rules for each line and condition, inside its own category', () => {
    for (const { tr, outcomes, conditions } of riftbound.categories) {
      for (const { cites } of [...outcomes, ...conditions]) {
        expect(cites).not.toHaveLength(0);
        for (const cite of cites) expect(`${cite}.`).toContain(`${tr}.`);
      }
    }
  });

  test('says of each row whether it is cited from this edition or carried over from the last', () => {
    const cited = riftbound.categories.filter(({ provenance }) => provenance.kind === 'cited');
    expect(cited.map(({ tr }) => tr)).toEqual(
      ['702.2', '702.4', '702.7', '702.8', '702.15', '702.17', '703.8', '703.9'].map((number) => `TR ${number}`),
    );
    for (const { provenance } of riftbound.categories) {
      expect(provenance.edition).toBe(provenance.kind === 'cited' ? riftbound.effective : '2026-07-16');
    }
  });
});

describe('any infraction', () => {
  test('always gets a line of its own category, whatever the judge claims', () => {
    fc.assert(
      fc.property(infraction(), ({ category, conditions, level }) => {
        expect(category.outcomes).toContain(outcomeOf(riftbound, category, conditions, level));
      }),
    );
  });

  test('always gets the first line that matches', () => {
    fc.assert(
      fc.property(infraction(), ({ category, conditions, level }) => {
        const place = placeOf(category, conditions, level);
        const matching = category.outcomes.map(
          ({ when, levels = LEVELS }) => levels.includes(level) && when.filter((condition) => !conditions.includes(condition)).length === 0,
        );
        expect(matching.indexOf(true)).toBe(place);
      }),
    );
  });

  test('never gets a later line because one more condition holds', () => {
    fc.assert(
      fc.property(infraction(), fc.constantFrom(...conditionIds), ({ category, conditions, level }, further) => {
        expect(placeOf(category, [...conditions, further], level)).toBeLessThanOrEqual(placeOf(category, conditions, level));
      }),
    );
  });

  test('gets the same line in whatever order the conditions are named, and however often', () => {
    fc.assert(
      fc.property(infraction(), ({ category, conditions, level }) => {
        const again = [...conditions, ...conditions].reverse();
        expect(placeOf(category, again, level)).toBe(placeOf(category, conditions, level));
      }),
    );
  });

  test('gets the same line with or without a condition of another category', () => {
    fc.assert(
      fc.property(infraction(), ({ category, conditions, level }) => {
        const own = conditions.filter((condition) => category.conditions.some(({ id }) => id === condition));
        expect(placeOf(category, own, level)).toBe(placeOf(category, conditions, level));
      }),
    );
  });
});

describe('the remedy', () => {
  test.each([
    ['missed-trigger', 'the next opponent chooses'],
    ['looking-at-extra-cards', 'the next opponent picks'],
    ['looking-at-opponent-private-information', 'The player whose information was seen chooses'],
    ['drawing-extra-cards', 'the next opponent chooses'],
    ['mulligan-procedure-error', 'the opponent may choose'],
  ])('of %s leaves a choice to the opponent, which the judge makes at random at casual level', (id, choice) => {
    expect(remedyFor(the(id), 'competitive')).toContain(choice);
    expect(remedyFor(the(id), 'professional')).toContain(choice);
    expect(remedyFor(the(id), 'casual')).not.toContain(choice);
    expect(remedyFor(the(id), 'casual')).toMatch(/judge .*at random/);
  });

  test('leaves no choice to an opponent at casual level', () => {
    for (const category of riftbound.categories) expect(remedyFor(category, 'casual')).not.toMatch(/opponent (may )?(chooses?|picks?)/);
  });

  test.each(['channeling-too-many-runes', 'mispayment-for-cost', 'general-error', 'communication-violation'])(
    'of %s sends the judge to the head judge for a longer rewind, or to an appeals judge where there is one',
    (id) => {
      expect(remedyFor(the(id), 'casual')).toMatch(/more than the last action, get the head judge first/);
      expect(remedyFor(the(id), 'competitive')).toMatch(/more than the last action, get the head judge or an appeals judge first/);
      expect(remedyFor(the(id), 'professional')).toMatch(/more than the last action, get the head judge or an appeals judge first/);
    },
  );

  test('never speaks of a rewind without saying who allows a long one', () => {
    for (const category of riftbound.categories) {
      for (const level of LEVELS) {
        const remedy = remedyFor(category, level);
        expect(/rewind/i.test(remedy)).toBe(/head judge.* first/.test(remedy));
      }
    }
  });
});

test('a category that the edition does not have is not found', () => {
  expect(categoryOf(riftbound, 'missed-triggers')).toBeUndefined();
  expect(categoryOf(riftbound, '__proto__')).toBeUndefined();
});

test('an edition without a final line is a bug that is told, not a penalty that is guessed', () => {
  const category: Category = { ...the('bribery'), outcomes: [] };
  expect(() => outcomeOf(riftbound, category, [], 'casual')).toThrow('riftbound-2026-10-16, bribery: no outcome for [] at casual.');
});

test('penalties rise from none to disqualification', () => {
  expect(PENALTIES.map(severity)).toEqual([0, 1, 2, 3, 4]);
  expect(severity('none')).toBeLessThan(severity('warning'));
  expect(severity('warning')).toBeLessThan(severity('game-loss'));
  expect(severity('game-loss')).toBeLessThan(severity('match-loss'));
  expect(severity('match-loss')).toBeLessThan(severity('disqualification'));
});

const riftbound = edition('riftbound-2026-10-16');
const conditionIds = [...new Set(riftbound.categories.flatMap(({ conditions }) => conditions.map(({ id }) => id)))];

function edition(id: string): Edition {
  const found = EDITIONS.get(id);
  if (found === undefined) throw new Error(`There is no edition ${id}.`);
  return found;
}

function the(id: string): Category {
  const category = categoryOf(riftbound, id);
  if (category === undefined) throw new Error(`There is no category ${id}.`);
  return category;
}

/** The index of the line that an infraction gets. */
function placeOf(category: Category, conditions: readonly string[], level: Level): number {
  return category.outcomes.indexOf(outcomeOf(riftbound, category, conditions, level));
}

/** Any category with conditions out of the whole edition, mostly its own. */
function infraction() {
  return fc.constantFrom(...riftbound.categories).chain((category) => {
    const own = category.conditions.map(({ id }) => id);
    return fc.record({
      category: fc.constant(category),
      conditions: fc.tuple(fc.subarray(own), fc.subarray(conditionIds, { maxLength: 2 })).map((parts) => parts.flat()),
      level: fc.constantFrom(...LEVELS),
    });
  });
}
