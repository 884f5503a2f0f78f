import type { Penalty } from '@ladder/editions';

/**
 * Ids that a ledger gives are derived from the event that made the thing due, its kind and its subject (architecture.md), so that deciding
 * again gives the same id and a judge can read it out: `r-41` is the ruling recorded at position 41.
 */

const PREFIX: Record<Penalty, string> = { none: 'n', warning: 'w', 'game-loss': 'gl', 'match-loss': 'ml', disqualification: 'dq' };

/** Id of a penalty made due at position `cause` about the error that stands at `place`. */
export function penaltyId(kind: Penalty, cause: number, place: number): string {
  return cause === place ? `${PREFIX[kind]}-${cause}` : `${PREFIX[kind]}-${cause}-${place}`;
}

export const rulingId = (position: number): string => `r-${position}`;
export const appealId = (position: number): string => `ap-${position}`;
export const investigationId = (cause: number): string => `in-${cause}`;
export const referralId = (position: number): string => `rv-${position}`;
export const reviewId = (cause: number, penalty: string): string => `rv-${cause}-${penalty}`;
export const noticeId = (told: number, penalty: string | null): string => (penalty === null ? `nt-${told}` : `nt-${told}-${penalty}`);
