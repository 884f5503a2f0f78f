import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { masterKeyOf } from './master-key.js';
import { decryptText, encryptText, newPersonKey, unwrapPersonKey, wrapPersonKey } from './person-keys.js';
import { seal } from './seal.js';

const [ada, ben] = [newPersonKey('ada'), newPersonKey('ben')];
const { kept } = seal('Ada and Ben spoke — 話した', ['ada', 'ben']);

describe('the keys of persons', () => {
  it('a text is read with the keys of all its persons, in whatever order', () => {
    const sealed = encryptText(kept, [ada, ben]);
    expect(decryptText(kept.ref, sealed, [ben, ada])).toEqual({ text: kept.text, salt: kept.salt });
  });

  it('without the key of one of them it is not read', () => {
    const sealed = encryptText(kept, [ada, ben]);
    for (const keys of [[ada], [ben], [ada, newPersonKey('ben')]]) expect(() => decryptText(kept.ref, sealed, keys)).toThrow();
  });

  it('the entry of one ref is not read as that of another', () => {
    const sealed = encryptText(kept, [ada, ben]);
    expect(() => decryptText('another', sealed, [ada, ben])).toThrow();
  });

  it('an entry with any bit changed, or cut short, is not read', () => {
    const sealed = encryptText(kept, [ada, ben]);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte));
      expect(() => decryptText(kept.ref, changed, [ada, ben])).toThrow();
    }
    for (const length of [0, 11, 27, sealed.length - 1])
      expect(() => decryptText(kept.ref, sealed.subarray(0, length), [ada, ben])).toThrow();
  });

  it('a wrapped key is unwrapped under the same master key and for the same person only', () => {
    const { wrappingKey } = masterKeyOf(randomBytes(32));
    const wrapped = wrapPersonKey(ada, wrappingKey);
    expect(unwrapPersonKey('ada', wrapped, wrappingKey)).toEqual(ada);
    expect(() => unwrapPersonKey('ben', wrapped, wrappingKey)).toThrow();
    expect(() => unwrapPersonKey('ada', wrapped, masterKeyOf(randomBytes(32)).wrappingKey)).toThrow();
  });

  it('a master key of another length than 32 bytes is refused', () => {
    expect(() => masterKeyOf(randomBytes(31))).toThrow('A master key has 32 bytes, not 31.');
  });
});
