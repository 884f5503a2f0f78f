import { expect, test } from '@jest/globals';
import { canonicalJson } from '@ladder/ledger';
import fc from 'fast-check';
import { isCanonical } from './canonical-form.js';

const values = fc.jsonValue({ maxDepth: 3 }).filter((value) => JSON.stringify(value).isWellFormed());

test('what was written canonically is canonical, and what the plain serializer wrote only where it wrote the same', () => {
  fc.assert(
    fc.property(values, (value) => {
      const text = canonicalJson(value);
      expect(isCanonical(text, JSON.parse(text))).toBe(true);
      const plain = JSON.stringify(value);
      expect(isCanonical(plain, JSON.parse(plain))).toBe(plain === text);
    }),
    { numRuns: 500 },
  );
});

test('a canonical text with any character more, less or changed is not', () => {
  fc.assert(
    fc.property(values, fc.nat(), fc.constantFrom(' ', '0', '"', '\n', '\\', 'e', '', '\u0000'), (value, at, other) => {
      const text = canonicalJson(value);
      const changed = text.slice(0, at % text.length) + other + text.slice((at % text.length) + 1);
      const parsed = unlessThrown((): unknown => JSON.parse(changed));
      fc.pre(parsed !== undefined);
      expect(unlessThrown(() => isCanonical(changed, parsed)) ?? false).toBe(changed === unlessThrown(() => canonicalJson(parsed)));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['{"a":1,"b":2}', true],
  ['{"b":2,"a":1}', false],
  ['[{"b":2,"a":1}]', false],
  ['{"a":1,"a":1}', false],
  ['{"10":1,"9":2}', true],
  ['{"9":2,"10":1}', false],
  ['{"a":1.0}', false],
  ['{"a":-0}', false],
  ['{"a":1e21}', false],
  ['{"a":1e+21}', true],
  ['{"a":"\\u00e9"}', false],
  ['{"a":"é"}', true],
  ['{"a":"\\\\ud800"}', true],
  ['{"a":"\\u001f"}', true],
  ['{"a":"\\u001F"}', false],
  ['{"a":"\\/"}', false],
  [' {}', false],
])('%s: %s', (text, expected) => {
  expect(isCanonical(text, JSON.parse(text))).toBe(expected);
});

test('a lone surrogate has no canonical form', () => {
  for (const text of ['{"a":"\\ud800"}', '{"\\ud800":1}', '{"a":"\ud800"}'])
    expect(() => isCanonical(text, JSON.parse(text))).toThrow('lone surrogate');
});

function unlessThrown<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
