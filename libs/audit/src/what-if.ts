import { categoryOf } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import { emptyLedger, fold, inForce, isSettled, ledgerUnder, originKey, owed, SAGA, stamp } from '@ladder/ledger';
import type { Ledger, LedgerEvent, PenaltyState, Reason } from '@ladder/ledger';
import { categoriesIn, takeOver } from './take-over.js';

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

/**
 * The same rulings under another edition, or changed thresholds: which Game Losses of the ladder would fall, and which would appear. The
 * judges' rulings and corrections are kept as they are; what the saga did is left out, and done again by the other edition's rules. What was
 * decided about a Game Loss or a question (served, replaced, answered) is decided again about its counterpart, and passed over where there is
 * none. The other saga is as quick as the recorded one was.
 *
 * @throws if the ledger is under no edition that this version knows.
 */
export function whatIf(events: readonly LedgerEvent[], edition: Edition): WhatIf | UnlikeEdition {
  const [first] = events;
  const recorded = first?.type === 'TournamentOpened' ? ledgerUnder(first.data.edition) : undefined;
  if (!recorded) throw new Error('a ledger begins with the edition it is under; this one names none that this version knows');
  const other = emptyLedger(edition);
  const unknownCategories = new Set<string>();
  for (const event of events) {
    const isSagas = event.metadata.by === SAGA;
    if (isSagas || isSettled(recorded)) settle(other);
    if (!isSagas) {
      for (const category of categoriesIn(event)) if (!categoryOf(edition, category)) unknownCategories.add(category);
      if (unknownCategories.size === 0) takeOver(other, recorded, event);
    }
    fold(recorded, event);
  }
  if (unknownCategories.size > 0) return { unknownCategories: [...unknownCategories] };
  settle(recorded);
  settle(other);
  return compared(recorded, other);
}

function settle(ledger: Ledger): void {
  while (!isSettled(ledger)) {
    const drafts = owed(ledger);
    const ids = drafts.map((_, index) => `what-if-${index}`);
    const events = stamp(ledger, drafts, { by: SAGA, now: ledger.recordedAt, key: null, fingerprint: null, ids });
    for (const event of events) fold(ledger, event);
  }
}

function compared(recorded: Ledger, other: Ledger): WhatIf {
  const before = lossesIn(recorded);
  const after = lossesIn(other);
  const askedBefore = questionsIn(recorded);
  const askedAfter = questionsIn(other);
  const players = [...recorded.players.keys()].map((player) => ({
    player,
    falls: only(player, before, after),
    appears: only(player, after, before),
    asked: only(player, askedAfter, askedBefore),
  }));
  return {
    edition: other.edition.id,
    players: players.filter(({ falls, appears, asked }) => falls.length + appears.length + asked.length > 0),
    stays: [...before.keys()].filter((key) => after.has(key)).length,
  };
}

/** Game Losses, each under the player and the place of the Warning that it stands for. */
type Losses = ReadonlyMap<string, LadderGameLoss & { readonly player: string }>;

function only(player: string, these: Losses, those: Losses): LadderGameLoss[] {
  return [...these]
    .filter(([key, loss]) => loss.player === player && !those.has(key))
    .map(([, { warning, ruling, place, reasons }]) => ({ warning, ruling, place, reasons }))
    .sort((one, another) => one.place - another.place);
}

/** The Game Losses of the ladder that are held against somebody. */
function lossesIn(ledger: Ledger): Losses {
  const standing = [...ledger.penalties.values()].filter((each) => inForce(each) && !each.annulled);
  return new Map(standing.flatMap(lossOf));
}

function lossOf({ player, ruling, earned }: PenaltyState): [string, LadderGameLoss & { player: string }][] {
  if (!earned) return [];
  const { place, warning, reasons } = earned;
  return [[originKey(place, player), { player, warning, ruling, place, reasons }]];
}

/** The Game Losses that the head judge is asked about. */
function questionsIn(ledger: Ledger): Losses {
  const asked = [...ledger.reviews.values()].filter(({ status, question }) => status === 'open' && question === 'game-loss-due');
  return new Map(
    asked.flatMap(({ players, ruling, warning, place, reasons }) => {
      const [player] = players;
      if (player === undefined || place === null || warning === null) return [];
      return [[originKey(place, player), { player, warning, ruling, place, reasons }] as const];
    }),
  );
}
