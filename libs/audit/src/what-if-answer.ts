import type { Reason } from '@ladder/ledger';

/** A Game Loss of the ladder, named by the Warning that it stands for. */
export interface LadderGameLoss {
  /** The id of the Warning, and its ruling. */
  readonly warning: string;
  readonly ruling: string;
  /** The position of the ruling's event: the Warning's place in the order that counts (R25). */
  readonly place: number;
  readonly reasons: readonly Reason[];
}

/** What another edition would change for one player. */
export interface WhatIfOfPlayer {
  readonly player: string;
  /** Game Losses that stand in the record and would not; the reasons are the recorded ones. */
  readonly falls: readonly LadderGameLoss[];
  /** Game Losses that would stand and do not; the reasons are the other edition's. */
  readonly appears: readonly LadderGameLoss[];
  /** Game Losses that the head judge would be asked about, and is not. */
  readonly asked: readonly LadderGameLoss[];
}

export interface WhatIf {
  readonly edition: string;
  /** Only players for whom something would change, in the order in which they were enrolled. */
  readonly players: readonly WhatIfOfPlayer[];
  /** How many Game Losses of the ladder would stay as they are. */
  readonly stays: number;
}

/** Why a ledger cannot be read under another edition: it rules on categories that the edition does not have. */
export interface UnlikeEdition {
  readonly unknownCategories: readonly string[];
}
