import { hash } from 'node:crypto';

import { SignJWT, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';

import type { Keys } from './keys.js';
import { RecentlyUsed } from './recently-used.js';

/** What a token says: for this tournament its bearer is this official; without one, this analyst. Roles and revocation are the ledger's to say, each time. */
export interface Grant {
  /** Null for an analyst, who is of none. */
  readonly tournament: string | null;
  readonly official: string;
  /** Position of the `PairingIssued` event behind the token: a later one kills it. */
  readonly pairing: number;
  readonly expiresAt: Date;
}

export const TOKEN_DAYS = 14;

const ALGORITHM = 'EdDSA';
const ISSUER = 'ladder';
const AUDIENCE = 'ladder-api';
const ANALYST = 'analyst';
/** Ids of 64 characters make a token of about 450; what is longer is not ours, and not worth hashing. */
const LONGEST_TOKEN = 1_024;
const REMEMBERED_TOKENS = 10_000;

/** Issues and verifies the officials' tokens: JWTs (RFC 7519) signed with Ed25519 (RFC 8037). */
export class Tokens {
  readonly #signing: Keys['signing'];
  /** Grants by the SHA-256 of their token: a signature is checked once, and no token that could be used lies in memory. */
  readonly #verified = new RecentlyUsed<Grant>(REMEMBERED_TOKENS);

  constructor(keys: Keys) {
    this.#signing = keys.signing;
  }

  /** A token for `TOKEN_DAYS` from `issuedAt` (full seconds count). The same grant gives the same token: nothing in it is random. */
  async issue(grant: {
    tournament: string | null;
    official: string;
    pairing: number;
    issuedAt: Date;
  }): Promise<{ token: string; expiresAt: Date }> {
    const issuedAt = Math.floor(grant.issuedAt.getTime() / 1_000);
    const expiresAt = issuedAt + TOKEN_DAYS * 24 * 60 * 60;
    const token = await new SignJWT({
      ...(grant.tournament === null ? { role: ANALYST } : { tournament: grant.tournament }),
      pairing: grant.pairing,
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(grant.official)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.#signing.privateKey);
    return { token, expiresAt: new Date(expiresAt * 1_000) };
  }

  /** The grant of a token that this server's keys signed and that has not expired, otherwise null, whatever the text is. */
  async verify(token: string, now: Date = new Date()): Promise<Grant | null> {
    if (token.length > LONGEST_TOKEN) return null;
    const digest = hash('sha256', token, 'base64url');
    let grant = this.#verified.get(digest) ?? null;
    if (grant === null) {
      grant = await this.#check(token, now);
      if (grant !== null) this.#verified.set(digest, grant);
    }
    return grant !== null && now < grant.expiresAt ? grant : null;
  }

  async #check(token: string, now: Date): Promise<Grant | null> {
    if (!isCanonical(token)) return null;
    try {
      const { payload } = await jwtVerify(token, this.#signing.publicKey, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: 'JWT',
        currentDate: now,
      });
      return grantOf(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}

/**
 * Whether each part is base64url as an encoder writes it. Decoders overlook spare bits at the end of a part; then several texts would be
 * the same token.
 */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function grantOf({ sub, exp, tournament = null, role, pairing }: JWTPayload & { tournament?: unknown; role?: unknown }): Grant | null {
  if (typeof tournament !== 'string' && (tournament !== null || role !== ANALYST)) return null;
  if (typeof sub !== 'string' || typeof exp !== 'number') return null;
  if (typeof pairing !== 'number' || !Number.isSafeInteger(pairing) || pairing < 0) return null;
  return { tournament, official: sub, pairing, expiresAt: new Date(exp * 1_000) };
}
