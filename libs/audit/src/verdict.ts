import type { Penalty } from '@ladder/editions';
import type { EventType, Tallies } from '@ladder/ledger';

/** Something that does not hold, and where: the pack, the checkpoint, the edition, `position 41`, `text <ref>`. */
export interface Problem {
  readonly where: string;
  readonly what: string;
}

export function at(position: number): string {
  return `position ${position}`;
}

/**
 * What the edition says of a penalty. `founded`: it is within the guidelines, or the ladder gives it. `by the head judge's hand`: it rests on
 * a decision that the rules leave to the head judge alone. `rescinded`: it was taken back. `unfounded`: nothing of this gives it.
 */
export type Finding = 'founded' | 'rescinded' | "by the head judge's hand" | 'unfounded';

export interface PenaltyVerdict {
  readonly penalty: string;
  readonly player: string;
  readonly kind: Penalty;
  /** The position of the event that gave it. */
  readonly position: number;
  readonly verdict: Finding;
  readonly why: string;
}

/** What the ledger still owed at its end: the saga had not come to it yet. */
export interface StillOwed {
  readonly type: EventType;
  /** The position of the event that made it due. */
  readonly cause: number | null;
}

/** What the verifier finds. `penalties`, `tallies` and `owed` are empty unless the events are known to be the ones that were signed. */
export interface Verdict {
  /** Whether all holds: no problem was found. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** What the checkpoint states, once its signature held; `root` in base64. */
  readonly signed: { readonly origin: string; readonly size: number; readonly root: string } | null;
  readonly penalties: readonly PenaltyVerdict[];
  /** Of every player with a Warning that stands. */
  readonly tallies: readonly ({ readonly player: string } & Tallies)[];
  readonly owed: readonly StillOwed[];
  readonly counts: { readonly events: number; readonly texts: number } & Readonly<Record<Finding, number>>;
}
