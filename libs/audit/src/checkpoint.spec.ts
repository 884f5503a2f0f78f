import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { otherSigner, signer } from '../spec/keys.js';
import { formatCheckpoint, openCheckpoint, originOf, parseCheckpoint, signCheckpoint, tournamentOfOrigin } from './checkpoint.js';
import { isMalformed } from './malformed.js';
import { EMPTY_ROOT } from './merkle.js';
import { parseVerifierKey, verifierKeyFor } from './signed-note.js';

const trusted = verifierKeyFor(signer);

describe('a checkpoint', () => {
  test('has three lines: which log, how many events, and the root over them', () => {
    expect(formatCheckpoint({ origin: 'hall.example/spring', size: 0, root: EMPTY_ROOT })).toBe(
      'hall.example/spring\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n',
    );
  });

  test('of a public log is read and verified with the key of that log', () => {
    const key = parseVerifierKey('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8');
    if (isMalformed(key)) throw new Error(key.malformed);
    const root = Buffer.from('mXfgRcJ0bG0j3CPdKwgGWtUzBUbX67saZGRmFuJGGsM=', 'base64');
    expect(openCheckpoint(OF_A_PUBLIC_LOG, key)).toEqual({ origin: 'go.sum database tree', size: 30055305, root });
    expect(openCheckpoint(OF_A_PUBLIC_LOG.replace('30055305', '30055306'), key)).toEqual({
      malformed: expect.stringContaining('signature'),
    });
  });

  test('that was signed is opened as it was', () => {
    fc.assert(
      fc.property(checkpoints, (checkpoint) => {
        expect(openCheckpoint(signCheckpoint(checkpoint, signer), trusted)).toEqual(checkpoint);
      }),
    );
  });

  test('signed by another key is refused', () => {
    const checkpoint = { origin: 'hall.example/spring', size: 3, root: EMPTY_ROOT };
    expect(isMalformed(openCheckpoint(signCheckpoint(checkpoint, otherSigner), trusted))).toBe(true);
  });

  test.each([
    ['no newline at the end', 'o\n1\nROOT'],
    ['a line more', 'o\n1\nROOT\nmore\n'],
    ['a blank line more', 'o\n1\nROOT\n\n'],
    ['a line less', 'o\n1\n'],
    ['no origin', '\n1\nROOT\n'],
    ['a leading zero', 'o\n01\nROOT\n'],
    ['a sign', 'o\n+1\nROOT\n'],
    ['a negative size', 'o\n-1\nROOT\n'],
    ['a fraction', 'o\n1.0\nROOT\n'],
    ['an exponent', 'o\n1e3\nROOT\n'],
    ['another digit than 0 to 9', 'o\n١\nROOT\n'],
    ['a space', 'o\n1 \nROOT\n'],
    ['more events than can be counted', 'o\n9007199254740993\nROOT\n'],
    ['a root of another length', 'o\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuA==\n'],
    ['a root in another form', 'o\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=\n'],
  ])('with %s is refused', (_, text) => {
    expect(isMalformed(parseCheckpoint(text.replace('ROOT', EMPTY_ROOT.toString('base64'))))).toBe(true);
  });

  test('is not made of what cannot be read again', () => {
    for (const wrong of [{ size: -1 }, { size: 0.5 }, { size: 2 ** 53 }, { origin: '' }, { origin: 'a\nb' }, { root: Buffer.alloc(31) }]) {
      expect(() => formatCheckpoint({ origin: 'hall.example/spring', size: 1, root: EMPTY_ROOT, ...wrong })).toThrow();
    }
  });

  test('fits a QR code that a phone reads from a wall, however long the names are', () => {
    const name = `${'ladder.'.repeat(8)}example`;
    const origin = originOf(name, 't'.repeat(64), '20270131T120000Z');
    const note = signCheckpoint({ origin, size: 999_999, root: EMPTY_ROOT }, { ...signer, name });
    // Version 15 at level L: 77 modules a side.
    expect(Buffer.byteLength(note)).toBeLessThanOrEqual(520);
  });
});

describe('an origin', () => {
  test('names the log of one tournament under one key, and a continuation after a restored backup as another log', () => {
    expect(originOf('hall.example', 'spring')).toBe('hall.example/spring');
    expect(originOf('hall.example', 'spring', '2')).toBe('hall.example/spring/2');
    expect(tournamentOfOrigin('hall.example/spring', 'hall.example')).toBe('spring');
    expect(tournamentOfOrigin('hall.example/spring/2', 'hall.example')).toBe('spring');
  });

  test('of another name, or of another shape, is about no tournament of ours', () => {
    for (const origin of [
      'other.example/spring',
      'hall.example',
      'hall.example/',
      'hall.example/a/b/c',
      'hall.example/a b',
      'hall.examplespring',
      '',
    ]) {
      expect(tournamentOfOrigin(origin, 'hall.example')).toBeUndefined();
    }
  });
});

/** As sum.golang.org published it in September 2024. */
const OF_A_PUBLIC_LOG = `go.sum database tree
30055305
mXfgRcJ0bG0j3CPdKwgGWtUzBUbX67saZGRmFuJGGsM=

— sum.golang.org Az3grpgEild5qw7+5dtV13Kf1C2Xurm8q4fhdxvcsDHnqNTaxL2AFjBY+2TyGKevucFcAAlWFJJYle3EJlDCrQ+y3A8=
`;

const checkpoints = fc.record({
  origin: fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replaceAll(/\p{Cc}/gu, '·')),
  size: fc.nat(2 ** 31 - 1),
  root: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
});
