import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SignJWT, UnsecuredJWT, base64url } from 'jose';

import { openKeys } from './keys.js';
import { TOKEN_DAYS, Tokens } from './tokens.js';

const folder = mkdtempSync(join(tmpdir(), 'ladder-tokens-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const keysOf = (masterKey: string) => openKeys({ folder: join(folder, masterKey), masterKey, adminKey: 'a-key-for-the-specs' });
const keys = keysOf('0a'.repeat(32));
const foreignKeys = keysOf('0b'.repeat(32));

const issuedAt = new Date('2026-11-07T09:00:00.250Z');
const expiresAt = new Date('2026-11-21T09:00:00.000Z');
const soon = new Date('2026-11-07T09:00:01.000Z');
const request = { tournament: 't-1', official: 'o-7', pairing: 3, issuedAt };
const grant = { tournament: 't-1', official: 'o-7', pairing: 3, expiresAt };

describe('a token', () => {
  it('says which official of which tournament its bearer is, by which pairing, for 14 days', async () => {
    const tokens = new Tokens(keys);
    const issued = await tokens.issue(request);
    expect(TOKEN_DAYS).toBe(14);
    expect(issued.expiresAt).toEqual(expiresAt);
    expect(await tokens.verify(issued.token, soon)).toEqual(grant);
    expect(await tokens.verify(issued.token, soon)).toEqual(grant);
  });

  it('is the same one when the command is repeated, on another node too', async () => {
    const first = await new Tokens(keys).issue(request);
    const again = await new Tokens(keysOf('0a'.repeat(32))).issue(request);
    expect(again).toEqual(first);
  });

  it('dies at its last second, remembered or not', async () => {
    const tokens = new Tokens(keys);
    const { token } = await tokens.issue(request);
    const last = new Date(expiresAt.getTime() - 1);
    expect(await tokens.verify(token, expiresAt)).toBeNull();
    expect(await tokens.verify(token, last)).toEqual(grant);
    expect(await tokens.verify(token, expiresAt)).toBeNull();
    expect(await tokens.verify(token, last)).toEqual(grant);
  });

  it('goes by today’s time unless told', async () => {
    const tokens = new Tokens(keys);
    const old = await tokens.issue({ ...request, issuedAt: new Date(Date.now() - 15 * 86_400_000) });
    const fresh = await tokens.issue({ ...request, issuedAt: new Date() });
    expect(await tokens.verify(old.token)).toBeNull();
    expect(await tokens.verify(fresh.token)).toMatchObject({ official: 'o-7' });
  });

  it('fits ids of 64 characters', async () => {
    const tokens = new Tokens(keys);
    const long = { tournament: 't'.repeat(64), official: 'o'.repeat(64), pairing: Number.MAX_SAFE_INTEGER };
    const { token } = await tokens.issue({ ...long, issuedAt });
    expect(await tokens.verify(token, soon)).toMatchObject(long);
  });
});

describe('refused is', () => {
  const tokens = new Tokens(keys);
  const claims = { tournament: 't-1', pairing: 3 };
  const jwt = (changes: Record<string, unknown> = {}) =>
    new SignJWT({ iss: 'ladder', aud: 'ladder-api', sub: 'o-7', iat: 1_793_005_200, exp: 1_795_251_600, ...claims, ...changes });
  const signed = (changes?: Record<string, unknown>, header = { alg: 'EdDSA', typ: 'JWT' }) =>
    jwt(changes).setProtectedHeader(header).sign(keys.signing.privateKey);

  it('nothing, if all is in order', async () => {
    expect(await tokens.verify(await signed(), soon)).toMatchObject(claims);
  });

  it.each([
    ['another issuer', { iss: 'someone' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'ladder' }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['no official', { sub: undefined }],
    ['no tournament', { tournament: undefined }],
    ['a tournament that is no text', { tournament: 1 }],
    ['no pairing', { pairing: undefined }],
    ['a pairing before the ledger', { pairing: -1 }],
    ['a pairing between positions', { pairing: 1.5 }],
  ])('a token of ours with %s', async (_, changes) => {
    expect(await tokens.verify(await signed(changes), soon)).toBeNull();
  });

  it('another type of token', async () => {
    expect(await tokens.verify(await signed({}, { alg: 'EdDSA', typ: 'other+jwt' }), soon)).toBeNull();
  });

  it('the algorithm "none"', async () => {
    const unsecured = new UnsecuredJWT({ ...claims })
      .setIssuer('ladder')
      .setAudience('ladder-api')
      .setSubject('o-7')
      .setExpirationTime(expiresAt);
    expect(await tokens.verify(unsecured.encode(), soon)).toBeNull();
    const [, payload, signature] = (await signed()).split('.');
    expect(await tokens.verify(`${base64url.encode('{"alg":"none","typ":"JWT"}')}.${payload}.${signature}`, soon)).toBeNull();
  });

  it('HS256 under the public key, or any other', async () => {
    const publicKey = keys.signing.publicKey.export({ format: 'der', type: 'spki' });
    for (const secret of [publicKey, publicKey.subarray(-32), Buffer.alloc(32)]) {
      const token = await jwt().setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret);
      expect(await tokens.verify(token, soon)).toBeNull();
    }
  });

  it('a token of another server, even if it brings its key along', async () => {
    const { token } = await new Tokens(foreignKeys).issue(request);
    expect(await tokens.verify(token, soon)).toBeNull();
    const jwk = foreignKeys.signing.publicKey.export({ format: 'jwk' });
    const carried = await jwt().setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', jwk }).sign(foreignKeys.signing.privateKey);
    expect(await tokens.verify(carried, soon)).toBeNull();
  });

  it('a text longer than any token', async () => {
    expect(await tokens.verify(await signed({ more: 'x'.repeat(1_000) }), soon)).toBeNull();
    expect(await tokens.verify('a'.repeat(10_000_000), soon)).toBeNull();
  });

  it('any other text, without an exception', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.json().map((json) => base64url.encode(json)),
      fc.constantFrom('eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9', base64url.encode('{"alg":"EdDSA","typ":"JWT","crit":["b64"],"b64":false}')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        expect(await tokens.verify(parts.join('.'), soon)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it('a token of ours with any one character changed, dropped or added', async () => {
    const { token } = await tokens.issue(request);
    expect(await tokens.verify(token, soon)).toEqual(grant);
    const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \n'];
    // Where decoders are lenient, all replacements: at the end of each part; elsewhere each place with one of them.
    const ends = [...token.matchAll(/\.|$/g)].map((match) => match.index - 1);
    const mutants = [...token].flatMap((sign, index) => {
      const [before, after] = [token.slice(0, index), token.slice(index + 1)];
      const others = ends.includes(index) ? signs : [signs[(index * 7) % signs.length] ?? '', signs[(index * 11 + 5) % signs.length] ?? ''];
      return [before + after, ...others.flatMap((other) => [before + other + after, before + sign + other + after])];
    });
    for (const mutant of new Set(mutants)) {
      if (mutant !== token) expect([mutant, await tokens.verify(mutant, soon)]).toEqual([mutant, null]);
    }
  });
});
