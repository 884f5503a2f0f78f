import { ADMIN, PAIRING_MINUTES, SAGA, refuse } from '@ladder/ledger';
import type { Refusal, Sealed } from '@ladder/ledger';

/** Who reads the analytics: appointed by the administrator, of no tournament. They have a small ledger of their own, folded as the others are. */

/** Every event type of the analysts' ledger and its data. Names and reasons lie in the vault. */
interface AnalystEventData {
  AnalystAppointed: { analyst: string; name: Sealed };
  /** `codeHash` is a keyed hash: the code itself is in no file. */
  AnalystPairingIssued: { analyst: string; codeHash: string; expiresAt: string };
  AnalystPaired: { analyst: string; pairing: number };
  AnalystRevoked: { analyst: string; reason: Sealed };
  /** The name is gone from the vault. */
  AnalystErased: { analyst: string };
}

export type AnalystDraft = {
  [T in keyof AnalystEventData]: { readonly type: T; readonly data: AnalystEventData[T] };
}[keyof AnalystEventData];

/** An event as it stands in the ledger. `position` is its revision there. */
export type AnalystEvent = AnalystDraft & {
  readonly position: number;
  readonly id: string;
  readonly metadata: {
    readonly schema: number;
    readonly by: string;
    readonly key: string | null;
    readonly fingerprint: string | null;
    readonly recordedAt: string;
  };
};

export interface Analyst {
  readonly id: string;
  readonly name: Sealed;
  readonly revoked: boolean;
  readonly erased: boolean;
  /** The latest pairing code: its position also dates the tokens that are alive. */
  readonly pairing: { readonly position: number; readonly codeHash: string; readonly expiresAt: string; readonly used: boolean } | null;
}

/** The analysts by id, as the ledger says. */
export interface Analysts {
  revision: number;
  recordedAt: string;
  readonly byId: Map<string, Analyst>;
  /** The events of each command, by its Idempotency-Key (R36). */
  readonly keys: Map<string, AnalystEvent[]>;
}

export function noAnalysts(): Analysts {
  return { revision: -1, recordedAt: '', byId: new Map(), keys: new Map() };
}

/** Takes one event into the analysts, in place. */
export function foldAnalyst(analysts: Analysts, event: AnalystEvent): void {
  if (event.position !== analysts.revision + 1) throw new Error(`position ${event.position} does not follow ${analysts.revision}`);
  analysts.revision = event.position;
  analysts.recordedAt = event.metadata.recordedAt;
  const { key } = event.metadata;
  if (key !== null) analysts.keys.set(key, [...(analysts.keys.get(key) ?? []), event]);
  analysts.byId.set(event.data.analyst, changed(analysts.byId.get(event.data.analyst), event));
}

function changed(known: Analyst | undefined, event: AnalystEvent): Analyst {
  if (event.type === 'AnalystAppointed') {
    return { id: event.data.analyst, name: event.data.name, revoked: false, erased: false, pairing: null };
  }
  if (!known) throw new Error(`there is no analyst ${event.data.analyst}`);
  switch (event.type) {
    case 'AnalystPairingIssued': {
      const { codeHash, expiresAt } = event.data;
      return { ...known, pairing: { position: event.position, codeHash, expiresAt, used: false } };
    }
    case 'AnalystPaired':
      return { ...known, pairing: known.pairing && { ...known.pairing, used: true } };
    case 'AnalystRevoked':
      return { ...known, revoked: true, pairing: null };
    case 'AnalystErased':
      return { ...known, revoked: true, erased: true, pairing: null };
  }
}

export type AnalystCommand =
  | { readonly type: 'appoint'; readonly analyst: string; readonly name: Sealed; readonly codeHash: string }
  | { readonly type: 'issue-pairing'; readonly analyst: string; readonly codeHash: string }
  | { readonly type: 'pair'; readonly codeHash: string }
  | { readonly type: 'revoke'; readonly analyst: string; readonly reason: Sealed }
  | { readonly type: 'erase'; readonly analyst: string };

/** The events that a command leads to, or why it does not. */
export function decideAnalyst(analysts: Analysts, command: AnalystCommand, now: string): AnalystDraft[] | Refusal {
  if (command.type === 'pair') {
    const analyst = analystPairedBy(analysts, command.codeHash);
    const pairing = analyst?.pairing;
    if (!pairing || pairing.used || pairing.expiresAt <= now) {
      return refuse('pairing-code-invalid', 'This code is wrong, was used, or has expired: ask for a new one.');
    }
    return [{ type: 'AnalystPaired', data: { analyst: analyst.id, pairing: pairing.position } }];
  }
  const { analyst } = command;
  const known = analysts.byId.get(analyst);
  if (command.type === 'appoint') {
    if (analyst === ADMIN || analyst === SAGA) {
      return refuse('invalid-request', `The id ${analyst} is taken by the system: choose another.`);
    }
    if (known) return refuse('already-appointed', `There is or was an analyst ${analyst} already: choose another id.`);
    return [{ type: 'AnalystAppointed', data: { analyst, name: command.name } }, issued(analyst, command.codeHash, now)];
  }
  if (!known) return refuse('unknown-official', `There is no analyst ${analyst}.`);
  if (command.type === 'erase') {
    return known.erased ? refuse('already-erased', `${analyst} was erased already.`) : [{ type: 'AnalystErased', data: { analyst } }];
  }
  if (known.revoked) return refuse('official-revoked', `${analyst} was revoked: appoint the person anew.`);
  return command.type === 'revoke'
    ? [{ type: 'AnalystRevoked', data: { analyst, reason: command.reason } }]
    : [issued(analyst, command.codeHash, now)];
}

/** The analyst whose open pairing code this is, if there is one. */
export function analystPairedBy({ byId }: Analysts, codeHash: string): Analyst | undefined {
  return [...byId.values()].find(({ pairing }) => pairing?.codeHash === codeHash);
}

function issued(analyst: string, codeHash: string, now: string): AnalystDraft {
  const expiresAt = new Date(Date.parse(now) + PAIRING_MINUTES * 60_000).toISOString();
  return { type: 'AnalystPairingIssued', data: { analyst, codeHash, expiresAt } };
}
