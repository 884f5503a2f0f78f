import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EDITIONS, LEVELS, ladderFor, outcomeOf, remedyFor, upgradesAt, validateEdition } from './index.js';
import { RIFTBOUND_2026_10_16 } from './riftbound-2026-10-16.js';

test('every edition on the shelf is sound', () => {
  for (const edition of EDITIONS.values()) expect(validateEdition(edition)).toEqual({ ok: true, edition });
});

describe('an edition is refused, with the place named,', () => {
  const ladder0 = 'riftbound-2026-10-16, ladder[0] game-play-error/same-category';
  const category3 = 'riftbound-2026-10-16, categories[3] looking-at-extra-cards';
  const category0 = 'riftbound-2026-10-16, categories[0] missed-trigger';

  test.each<[string, Change, string[]]>([
    // The ladder
    [
      'for a threshold below 2',
      ['ladder.0.thresholds.casual.count', 1],
      [`${ladder0}, thresholds, casual: count must be a whole number of at least 2, not 1.`],
    ],
    [
      'for a threshold that is no whole number',
      ['ladder.0.thresholds.casual.count', 2.5],
      [`${ladder0}, thresholds, casual: count must be a whole number of at least 2, not 2.5.`],
    ],
    [
      'for a threshold that is a text',
      ['ladder.0.thresholds.casual.count', '3'],
      [`${ladder0}, thresholds, casual: count must be a whole number of at least 2, not "3".`],
    ],
    [
      'for a threshold at an unknown level',
      ['ladder.0.thresholds.expert', { count: 3, cites: [] }],
      [`${ladder0}, thresholds: has no field "expert"; there are casual, competitive, professional.`],
    ],
    [
      'for a rule that holds at no level',
      ['ladder.0.thresholds', {}],
      [`${ladder0}, thresholds: needs a level; leave out a rule that holds at none.`],
    ],
    [
      'for a rule of an unknown family',
      ['ladder.0.family', 'manners'],
      [`${ladder0}: belongs to manners, which is no family of the edition.`],
    ],
    [
      'for a rule that is not called after its family and scope',
      ['ladder.0.id', 'game-play-error/thrice'],
      [
        'riftbound-2026-10-16, ladder[0] game-play-error/thrice: ' +
          'its id must be game-play-error/same-category, after its family and scope.',
      ],
    ],
    [
      'for a rule that stands there twice',
      ['ladder.1', RIFTBOUND_2026_10_16.ladder[0]],
      ['riftbound-2026-10-16, ladder[1] game-play-error/same-category: the id game-play-error/same-category stands in ladder already.'],
    ],
    ['for a rule of an unknown scope', ['ladder.0.scope', 'player'], [`${ladder0}: scope must be one of category, family, not "player".`]],
    [
      'for a threshold that cites no rule',
      ['ladder.0.thresholds.casual.cites', ['702.1']],
      [`${ladder0}, thresholds, casual: cites "702.1", which is no citation such as "TR 702.5".`],
    ],

    // Categories
    [
      'for a category of no family',
      ['categories.3.family', 'manners'],
      [`${category3}: belongs to manners, which is no family of the edition.`],
    ],
    ['for a category without a family', ['categories.3.family', undefined], [`${category3}: needs family, a slug such as "slow-play".`]],
    ['for a category without a name', ['categories.3.name', ' '], [`${category3}: name must be a text that is not empty, not " ".`]],
    ['for a category without a remedy', ['categories.3.remedy', undefined], [`${category3}: needs remedy, a text that is not empty.`]],
    [
      'for a category that stands there twice',
      ['categories.3.id', 'missed-trigger'],
      ['riftbound-2026-10-16, categories[3] missed-trigger: the id missed-trigger stands in categories already.'],
    ],
    [
      'for an id that is no slug',
      ['categories.3.id', 'Looking at Extra Cards'],
      ['riftbound-2026-10-16, categories[3]: id must be a slug such as "slow-play", not "Looking at Extra Cards".'],
    ],
    [
      'for a category whose number is a section only',
      ['categories.3.tr', 'TR 702'],
      [`${category3}: tr must be a citation such as "TR 702.5", not "TR 702".`],
    ],
    [
      'for a remedy at an unknown level',
      ['categories.3.remedyAt', { kitchen: 'Play on.' }],
      [`${category3}, remedyAt: has no field "kitchen"; there are casual, competitive, professional.`],
    ],
    [
      'for a remedy at a level without words',
      ['categories.3.remedyAt.casual', 7],
      [`${category3}, remedyAt: casual must be a text that is not empty, not 7.`],
    ],
    [
      'for a misspelt optional field',
      ['categories.3.neverUpgrade', { cites: [] }],
      [
        `${category3}: has no field "neverUpgrade"; there are id, tr, name, family, conditions, outcomes, neverUpgrades, remedy, remedyAt, ` +
          'provenance.',
      ],
    ],
    [
      'for neverUpgrades as a mere flag',
      ['categories.3.neverUpgrades', true],
      [`${category3}, neverUpgrades: must be an object, not true.`],
    ],
    [
      'for neverUpgrades that cites no rule',
      ['categories.3.neverUpgrades', { cites: ['R18'] }],
      [`${category3}, neverUpgrades: cites "R18", which is no citation such as "TR 702.5".`],
    ],
    [
      'for a category without provenance',
      ['categories.3.provenance', undefined],
      [`${category3}, provenance: must be an object, not undefined.`],
    ],
    [
      'for a provenance of an unknown kind, from no day of the calendar',
      ['categories.3.provenance', { kind: 'heard', edition: '2026-02-30' }],
      [
        `${category3}, provenance: kind must be one of cited, carried-over, not "heard".`,
        `${category3}, provenance: edition must be a date such as "2026-10-16", not "2026-02-30".`,
      ],
    ],
    ['for a category that is a list', ['categories.3', []], ['riftbound-2026-10-16, categories[3]: must be an object, not a list.']],

    // Conditions
    [
      'for a condition that stands there twice',
      ['categories.0.conditions.1', RIFTBOUND_2026_10_16.categories[0]?.conditions[0]],
      [`${category0}, conditions[1] advantageous: the id advantageous stands in conditions already.`],
    ],
    [
      'for a condition without a name',
      ['categories.0.conditions.0.name', ''],
      [`${category0}, conditions[0] advantageous: name must be a text that is not empty, not "".`],
    ],
    [
      'for a flag that is false instead of absent',
      ['categories.0.conditions.0.headJudgeOnly', false],
      [`${category0}, conditions[0] advantageous: headJudgeOnly must be true, or absent, not false.`],
    ],
    [
      'for a condition that cites no rule',
      ['categories.0.conditions.0.cites', ['TR 702.2.', 'TR 702.2.e']],
      [`${category0}, conditions[0] advantageous: cites "TR 702.2.", which is no citation such as "TR 702.5".`],
    ],

    // Outcomes
    [
      'for an unknown condition in an outcome',
      ['categories.0.outcomes.0.when', ['advantageous', 'lucky']],
      [`${category0}, outcomes[0]: when names an unknown condition, "lucky".`],
    ],
    [
      'for a condition named twice in an outcome',
      ['categories.0.outcomes.0.when', ['advantageous', 'advantageous']],
      [`${category0}, outcomes[0]: when names advantageous twice.`],
    ],
    [
      'for an unknown level in an outcome',
      ['categories.0.outcomes.0.levels', ['casual', 'expert']],
      [`${category0}, outcomes[0]: levels names an unknown level, "expert".`],
    ],
    [
      'for an outcome at no level',
      ['categories.0.outcomes.0.levels', []],
      [`${category0}, outcomes[0]: holds at no level; leave levels out for all of them.`],
    ],
    [
      'for an unknown penalty',
      ['categories.0.outcomes.0.penalties', ['warning', 'scolding']],
      [`${category0}, outcomes[0]: penalties names an unknown penalty, "scolding".`],
    ],
    [
      'for an outcome without a penalty',
      ['categories.0.outcomes.0.penalties', []],
      [`${category0}, outcomes[0]: needs a penalty; "none" is one.`],
    ],
    [
      'for an outcome that drops nobody',
      ['categories.0.outcomes.0.drops', false],
      [`${category0}, outcomes[0]: drops must be true, or absent, not false.`],
    ],
    [
      'for an extension of no minutes',
      ['categories.0.outcomes.0.extensionMinutes', 0],
      [`${category0}, outcomes[0]: extensionMinutes must be a whole number of at least 1, not 0.`],
    ],
    [
      'for an outcome that cites nothing at all',
      ['categories.0.outcomes.0.cites', undefined],
      [`${category0}, outcomes[0]: needs cites, a list.`],
    ],
    [
      'for outcomes without a final unconditional line',
      ['categories.3.outcomes', []],
      [`${category3}: its outcomes need a last line without conditions and levels.`],
    ],
    [
      'for a final line that asks for a condition',
      ['categories.0.outcomes', [line(['advantageous'])]],
      [`${category0}: its outcomes need a last line without conditions and levels.`],
    ],
    [
      'for a final line that holds at some levels only',
      ['categories.3.outcomes.0.levels', ['competitive', 'professional']],
      [`${category3}: its outcomes need a last line without conditions and levels.`],
    ],
    [
      'for a line after an unconditional one',
      ['categories.3.outcomes.1', { when: [], levels: ['casual'], penalties: ['none'], cites: [] }],
      [
        `${category3}, outcomes[1]: can never be reached: a line before it always matches first.`,
        `${category3}: its outcomes need a last line without conditions and levels.`,
      ],
    ],
    [
      'for a line that earlier ones leave no case',
      ['categories.0.outcomes', [line(['advantageous']), line(['advantageous'], ['casual']), line([])]],
      [`${category0}, outcomes[1]: can never be reached: a line before it always matches first.`],
    ],

    // Families
    [
      'for a family that stands there twice',
      ['families.3', RIFTBOUND_2026_10_16.families[0]],
      ['riftbound-2026-10-16, families[3] game-play-error: the id game-play-error stands in families already.'],
    ],
    [
      'for a family without a name',
      ['families.0.name', undefined],
      ['riftbound-2026-10-16, families[0] game-play-error: needs name, a text that is not empty.'],
    ],
    [
      'for a family of no section',
      ['families.0.tr', '702'],
      ['riftbound-2026-10-16, families[0] game-play-error: tr must be a section such as "TR 702", not "702".'],
    ],

    // The edition itself
    [
      'for an id of more than 64 characters',
      ['categories.3.id', 'a'.repeat(65)],
      [`riftbound-2026-10-16, categories[3]: id must be a slug such as "slow-play", not "${'a'.repeat(60)}…".`],
    ],
    ['for an id that cannot be named', ['id', '../secrets'], ['the edition: id must be a slug such as "slow-play", not "../secrets".']],
    ['without a game', ['game', undefined], ['riftbound-2026-10-16: needs game, a text that is not empty.']],
    ['without a title', ['title', null], ['riftbound-2026-10-16: title must be a text that is not empty, not null.']],
    [
      'for a date that is none',
      ['effective', '2026-13-01'],
      ['riftbound-2026-10-16: effective must be a date such as "2026-10-16", not "2026-13-01".'],
    ],
    [
      'for counting per anything else than tournament or day',
      ['countedPer', 'round'],
      ['riftbound-2026-10-16: countedPer must be one of tournament, day, not "round".'],
    ],
    [
      'for a setting below zero',
      ['settings.duplicateWithinMinutes', -1],
      ['riftbound-2026-10-16, settings: duplicateWithinMinutes must be a whole number of at least 0, not -1.'],
    ],
    [
      'for a setting that is missing',
      ['settings', { duplicateWithinMinutes: 10 }],
      ['riftbound-2026-10-16, settings: needs extensionAfterSeconds, a whole number of at least 0.'],
    ],
    ['for a ladder that is no list', ['ladder', { casual: 3 }], ['riftbound-2026-10-16: ladder must be a list, not an object.']],
    ['without categories', ['categories', []], ['riftbound-2026-10-16: needs a category.']],
  ])('%s', (_, [path, value], complaints) => {
    expect(validateEdition(changed(path, value))).toEqual({ ok: false, complaints });
  });

  test('without families, which leaves every category and rule without one', () => {
    const verdict = validateEdition(changed('families', []));
    expect(verdict).toMatchObject({ ok: false });
    expect(verdict.ok ? [] : verdict.complaints).toHaveLength(1 + 32 + 5);
  });

  test('and a long value is quoted in short', () => {
    const verdict = validateEdition(changed('id', 'X'.repeat(1_000_000)));
    expect(verdict).toEqual({ ok: false, complaints: [`the edition: id must be a slug such as "slow-play", not "${'X'.repeat(60)}…".`] });
  });

  test.each([
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a number', 42, '42'],
    ['a text', '{"id": 1}', '"{\\"id\\": 1}"'],
    ['a list', [RIFTBOUND_2026_10_16], 'a list'],
  ])('for being %s', (_, candidate, shown) => {
    expect(validateEdition(candidate)).toEqual({ ok: false, complaints: [`the edition: must be an object, not ${shown}.`] });
  });
});

