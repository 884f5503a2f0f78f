import type { Reason } from '../events.js';

/** A reason as it is shown: the rule with its threshold and citation. */
export type ShownReason = Omit<Reason, 'counted'>;

export function shown({ rule, count, threshold, cites }: Reason): ShownReason {
  return { rule, count, threshold, cites };
}
