import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { commitmentTo, seal } from './seal.js';

describe('seal', () => {
  it('commits to salt and text: SHA-256 over the salt followed by the text in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { kept, sealed } = seal(text, ['p1']);
        const expected = createHash('sha256').update(Buffer.from(kept.salt, 'hex')).update(Buffer.from(text, 'utf8')).digest('hex');
        expect(sealed).toEqual({ ref: kept.ref, commitment: expected });
        expect(commitmentTo(kept)).toBe(expected);
        expect(kept).toMatchObject({ text, persons: ['p1'] });
      }),
    );
  });

  it('a known commitment: 32 zero bytes and the empty text', () => {
    const salt = '0'.repeat(64);
    expect(commitmentTo({ salt, text: '' })).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925');
  });

  it('the same text twice has two refs, two salts and two commitments', () => {
    const [one, other] = [seal('again', ['p1']), seal('again', ['p1'])];
    expect(one.sealed.ref).not.toBe(other.sealed.ref);
    expect(one.kept.salt).not.toBe(other.kept.salt);
    expect(one.sealed.commitment).not.toBe(other.sealed.commitment);
  });

  it('a text that concerns nobody, or has no UTF-8 form, is refused', () => {
    expect(() => seal('text', [])).toThrow(TypeError);
    expect(() => seal('\ud83d', ['p1'])).toThrow(TypeError);
  });
});
