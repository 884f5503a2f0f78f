import { createPrivateKey } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { otherSigner, PKCS8_ED25519, signer } from '../spec/keys.js';
import { isMalformed } from './malformed.js';
import { formatVerifierKey, openNote, parseVerifierKey, signNote, verifierKeyFor } from './signed-note.js';
import type { VerifierKey } from './signed-note.js';

describe("the key and the note of the format's first implementation", () => {
  test('the key is read, and written as it was', () => {
    expect(formatVerifierKey(key(PETER))).toBe(PETER);
  });

  test('the note is verified', () => {
    expect(openNote(PETERS_NOTE, key(PETER))).toEqual({ text: PETERS_TEXT });
  });

  test('signing the same text with the same key gives the same note, byte for byte', () => {
    const privateKey = createPrivateKey({ format: 'der', type: 'pkcs8', key: Buffer.concat([PKCS8_ED25519, PETERS_SEED]) });
    const peter = { name: 'PeterNeumann', privateKey };
    expect(formatVerifierKey(verifierKeyFor(peter))).toBe(PETER);
    expect(signNote(PETERS_TEXT, peter)).toBe(PETERS_NOTE);
  });
});

describe('a key', () => {
  test('with any character missing, doubled or changed is refused', () => {
    const whole = formatVerifierKey(verifierKeyFor(signer));
    for (let at = 0; at < whole.length; at++) {
      const damaged = [
        whole.slice(0, at) + whole.slice(at + 1),
        whole.slice(0, at) + whole.slice(at - 1),
        whole.slice(0, at),
        whole.slice(at + 1),
      ];
      const next = String.fromCharCode(whole.charCodeAt(at) + 1);
      for (const each of [...damaged, whole.slice(0, at) + next + whole.slice(at + 1)]) {
        if (each !== whole) expect(isMalformed(parseVerifierKey(each))).toBe(true);
      }
    }
  });

  test('says what is wrong with it', () => {
    expect(parseVerifierKey('a key')).toEqual({ malformed: expect.stringContaining('<name>+<id>+<base64>') });
    expect(parseVerifierKey('hall.example+00000000+AAAA')).toEqual({ malformed: expect.stringContaining('no Ed25519 key') });
    expect(parseVerifierKey(PETER.replace('c74f20a3', 'c74f20a4'))).toEqual({
      malformed: expect.stringContaining('does not belong to it'),
    });
  });

  test('cannot be named with a space or a plus', () => {
    for (const name of ['', 'the hall', 'a+b', 'a\u00a0b', 'a\u0085b', 'a\nb']) {
      expect(() => verifierKeyFor({ ...signer, name })).toThrow('cannot be named');
    }
  });
});

describe('a note', () => {
  const trusted = verifierKeyFor(signer);

  test('that was signed is opened, whatever lines it has', () => {
    fc.assert(
      fc.property(lines, (text) => {
        expect(openNote(signNote(text, signer), trusted)).toEqual({ text });
      }),
    );
  });

  test('of which any character was changed is refused', () => {
    const note = signNote('one\n\ntwo\n', signer);
    fc.assert(
      fc.property(fc.nat(note.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, other) => {
        fc.pre(note[at] !== other);
        expect(isMalformed(openNote(note.slice(0, at) + other + note.slice(at + 1), trusted))).toBe(true);
      }),
    );
  });

  test.each([
    ['no blank line before the signature', (note: string) => note.replace('\n\n', '\n')],
    ['a second blank line before the signature', (note: string) => note.replace('\n\n', '\n\n\n')],
    ['no newline at the end', (note: string) => note.slice(0, -1)],
    ['a newline more at the end', (note: string) => `${note}\n`],
    ['anything after the signatures', (note: string) => `${note}thanks\n`],
    ['Windows line ends', (note: string) => note.replaceAll('\n', '\r\n')],
    ['a tab', (note: string) => note.replace(' ', '\t')],
    ['a hyphen for the dash', (note: string) => note.replace('—', '-')],
    ['a space more', (note: string) => note.replace('— ', '—  ')],
    ['its signature without padding', (note: string) => note.replaceAll('=', '')],
    ['its signature in the URL alphabet', (note: string) => note.replaceAll('+', '-').replaceAll('/', '_')],
    ['no text', (note: string) => note.slice(note.indexOf('\n\n'))],
    ['a byte order mark', (note: string) => `\ufeff${note}`],
    ['a lone surrogate', (note: string) => `\ud800${note}`],
  ])('with %s is refused', (_, damage) => {
    const note = signNote('hall.example/spring\n', { ...signer });
    expect(damage(note)).not.toBe(note);
    expect(isMalformed(openNote(damage(note), trusted))).toBe(true);
  });

  test('signed by another key alone is refused, also under the same name', () => {
    expect(openNote(signNote('text\n', otherSigner), trusted)).toEqual({
      malformed: expect.stringContaining('is not signed by hall.example'),
    });
  });

  test('signed by a witness too is opened: signatures of unknown keys are passed over', () => {
    const note = signNote('text\n', signer) + signatureIn(signNote('text\n', { ...otherSigner, name: 'witness.example' }));
    expect(openNote(note, trusted)).toEqual({ text: 'text\n' });
  });

  test('with a good and a bad signature of the same key is refused', () => {
    const note = signNote('text\n', signer) + signatureIn(signNote('another text\n', signer));
    expect(openNote(note, trusted)).toEqual({ malformed: expect.stringContaining('does not belong to this text') });
  });

  test('with as many as 16 signatures is read, with more it is not', () => {
    const witness = signatureIn(signNote('text\n', { ...otherSigner, name: 'witness.example' }));
    expect(openNote(signNote('text\n', signer) + witness.repeat(15), trusted)).toEqual({ text: 'text\n' });
    expect(openNote(signNote('text\n', signer) + witness.repeat(16), trusted)).toEqual({
      malformed: expect.stringContaining('more than 16'),
    });
  });

  test('is not made of a text that cannot stand in one', () => {
    for (const text of ['', 'no end', 'a\ttab\n', '\ud800\n']) expect(() => signNote(text, signer)).toThrow('a note is made of lines');
  });
});

// golang.org/x/mod/sumdb/note publishes this key pair and note.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const PETERS_SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const PETERS_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const PETERS_NOTE = `${PETERS_TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

const lines = fc
  .array(
    fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll(/\p{Cc}/gu, '·')),
    { minLength: 1, maxLength: 5 },
  )
  .map((each) => `${each.join('\n')}\n`);

function key(text: string): VerifierKey {
  const read = parseVerifierKey(text);
  if (isMalformed(read)) throw new Error(read.malformed);
  return read;
}

function signatureIn(note: string): string {
  return note.slice(note.lastIndexOf('\n\n') + 2);
}
