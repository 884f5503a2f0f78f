import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowKeys } from './row-keys.js';

function keysOf(rows: readonly (readonly string[])[], { secret = 'a secret', tournament = 'open' } = {}): string[] {
  const hmac = (...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  const keys = new RowKeys({ hmac }, 'import-penalty', tournament);
  return rows.map((row) => keys.next(row));
}

/** Few words, so that equal rows are frequent. */
const rows = fc.array(fc.tuple(fc.constantFrom('Ana', 'Ben'), fc.constantFrom('Slow Play', 'Marked Cards'), fc.constantFrom('1', '2')), {
  maxLength: 12,
});

describe('the key of a row', () => {
  it('is never that of another row, not even of an equal one', () => {
    fc.assert(
      fc.property(rows, (some) => {
        expect(new Set(keysOf(some)).size).toBe(some.length);
      }),
    );
  });

  it('does not depend on where the row stands: the same rows in any order have the same keys, and more rows only add some', () => {
    fc.assert(
      fc.property(rows, rows, fc.func(fc.integer()), (some, more, order) => {
        const shuffled = some.map((row, index) => [order(index), row] as const).sort(([one], [other]) => one - other);
        expect(new Set(keysOf(shuffled.map(([, row]) => row)))).toEqual(new Set(keysOf(some)));
        expect(new Set(keysOf([...more, ...some]))).toEqual(new Set([...keysOf(some), ...keysOf([...some, ...more])]));
      }),
    );
  });

  it('is the same for the same words, however they are padded or composed', () => {
    expect(keysOf([['Zoë  Lind', '1']])).toEqual(keysOf([[' Zoe\u0308 Lind ', '1']]));
  });

  it('is another in another tournament, and under another secret', () => {
    const row = [['Ana', '1']];
    expect(new Set([...keysOf(row), ...keysOf(row, { tournament: 'side' }), ...keysOf(row, { secret: 'other' })]).size).toBe(3);
  });
});
