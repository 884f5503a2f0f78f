import type { Draft, Role, Sealed } from '../events.js';
import { ADMIN, SAGA } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { refuse } from '../refusal.js';
import type { UseCase } from './use-case.js';

/** How long a pairing code can be redeemed. */
export const PAIRING_MINUTES = 10;

const APPOINTERS: readonly Role[] = ['organizer', 'head-judge'];

export interface AppointOfficial {
  readonly type: 'appoint-official';
  readonly official: string;
  readonly name: Sealed;
  readonly roles: readonly Role[];
  /** Keyed hash of the first pairing code. */
  readonly codeHash: string;
}

export const appointOfficial: UseCase<AppointOfficial> = {
  who: APPOINTERS,
  decide(ledger, { official, name, roles, codeHash }, { now }) {
    if (official === ADMIN || official === SAGA)
      return refuse('invalid-request', `The id ${official} is taken by the system: choose another.`);
    if (ledger.officials.has(official))
      return refuse('already-appointed', `There is an official ${official} already: change the roles instead.`);
    return [{ type: 'OfficialAppointed', data: { official, name, roles: [...new Set(roles)] } }, issued(official, codeHash, now)];
  },
};

export interface IssuePairing {
  readonly type: 'issue-pairing';
  readonly official: string;
  readonly codeHash: string;
}

/** A new code for an official's next device; tokens from earlier codes die. */
export const issuePairing: UseCase<IssuePairing> = {
  who: APPOINTERS,
  decide(ledger, { official: id, codeHash }, { now }) {
    const official = ledger.officials.get(id);
    if (!official) return unknown(id);
    if (official.revoked) return refuse('official-revoked', `${id} was revoked: give roles again first.`);
    return [issued(id, codeHash, now)];
  },
};

export interface ChangeRoles {
  readonly type: 'change-roles';
  readonly official: string;
  readonly roles: readonly Role[];
  readonly reason: Sealed;
}

/** Also brings back an official who was revoked; a new pairing code is needed then. */
export const changeRoles: UseCase<ChangeRoles> = {
  who: APPOINTERS,
  decide(ledger, { official, roles, reason }) {
    const known = ledger.officials.get(official);
    if (!known) return unknown(official);
    if (known.erased) return refuse('already-erased', `${official} was erased: appoint the person anew.`);
    return [{ type: 'OfficialRolesChanged', data: { official, roles: [...new Set(roles)], reason } }];
  },
};

export interface RevokeOfficial {
  readonly type: 'revoke-official';
  readonly official: string;
  readonly reason: Sealed;
}

export const revokeOfficial: UseCase<RevokeOfficial> = {
  who: APPOINTERS,
  decide(ledger, { official: id, reason }) {
    const official = ledger.officials.get(id);
    if (!official) return unknown(id);
    if (official.revoked) return refuse('official-revoked', `${id} was revoked already.`);
    return [{ type: 'OfficialRevoked', data: { official: id, reason } }];
  },
};

export interface PairOfficial {
  readonly type: 'pair-official';
  readonly codeHash: string;
}

/** The official whose open pairing code this is, if there is one: sent by whoever holds the code. */
export function officialPairedBy(ledger: Ledger, codeHash: string): string | null {
  for (const { id, pairing } of ledger.officials.values()) if (pairing?.codeHash === codeHash) return id;
  return null;
}

/** A code works once, for {@link PAIRING_MINUTES} minutes. */
export const pairOfficial: UseCase<PairOfficial> = {
  who: 'anyone',
  decide(ledger, { codeHash }, { now }) {
    const official = officialPairedBy(ledger, codeHash);
    const pairing = official === null ? null : ledger.officials.get(official)?.pairing;
    if (official === null || !pairing || pairing.used || pairing.expiresAt <= now) {
      return refuse('pairing-code-invalid', 'This code is wrong, was used, or has expired: ask for a new one.');
    }
    return [{ type: 'OfficialPaired', data: { official, pairing: pairing.position } }];
  },
};

/** The first id of the form `<prefix>-<number>` that nobody has, for whoever brings none. */
export function freeId(prefix: string, taken: ReadonlyMap<string, unknown>, from = taken.size + 1): string {
  let number = from;
  while (taken.has(`${prefix}-${number}`)) number += 1;
  return `${prefix}-${number}`;
}

function issued(official: string, codeHash: string, now: string): Draft {
  const expiresAt = new Date(Date.parse(now) + PAIRING_MINUTES * 60_000).toISOString();
  return { type: 'PairingIssued', data: { official, codeHash, expiresAt } };
}

function unknown(official: string) {
  return refuse('unknown-official', `There is no official ${official} in this tournament.`);
}
