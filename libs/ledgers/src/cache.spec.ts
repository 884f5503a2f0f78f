import { describe, expect, it } from '@jest/globals';
import { ledgerUnder } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { LedgerCache } from './cache.js';

describe('the ledgers in memory', () => {
  it('a ledger that was kept is the very one that is got', () => {
    const cache = new LedgerCache(10);
    const ledger = ledgerOf(3);
    cache.keep('a', ledger);
    expect(cache.get('a')).toBe(ledger);
    expect(cache.get('b')).toBeUndefined();
  });

  it('the one unused for longest goes when there are too many events', () => {
    const cache = new LedgerCache(10);
    cache.keep('a', ledgerOf(4));
    cache.keep('b', ledgerOf(4));
    expect(cache.get('a')).toBeDefined();
    cache.keep('c', ledgerOf(4));
    expect(held(cache)).toEqual(['a', 'c']);
  });

  it('as many go as there must', () => {
    const cache = new LedgerCache(10);
    for (const name of ['a', 'b', 'c']) cache.keep(name, ledgerOf(3));
    cache.keep('d', ledgerOf(7));
    expect(held(cache)).toEqual(['c', 'd']);
  });

  it('a ledger above the bound is kept alone', () => {
    const cache = new LedgerCache(10);
    cache.keep('a', ledgerOf(4));
    cache.keep('b', ledgerOf(50));
    expect(held(cache)).toEqual(['b']);
    cache.keep('c', ledgerOf(1));
    expect(held(cache)).toEqual(['c']);
  });

  it('events that were folded in place since count when the ledger is kept again', () => {
    const cache = new LedgerCache(10);
    const [a, b] = [ledgerOf(4), ledgerOf(4)];
    cache.keep('a', a);
    cache.keep('b', b);
    b.revision += 3;
    cache.keep('b', b);
    expect(held(cache)).toEqual(['b']);
  });

  it('what was forgotten or let go counts no more, however often that happens', () => {
    const cache = new LedgerCache(10);
    for (let times = 0; times < 100; times += 1) {
      cache.keep('a', ledgerOf(6));
      cache.keep('b', ledgerOf(6));
      cache.forget('b');
      cache.forget('b');
    }
    cache.keep('c', ledgerOf(5));
    cache.keep('d', ledgerOf(5));
    expect(held(cache)).toEqual(['c', 'd']);
  });
});

/** A ledger of so many events. */
function ledgerOf(events: number): Ledger {
  return { ...ledgerUnder('riftbound-2026-10-16')!, revision: events - 1 };
}

function held(cache: LedgerCache): string[] {
  return ['a', 'b', 'c', 'd'].filter((name) => cache.get(name) !== undefined);
}
