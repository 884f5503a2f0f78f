import type { Edition } from '@ladder/editions';
import { emptyLedger, fold, isSettled, SAGA } from '@ladder/ledger';
import type { Ledger, LedgerEvent, Metadata } from '@ladder/ledger';
import { checkAbsorption } from './absorption.js';
import { notTheirs } from './authority.js';
import { notConfirmed, notEarned } from './confirmed.js';
import { correctionFaults, measureNew } from './correction.js';
import { infractionIn, measureInfraction, misnamed } from './guideline.js';
import { notOwed } from './owed-then.js';
import { at } from './verdict.js';
import type { Problem } from './verdict.js';

/** A ledger folded anew, and what does not follow from the edition in it. */
export interface Derived {
  readonly ledger: Ledger;
  readonly problems: readonly Problem[];
  /** Whether every event was folded; otherwise the ledger ends before the one that cannot follow. */
  readonly isComplete: boolean;
  /** Penalties that nothing gives, each with why. */
  readonly unfounded: ReadonlyMap<string, string>;
  /** Penalties that rest on the head judge's hand, each with why. */
  readonly byHand: ReadonlyMap<string, string>;
}

/**
 * Folds the events again and asks of each, on the ledger right before it, whether it could have been recorded there: by someone who may,
 * within the guidelines, and, of what the saga appended, whether it was owed. Ends at an event that cannot follow on those before it.
 */
export function derive(events: readonly LedgerEvent[], edition: Edition): Derived {
  const derivation = new Derivation(edition);
  derivation.isComplete = events.every((event) => derivation.take(event));
  derivation.problems.push(...checkAbsorption(events));
  return derivation;
}

class Derivation implements Derived {
  readonly ledger: Ledger;
  readonly problems: Problem[] = [];
  isComplete = false;
  readonly unfounded = new Map<string, string>();
  readonly byHand = new Map<string, string>();

  constructor(edition: Edition) {
    this.ledger = emptyLedger(edition);
  }

  /** Whether the ledger goes on after this event. */
  take(event: LedgerEvent): boolean {
    const where = at(event.position);
    try {
      for (const fault of this.#faults(event)) this.problems.push({ where, what: `${event.type}: ${fault}.` });
      fold(this.ledger, event);
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.problems.push({ where, what: `${event.type}: it cannot follow on the events before it: ${why}.` });
      return false;
    }
  }

  #faults(event: LedgerEvent): string[] {
    const { ledger } = this;
    const { by } = event.metadata;
    const stranger = notTheirs(ledger, event);
    const faults = [...(stranger === undefined ? [] : [stranger])];
    if (by === SAGA) {
      const unowed = notOwed(ledger, event);
      if (unowed !== undefined) faults.push(unowed);
    }
    const infraction = infractionIn(event);
    if (infraction) {
      const measured = measureInfraction(ledger, by, infraction);
      faults.push(...measured.faults, ...notFresh(ledger, infraction.penalty), ...addedLater(ledger, infraction.ruling, event.metadata));
      this.#note(infraction.penalty, [...faults], measured.byHand);
    }
    switch (event.type) {
      case 'GameLossApplied':
        if (!('earned' in event.data)) break;
        faults.push(...notFresh(ledger, event.data.penalty), ...(by === SAGA ? [] : notEarned(ledger, event.data)));
        this.#note(event.data.penalty, faults, null);
        break;
      case 'RulingReferred':
        for (const { category, conditions, guideline } of event.data.infractions)
          faults.push(...misnamed(ledger, category, conditions, guideline));
        break;
      case 'RulingVoided':
      case 'RulingReassigned':
      case 'RulingRecategorised':
      case 'PenaltyReplaced':
      case 'AppealDecided':
        faults.push(...correctionFaults(ledger, event));
        for (const change of event.data.changes) {
          const measured = measureNew(ledger, event, change);
          faults.push(...(measured?.faults ?? []));
          if (!change.becomes) continue;
          const before = this.byHand.get(change.penalty) ?? null;
          this.#note(change.becomes.penalty, faults, measured ? measured.byHand : before);
        }
        break;
      case 'PenaltyAnnulled':
        faults.push(...notConfirmed(ledger, event.data.review, ['loss-without-ground']));
        break;
      case 'InvestigationOpened':
        if (by !== SAGA && event.data.penalty !== null) faults.push('only the saga opens an investigation of a disqualification (R7)');
        break;
      case 'TournamentClosed':
        if (!isSettled(ledger)) faults.push('it was closed while the ledger still owed something (R37)');
        break;
      default:
        break;
    }
    return faults;
  }

  /** What is known of a penalty from the event that gives it, or changes its category. */
  #note(penalty: string, faults: readonly string[], byHand: string | null): void {
    if (faults.length > 0) this.unfounded.set(penalty, faults.join('; '));
    if (byHand === null) this.byHand.delete(penalty);
    else this.byHand.set(penalty, byHand);
  }
}

/** Nothing is ever edited: a penalty's id names one penalty for good. */
function notFresh(ledger: Ledger, penalty: string): string[] {
  return ledger.penalties.has(penalty) ? [`${penalty} was given before`] : [];
}

/** All infractions of a ruling are recorded at once. */
function addedLater(ledger: Ledger, id: string, { by, recordedAt }: Metadata): string[] {
  const ruling = ledger.rulings.get(id);
  return ruling && (ruling.by !== by || ruling.recordedAt !== recordedAt) ? [`it adds to ruling ${id}, which was made before`] : [];
}
