import type { Draft, Role } from '../events.js';
import type { Ledger } from '../ledger.js';
import type { Refusal } from '../refusal.js';

/** Who sends a command, and when it reached the server (ISO 8601 UTC with milliseconds). */
export interface Context {
  readonly by: string;
  readonly now: string;
}

/** The events to append, in order; or why not. */
export type Decision = readonly Draft[] | Refusal;

/**
 * One use case: who may (any of these roles; `anyone` for those who prove themselves by what they send) and what it leads to. The same list
 * of roles guards the route and is judged again on the state that is written to.
 */
export interface UseCase<Command> {
  readonly who: readonly Role[] | 'anyone';
  readonly decide: (ledger: Ledger, command: Command, context: Context) => Decision;
}

export const JUDGES: readonly Role[] = ['head-judge', 'appeals-judge', 'floor-judge'];
export const OFFICE: readonly Role[] = ['organizer', 'head-judge', 'scorekeeper'];
