import type { Penalty } from '@ladder/editions';
import type { Role } from './events.js';

/** Why a command is not carried out. A refusal is a value: nothing is recorded, and the sentence says what to do instead. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly detail: string;
  /** R11: what stands when no penalty is named, and all that the guidelines allow. */
  readonly guideline?: Penalty;
  readonly allowed?: readonly Penalty[];
  /** The ruling that is in the way (R35). */
  readonly ruling?: string;
  /** The roles of which one is missing. */
  readonly needs?: readonly Role[];
}

/** Every reason for which the rules refuse a command; stable, part of the API. */
export const REFUSAL_CODES = [
  'invalid-request',
  'unknown-condition',
  'round-not-started',
  'unknown-tournament',
  'unknown-edition',
  'unknown-player',
  'unknown-official',
  'unknown-category',
  'unknown-ruling',
  'unknown-penalty',
  'unknown-review',
  'unknown-notice',
  'unknown-appeal',
  'unknown-investigation',
  'not-granted',
  'deviation-needs-head-judge',
  'disqualification-needs-head-judge',
  'condition-needs-head-judge',
  'possible-duplicate',
  'tournament-closed',
  'tournament-open',
  'tournament-exists',
  'not-a-player',
  'already-enrolled',
  'already-appointed',
  'official-revoked',
  'already-voided',
  'already-served',
  'not-served',
  'not-pending',
  'not-merged',
  'not-in-force',
  'same-penalty',
  'already-a-warning',
  'already-decided',
  'already-answered',
  'review-withdrawn',
  'already-concluded',
  'not-appealable',
  'already-dropped',
  'not-dropped',
  'already-erased',
  'tournament-not-closed',
  'still-disqualified',
  'round-not-growing',
  'not-in-this-ruling',
  'already-in-this-ruling',
  'pairing-code-invalid',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export function refuse(refused: RefusalCode, detail: string, more: Omit<Refusal, 'refused' | 'detail'> = {}): Refusal {
  return { refused, detail, ...more };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
