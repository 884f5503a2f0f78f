import { owed } from '@ladder/ledger';
import type { Draft, Due, EventType, Ledger, LedgerEvent } from '@ladder/ledger';
import { isSameJson } from './same-json.js';

/**
 * What is wrong with an event that the saga appended to this ledger: it must be one that the ledger owed, to the last field of its data
 * (R26–R29). Undefined if it is.
 */
export function notOwed(ledger: Ledger, event: LedgerEvent): string | undefined {
  const kind = SETTLES[event.type];
  if (kind === undefined) return 'the saga appends no such event';
  let nearest: string | undefined;
  for (const [key, due] of ledger.due) {
    if (due.kind !== kind || due.cause !== event.metadata.cause) continue;
    const [draft] = owed({ ...ledger, due: new Map([[key, due]]) });
    if (draft === undefined) continue;
    const differing = differences(draft, event);
    if (differing.length === 0) return undefined;
    nearest ??= `what was owed has another ${differing.join(', ')}`;
  }
  return nearest ?? 'the ledger did not owe it';
}

/** What each event of the saga settles. */
const SETTLES: Partial<Record<EventType, Due['kind']>> = {
  GameLossApplied: 'game-loss',
  ReviewOpened: 'review',
  ReviewWithdrawn: 'withdrawal',
  GameLossRescinded: 'rescission',
  InvestigationOpened: 'investigation',
  HeadJudgeNotified: 'notice',
};

function differences(draft: Draft, event: LedgerEvent): string[] {
  const one = draft.data as Readonly<Record<string, unknown>>;
  const other = event.data as Readonly<Record<string, unknown>>;
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].filter((field) => !isSameJson(one[field], other[field]));
}
