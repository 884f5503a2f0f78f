import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wrap } from './wrap.js';

describe('a wrapped text', () => {
  it('breaks at spaces', () => {
    expect(wrap('Round 4, table 9: a Game Loss', 12)).toEqual(['Round 4,', 'table 9: a', 'Game Loss']);
  });

  it('leaves a long word whole, so that it can be copied', () => {
    expect(wrap('see http://127.0.0.1:3000/docs now', 10)).toEqual(['see', 'http://127.0.0.1:3000/docs', 'now']);
  });

  it('never loses a word and never makes a line too long out of words that fit', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\S{1,10}$/)), fc.integer({ min: 10, max: 60 }), (words, width) => {
        const lines = wrap(words.join(' '), width);
        expect(lines.flatMap((line) => line.split(' '))).toEqual(words);
        expect(lines.every((line) => line.length <= width)).toBe(true);
      }),
    );
  });
});