test('an id may have 64 characters', () => {
  expect(validateEdition(changed('categories.3.id', 'a'.repeat(64)))).toMatchObject({ ok: true });
});

describe('the outcomes of a category may', () => {
  test('narrow a line to a level first and widen it after', () => {
    const lines = [line(['advantageous'], ['casual']), line(['advantageous']), line([])];
    expect(validateEdition(changed('categories.0.outcomes', lines))).toMatchObject({ ok: true });
  });

  test('leave a condition unused, so that an older ruling which states it can still be judged', () => {
    expect(validateEdition(changed('categories.0.outcomes', [line([])]))).toMatchObject({ ok: true });
  });
});

test('no JSON makes the validation fail: it is an edition or it gets complaints', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.anything({ withNullPrototype: true, withBigInt: true })), (candidate) => {
      const verdict = validateEdition(candidate);
      expect(verdict.ok ? [] : verdict.complaints).not.toHaveLength(0);
    }),
  );
});

test('whatever stands anywhere in an edition, it gets complaints or every look-up works', () => {
  const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(2, 'warning', 'casual', 'slow-play', 'TR 1.2', [], {}, ['warning'], true));
  fc.assert(
    fc.property(fc.constantFrom(...paths(RIFTBOUND_2026_10_16)), anything, (path, value) => {
      const verdict = validateEdition(changed(path, value));
      if (!verdict.ok) {
        for (const complaint of verdict.complaints) expect(complaint).toMatch(/^(riftbound-2026-10-16|the edition)[^:]*: .+\.$/su);
        return;
      }
      const { edition } = verdict;
      for (const category of edition.categories) {
        const conditions = category.conditions.map(({ id }) => id);
        for (const level of LEVELS) {
          expect(category.outcomes).toContain(outcomeOf(edition, category, conditions, level));
          expect(category.outcomes).toContain(outcomeOf(edition, category, [], level));
          expect(remedyFor(category, level)).not.toBe('');
          for (const { threshold } of ladderFor(edition, category, level)) expect(threshold).toBeGreaterThanOrEqual(2);
          expect(upgradesAt(edition, level, { family: category.family })).not.toBe(1);
        }
      }
    }),
    { numRuns: 300 },
  );
});

/** The path of a field, its steps joined by dots, and what shall stand there; `undefined` takes the field away. */
type Change = readonly [path: string, value: unknown];

/** The built-in edition as JSON with one place changed. */
function changed(path: string, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(RIFTBOUND_2026_10_16));
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let holder = copy as Record<string, unknown>;
  for (const step of steps) holder = holder[step] as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

/** Every place of a value, as a path. */
function paths(value: unknown, before = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([step, inner]) => [`${before}${step}`, ...paths(inner, `${before}${step}.`)]);
}

function line(when: readonly string[], levels?: readonly string[]) {
  return { when, ...(levels && { levels }), penalties: ['warning'], cites: [] };
}
