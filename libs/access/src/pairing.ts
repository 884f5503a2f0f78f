import type { Keys } from './keys.js';

/** Crockford's base32: without I, L, O (read as 1, 1, 0) and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const TOURNAMENT_ID = /^[A-Za-z0-9._-]{1,64}$/;
const SECRET = new RegExp(`^[${ALPHABET}]{8}$`);
/** More than a tournament id, a secret and generous spacing. */
const LONGEST_CODE = 200;

/** What stands in an analyst's code in the place of the tournament, whose id never begins so. */
export const ANALYSTS = '@analysts';

/** What a code says: 8 characters of Crockford's base32 (40 bits), good in one tournament only, or for one of the {@link ANALYSTS}. */
export interface PairingCode {
  readonly tournament: string;
  readonly secret: string;
}

/** The 40 secret bits of the code that a command with this Idempotency-Key issues: repeated, it issues the same ones. */
export function pairingSecret(keys: Keys, tournament: string, idempotencyKey: string): string {
  let bits = BigInt(`0x${keys.hmac('pairing-code', tournament, idempotencyKey).toString('hex', 0, 5)}`);
  let secret = '';
  for (let place = 0; place < 8; place += 1) {
    secret = ALPHABET.charAt(Number(bits & 31n)) + secret;
    bits >>= 5n;
  }
  return secret;
}

/** The code as an official gets it, `<tournament>:XXXX-XXXX`: it names its tournament, so that redeeming it needs nothing else. */
export function pairingCode(keys: Keys, tournament: string, idempotencyKey: string): string {
  const secret = pairingSecret(keys, tournament, idempotencyKey);
  return `${tournament}:${secret.slice(0, 4)}-${secret.slice(4)}`;
}

/**
 * Reads a code as people type it: any case, spaces and dashes anywhere, O for 0, I or L for 1, wide or other Unicode forms of a sign.
 * Only the tournament's id is taken as it is, for ids that differ in case are different ids. Null if it is no code at all.
 */
export function readPairingCode(text: string): PairingCode | null {
  if (text.length > LONGEST_CODE) return null;
  const [tournament = '', typed = '', ...rest] = text.normalize('NFKC').split(':');
  const secret = typed
    .replace(/[\s\p{Dash_Punctuation}\u2212]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const code = { tournament: tournament.trim(), secret };
  const isPlace = TOURNAMENT_ID.test(code.tournament) || code.tournament === ANALYSTS;
  return rest.length === 0 && isPlace && SECRET.test(code.secret) ? code : null;
}

/**
 * What the ledger holds of a code: 43 characters of base64url. Keyed, since 40 bits are soon tried out by anyone with a copy of a ledger.
 * The official is not part of it: whoever redeems a code only brings what the code says.
 */
export function pairingHash(keys: Keys, tournament: string, secret: string): string {
  return keys.hmac('pairing-hash', tournament, secret).toString('base64url');
}

/** The page of the console (`base`) that redeems the code. It stands in the fragment, which no browser sends and no proxy logs. */
export function pairingUrl(base: string, code: string): string {
  const url = new URL(base.endsWith('/') ? base : `${base}/`);
  return new URL(`pair#${code}`, url).href;
}
