import { severity } from '@ladder/editions';
import type { Penalty } from '@ladder/editions';
import type { Change, Ending, NewPenalty } from '../events.js';
import { penaltyId } from '../ids.js';
import { isInTally } from '../ladder.js';
import { inForce, isHeadJudge, penaltyOf, rulingOf, tournamentOf } from '../ledger.js';
import type { Ledger, PenaltyState, Ruling } from '../ledger.js';
import { refuse } from '../refusal.js';
import type { Refusal } from '../refusal.js';
import { lossOf } from '../target.js';

/**
 * What the corrections of R29–R34 share: who may correct a ruling, which of its penalties a correction ends, and what comes in their place.
 */

/** The ruling's own penalties that are in force, of one player or of all. What the ladder gave rests on its Warning and is not among them. */
export function correctable(ledger: Ledger, ruling: Ruling, player?: string): PenaltyState[] {
  return ruling.penalties
    .map((id) => penaltyOf(ledger, id))
    .filter((each) => each.earned === null && inForce(each) && (player === undefined || each.player === player));
}

/** The penalty that stands for a player in a ruling: the most severe in force, absorbed ones aside (R9). */
export function standingOne(penalties: readonly PenaltyState[]): PenaltyState | undefined {
  return penalties.filter((each) => !each.absorbed).sort((one, other) => severity(other.kind) - severity(one.kind))[0];
}

/**
 * R30–R33: the head judge at any time; its issuer while the ruling's round goes on, nothing of it is more than a Warning, and neither a head
 * judge nor an appeal has touched it. Undefined: yes.
 */
export function mayNotCorrect(ledger: Ledger, ruling: Ruling, by: string, alsoOfHeadJudge = false): Refusal | undefined {
  if (isHeadJudge(ledger, by)) return undefined;
  if (tournamentOf(ledger).status === 'closed') {
    return refuse('tournament-closed', 'The tournament is closed: only the head judge still corrects rulings.');
  }
  const needs = (detail: string) => refuse('not-granted', detail, { needs: ['head-judge'] });
  if (ruling.by !== by) return needs('Only its issuer or the head judge corrects a ruling.');
  if (ruling.round !== ledger.currentRound)
    return needs(`Round ${ruling.round} is over: from now on only the head judge corrects this ruling.`);
  if (ruling.decidedFor.length > 0)
    return needs('The head judge or an appeal has decided on this ruling: only the head judge corrects it now.');
  if (alsoOfHeadJudge || correctable(ledger, ruling).some((each) => !each.absorbed && severity(each.kind) > severity('warning'))) {
    return needs('A penalty of more than a Warning is corrected by the head judge only.');
  }
  return undefined;
}

/** A ruling by its id, or the refusal that names it. */
export function knownRuling(ledger: Ledger, id: string): Ruling | Refusal {
  return ledger.rulings.get(id) ?? refuse('unknown-ruling', `There is no ruling ${id} in this tournament.`);
}

/** Why nothing of a ruling can be corrected any more. */
export function nothingInForce(ledger: Ledger, ruling: Ruling): Refusal {
  return (
    alreadyVoided(ledger, ruling, ruling.penalties) ?? refuse('not-in-force', `Nothing of ruling ${ruling.ruling} is in force any more.`)
  );
}

/** Why nothing of a player's can be corrected in a ruling. */
export function nothingOf(ledger: Ledger, ruling: Ruling, player: string): Refusal {
  const theirs = ruling.penalties.filter((id) => penaltyOf(ledger, id).player === player);
  return (
    alreadyVoided(ledger, ruling, theirs) ??
    refuse('not-in-this-ruling', `${player} has no penalty in ruling ${ruling.ruling} that is in force.`)
  );
}

function alreadyVoided(ledger: Ledger, { ruling }: Ruling, penalties: readonly string[]): Refusal | undefined {
  const voided = penalties.some((id) => penaltyOf(ledger, id).status === 'voided');
  return voided ? refuse('already-voided', `Ruling ${ruling} was voided already.`) : undefined;
}

/** The penalties end, and nothing comes in their place. */
export function ended(penalties: readonly PenaltyState[], ending: Ending): Change[] {
  return penalties.map((penalty) => change(penalty, ending, null));
}

/**
 * All of a player's penalties in a ruling give way to one of this kind and category. Where the kind stays the penalty stays the same one and
 * only changes its category; otherwise a new penalty is made by the event at `position`, in the ruling's place.
 */
export function becoming(
  ledger: Ledger,
  penalties: readonly PenaltyState[],
  main: PenaltyState,
  ending: Ending,
  position: number,
  to: { kind: Penalty; category: string | null; conditions: readonly string[] },
): Change[] {
  const alone = penalties.every((each) => each === main || each.absorbed);
  const becomes: NewPenalty =
    alone && main.kind === to.kind
      ? { ...to, penalty: main.id, player: main.player, absorbed: false, loss: null, upgradedTo: null }
      : {
          ...to,
          penalty: penaltyId(to.kind, position, main.place),
          player: main.player,
          absorbed: false,
          loss: lossFor(ledger, main, to.kind),
          upgradedTo: null,
        };
  return penalties.filter((each) => !each.absorbed).map((each) => change(each, ending, becomes));
}

/** The penalties of a ruling move to another player, each in its place (R31). */
export function moved(ledger: Ledger, penalties: readonly PenaltyState[], to: string, position: number): Change[] {
  const idOf = (each: PenaltyState) => penaltyId(each.kind, position, each.place);
  return penalties.map((penalty) => {
    const upgraded = penalty.staysInTally ? (penalties.find((each) => each.id === penalty.replacedBy) ?? null) : null;
    return change(penalty, 'reassigned', {
      penalty: idOf(penalty),
      player: to,
      kind: penalty.kind,
      category: penalty.category,
      conditions: penalty.conditions,
      absorbed: penalty.absorbed,
      loss: penalty.absorbed ? null : lossOf(ledger, penalty.kind, to, rulingOf(ledger, penalty.ruling)),
      upgradedTo: upgraded && idOf(upgraded),
    });
  });
}

export function change(penalty: PenaltyState, ending: Ending, becomes: NewPenalty | null, staysInTally = false): Change {
  const { id, player, kind, category } = penalty;
  return { penalty: id, player, kind, category, ending, becomes, wasInTally: isInTally(penalty), staysInTally };
}

export function lossFor(ledger: Ledger, penalty: PenaltyState, kind: Penalty) {
  return lossOf(ledger, kind, penalty.player, rulingOf(ledger, penalty.ruling));
}
