import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pageOf } from './paging.js';
import { Problem } from './problem.js';

const keyOf = (item: string) => item;
const keys = fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 30 });

/** Every page, one after another; `between` may change the list meanwhile. */
function pages(list: readonly string[], limit: number, between: (list: readonly string[]) => readonly string[] = (same) => same): string[] {
  const seen: string[] = [];
  let now = list;
  for (let cursor: string | undefined; ;) {
    const { items, next } = pageOf(now, keyOf, { limit: String(limit), ...(cursor !== undefined && { cursor }) });
    seen.push(...items);
    if (next === null) return seen;
    cursor = next;
    now = between(now);
  }
}

describe('pages', () => {
  it('hold the whole list, whatever their size', () => {
    fc.assert(fc.property(keys, fc.integer({ min: 1, max: 40 }), (list, limit) => expect(pages(list, limit)).toEqual(list)));
  });

  it('go on where they were while new things come ahead of them', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 5 }), (list, limit) => {
        let news = 0;
        expect(pages(list, limit, (now) => [`new ${news++}`.padStart(60), ...now])).toEqual(list);
      }),
    );
  });

  it('are of 100 things unless told, and the last one says that it is', () => {
    const list = Array.from({ length: 101 }, (_, index) => `item-${index}`);
    expect(pageOf(list, keyOf, {}).items).toHaveLength(100);
    expect(pageOf(list.slice(0, 100), keyOf, {}).next).toBeNull();
    expect(pageOf([], keyOf, {})).toEqual({ items: [], next: null });
  });

  it('are refused for a cursor of another list', () => {
    const { next } = pageOf(['a', 'b'], keyOf, { limit: '1' });
    expect(() => pageOf(['c', 'd'], keyOf, { cursor: next ?? '' })).toThrow(Problem);
    expect(() => pageOf(['a'], keyOf, { cursor: '' })).toThrow(Problem);
  });
});
