import { describe, expect, test } from '@jest/globals';
import { attending, competitive, given } from '../../spec/given.js';
import { sealed } from '../../spec/hall.js';
import { ERASED, FreeText, Name, OpenText, Sentence, open, official, player, say, sealedIn } from './opening.js';

const { ledger } = given(competitive(), attending('Ana'));
const everything: ReadonlyMap<string, string> = new Map([
  ['Ana', 'Ana Ito'],
  ['head', 'Hedda'],
  ['why', 'because'],
  ['The Open', 'The Open'],
]);
const view = {
  name: player('Ana'),
  judge: official('head'),
  reason: new FreeText(sealed('why')),
  title: new OpenText(sealed('The Open')),
  words: say`${official('head')} warns ${player('Ana')}, for the ${2}nd time.`,
  nothing: new FreeText(null),
  list: [{ deep: player('Ana') }, 3, null],
};

test('a view is filled with names and texts', () => {
  expect(open(view, ledger, everything, true)).toEqual({
    name: 'Ana Ito',
    judge: 'Hedda',
    reason: 'because',
    title: 'The Open',
    words: 'Hedda warns Ana Ito, for the 2nd time.',
    nothing: null,
    list: [{ deep: 'Ana Ito' }, 3, null],
  });
});

test('free texts are null for those who may not read them, names are not', () => {
  expect(open(view, ledger, everything, false)).toMatchObject({ name: 'Ana Ito', title: 'The Open', reason: null });
});

test('what was erased is shown as such: a name by a word, a text by nothing', () => {
  expect(open(view, ledger, new Map(), true)).toMatchObject({
    name: ERASED,
    reason: null,
    title: null,
    words: `${ERASED} warns ${ERASED}, for the 2nd time.`,
  });
});

test('who has no name here is called by the id', () => {
  expect(open([official('saga'), new Name('team', 'team-9')], ledger, everything, true)).toEqual(['saga', 'team-9']);
});

describe('what opening a view needs', () => {
  const needed = (mayReadTexts: boolean) => sealedIn(view, ledger, mayReadTexts).map((each) => each.ref);

  test('are its names and texts', () => {
    expect(needed(true)).toEqual(['Ana', 'head', 'why', 'The Open', 'head', 'Ana', 'Ana']);
  });

  test('are no free texts for those who may not read them', () => {
    expect(needed(false)).not.toContain('why');
  });
});

test('sentences are joined by a space, or by what is told', () => {
  const one = say`${player('Ana')} errs.`;
  expect(open(Sentence.join([one, say`Again.`]), ledger, everything, true)).toBe('Ana Ito errs. Again.');
  expect(open(Sentence.join([one, one], ', '), ledger, everything, true)).toBe('Ana Ito errs., Ana Ito errs.');
  expect(open(Sentence.join([]), ledger, everything, true)).toBe('');
});
