import { describe, expect, it } from '@jest/globals';
import { OpenedTexts } from './opened-texts.js';

const opened = (text: string) => ({ text, salt: '' });

describe('OpenedTexts', () => {
  it('remembers what was opened until it is dropped', () => {
    const texts = new OpenedTexts(1000);
    texts.remember('a', opened('Ada'));
    expect(texts.get('a')).toEqual(opened('Ada'));
    texts.drop('a');
    expect(texts.get('a')).toBeUndefined();
  });

  it('lets the longest unused go when it is full', () => {
    const texts = new OpenedTexts(1000);
    for (const ref of ['a', 'b', 'c']) texts.remember(ref, opened('x'.repeat(100)));
    texts.get('a');
    texts.remember('d', opened('x'.repeat(100)));
    expect(['a', 'b', 'c', 'd'].filter((ref) => texts.get(ref))).toEqual(['a', 'c', 'd']);
  });

  it('never holds more than its capacity, however often a ref is remembered', () => {
    const texts = new OpenedTexts(1000);
    for (let round = 0; round < 100; round += 1) texts.remember('a', opened('x'.repeat(100)));
    texts.remember('b', opened('x'.repeat(100)));
    expect(texts.get('a')).toBeDefined();
    texts.remember('too large', opened('x'.repeat(2000)));
    expect(['a', 'b', 'too large'].some((ref) => texts.get(ref))).toBe(false);
  });

  it('with no capacity it remembers nothing', () => {
    const texts = new OpenedTexts(0);
    texts.remember('a', opened(''));
    expect(texts.get('a')).toBeUndefined();
  });
});
