import type { Edition } from '@ladder/editions';
import { emptyLedger, fold, isSettled, ledgerUnder, owed, SAGA, stamp } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { takeOver } from './take-over.js';
import type { UnlikeEdition, WhatIf } from './what-if-answer.js';
import { compared } from './what-if-compared.js';
import { Concern, isAbout } from './what-if-concern.js';

/**
 * The same rulings under another edition, or changed thresholds: which Game Losses of the ladder would fall, and which would appear. The
 * judges' rulings and corrections are kept as they are; what the saga did is left out, and done again by the other edition's rules. What was
 * decided about a Game Loss or a question (served, replaced, answered) is decided again about its counterpart, and passed over where there is
 * none. The other saga is as quick as the recorded one was.
 *
 * @param events a whole ledger, or its beginning.
 * @throws if the ledger is under no edition that this version knows.
 */
export function whatIf(events: readonly LedgerEvent[], edition: Edition): WhatIf | UnlikeEdition {
  const [answer] = whatIfs(events, () => [edition]);
  if (!answer) throw new Error('one edition, one answer');
  return answer;
}

/**
 * {@link whatIf} under several editions, in one pass: an answer for each, in order.
 *
 * @param editionsFor the editions, given the one that the ledger is under.
 */
export function whatIfs(
  events: readonly LedgerEvent[],
  editionsFor: (recorded: Edition) => readonly Edition[],
): readonly (WhatIf | UnlikeEdition)[] {
  const [first] = events;
  const recorded = first?.type === 'TournamentOpened' ? ledgerUnder(first.data.edition) : undefined;
  if (first?.type !== 'TournamentOpened' || !recorded) {
    throw new Error('a ledger begins with the edition it is under; this one names none that this version knows');
  }
  const concern = new Concern(events, first.data.level);
  const others = editionsFor(recorded.edition).map((edition) => {
    const unknownCategories = concern.unknownTo(edition);
    const concerned = unknownCategories.length > 0 ? new Set<string>() : concern.under([recorded.edition, edition]);
    return { unknownCategories, concerned, ledger: emptyLedger(edition) };
  });
  goThrough(
    recorded,
    others.filter(({ concerned }) => concerned.size > 0),
    events,
    concern,
  );
  return others.map(({ unknownCategories, ledger }) => (unknownCategories.length > 0 ? { unknownCategories } : compared(recorded, ledger)));
}

/** Folds a ledger as it was recorded, and beside it what the others make of what concerns them. */
function goThrough(
  recorded: Ledger,
  others: readonly { readonly ledger: Ledger; readonly concerned: ReadonlySet<string> }[],
  events: readonly LedgerEvent[],
  concern: Concern,
): void {
  if (others.length === 0) return;
  const anyone = new Set(others.flatMap(({ concerned }) => [...concerned]));
  for (const event of events) {
    if (concern.leadsToNothing(event, anyone)) {
      recorded.revision = event.position;
      continue;
    }
    // Who sits where moves no Game Loss.
    const bare = event.type === 'RoundStarted' ? { ...event, data: { ...event.data, pairings: [] } } : event;
    const isSagas = event.metadata.by === SAGA;
    const isQuick = isSagas || isSettled(recorded);
    for (const { ledger, concerned } of others) {
      if (isQuick) settle(ledger);
      if (!isSagas && isAbout(concerned, event)) takeOver(ledger, recorded, bare);
    }
    fold(recorded, bare);
  }
  settle(recorded);
  for (const { ledger } of others) settle(ledger);
}

function settle(ledger: Ledger): void {
  while (!isSettled(ledger)) {
    const drafts = owed(ledger);
    const ids = drafts.map((_, index) => `what-if-${index}`);
    const events = stamp(ledger, drafts, { by: SAGA, now: ledger.recordedAt, key: null, fingerprint: null, ids });
    for (const event of events) fold(ledger, event);
  }
}
