import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { categoryOf, outcomeOf } from './catalogue.js';
import { RIFTBOUND_2026_10_16 as EDITION } from './riftbound-2026-10-16.js';
import { RIFTBOUND_WORDINGS } from './riftbound-wordings.js';
import { LEVELS } from './level.js';
import { PENALTIES } from './penalty.js';
import { Wordings, conditionsGiving, penaltyIn, wordingKey } from './wordings.js';

const wordings = new Wordings(EDITION);
const read = (text: string) => wordings.readingsOf(text).map(({ category, conditions }) => [category, ...conditions].join(' +'));

describe('what other tools call an infraction', () => {
  test.each([
    ['Slow Play', 'slow-play'],
    ['slow-play', 'slow-play'],
    ['TE – Slow play', 'slow-play'],
    ['Tournament Error: Slow Play (703.2)', 'slow-play'],
    ['TR 702.5 Looking at Extra Cards', 'looking-at-extra-cards'],
    ['GPE - LEC', 'looking-at-extra-cards'],
    ['L@EC', 'looking-at-extra-cards'],
    ['702.5', 'looking-at-extra-cards'],
    ['Drawing  extra CARDS', 'drawing-extra-cards'],
    ['No Show', 'late-to-match +never-arrived'],
    ['Unsporting Conduct – Minor', 'unsporting-minor'],
    ['Insufficient Randomisation', 'insufficient-randomization'],
  ])('%s is %s', (text, reading) => {
    expect(read(text)).toEqual([reading]);
  });

  test.each(['Extra cards', 'Deck/Decklist Problem', 'USC'])('%s may be two things, and is not guessed', (text) => {
    expect(read(text)).toHaveLength(2);
  });

  test.each(['', ' ', '702', '702.99', 'Slow Play and Marked Cards', 'Looking at cards', 'TE', '???'])(
    '%j is nothing that is known, and is not guessed',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  test('what it resembles can be named', () => {
    expect(wordings.near('Lookin at xtra cards')[0]).toBe('looking-at-extra-cards');
    expect(wordings.near('Sloww Pay')[0]).toBe('slow-play');
    expect(wordings.near('qqq')).toEqual([]);
  });

  test('a wording that is added counts, and takes the place of one that ships', () => {
    const added = new Wordings(EDITION, [
      { wording: 'Zeitspiel', category: 'slow-play', conditions: [] },
      { wording: 'USC', category: 'unsporting-minor', conditions: [] },
    ]);
    expect(added.readingsOf('ZEITSPIEL')).toEqual([{ category: 'slow-play', conditions: [] }]);
    expect(added.readingsOf('usc')).toEqual([{ category: 'unsporting-minor', conditions: [] }]);
  });
});

describe('the table that ships', () => {
  test('names categories and conditions of the edition only, and something for every category', () => {
    for (const { category: id, conditions } of RIFTBOUND_WORDINGS) {
      const category = categoryOf(EDITION, id);
      expect([id, category?.id]).toEqual([id, id]);
      for (const each of conditions) expect(category?.conditions.map((known) => known.id)).toContain(each);
    }
    const named = new Set(RIFTBOUND_WORDINGS.map(({ category }) => category));
    expect(EDITION.categories.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
  });

  test('gives a second meaning to no name of the edition', () => {
    for (const { id, name } of EDITION.categories) expect([read(id), read(name)]).toEqual([[id], [id]]);
  });
});

test('accents, case, punctuation and spaces never tell two wordings apart', () => {
  const noise = fc.constantFrom(' ', '  ', '-', ' – ', '/', ': ', '_', '.');
  fc.assert(
    fc.property(fc.constantFrom(...RIFTBOUND_WORDINGS), noise, fc.boolean(), ({ wording }, between, shouting) => {
      const other = (shouting ? wording.toUpperCase() : wording).replace(/[^\p{L}\p{N}]+/gu, between);
      expect(wordingKey(other)).toBe(wordingKey(wording));
    }),
  );
});

describe('the conditions under which a guideline gives a penalty', () => {
  const giving = (category: string, penalty: (typeof PENALTIES)[number]) => {
    const of = categoryOf(EDITION, category);
    return of && conditionsGiving(EDITION, of, 'competitive', penalty);
  };

  test('are none where it gives it anyway, and one where a single line does', () => {
    expect(giving('slow-play', 'warning')).toEqual([[]]);
    expect(giving('missed-trigger', 'none')).toEqual([[]]);
    expect(giving('missed-trigger', 'warning')).toEqual([['advantageous']]);
    expect(giving('late-to-match', 'game-loss')).toEqual([['over-2-minutes']]);
  });

  test('are several where several lines do, and there are none for a deviation', () => {
    expect(giving('late-to-match', 'match-loss')).toEqual([['never-arrived'], ['over-10-minutes']]);
    expect(giving('slow-play', 'game-loss')).toEqual([]);
  });

  test('always give it', () => {
    for (const category of EDITION.categories) {
      for (const level of LEVELS) {
        for (const penalty of PENALTIES) {
          for (const conditions of conditionsGiving(EDITION, category, level, penalty)) {
            expect(outcomeOf(EDITION, category, conditions, level).penalties).toContain(penalty);
          }
        }
      }
    }
  });
});

test.each([
  ['Warning', 'warning'],
  ['W', 'warning'],
  ['GAME LOSS', 'game-loss'],
  ['ml', 'match-loss'],
  ['Disqualified', 'disqualification'],
  ['No Penalty', 'none'],
  ['-', 'none'],
  ['', undefined],
  ['Caution', undefined],
  ['Warning, upgraded', undefined],
])('the sanction %j is %s', (words, penalty) => {
  expect(penaltyIn(words)).toBe(penalty);
});
