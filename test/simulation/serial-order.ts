import { decide, fold, fork, isRefusal, ledgerUnder } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { commandOf } from './acts.js';
import type { Run, Sent } from './world.js';

/**
 * What is wrong with a run, seen from those who sent commands (G2, G4): each command is recorded once or not at all, as it would have been
 * decided had all been sent one after the other in the order of the ledger; every answer says what is recorded; and who was answered before
 * another one asked stands before that one.
 */
export function outOfOrder({ ledgers, sent }: Run): string[] {
  const wrong: string[] = [];
  for (const [tournament, events] of ledgers) {
    const here = sent.filter(({ act }) => act.tournament === tournament);
    const recorded = recordedBy(events);
    for (const each of here) wrong.push(...answersAgree(each, events, recorded.get(each.act.key) ?? []));
    wrong.push(...decidedAlike(here, events, recorded), ...inOrderOfTime(here, recorded));
  }
  return wrong;
}

/** The positions of the events of each command. Its body tells it here, because its key is what may be wrong. */
function recordedBy(events: readonly LedgerEvent[]): Map<string, number[]> {
  const recorded = new Map<string, number[]>();
  for (const { position, metadata } of events) {
    const { fingerprint } = metadata;
    if (fingerprint !== null) recorded.set(fingerprint, [...(recorded.get(fingerprint) ?? []), position]);
  }
  return recorded;
}

/** G2: recorded in one piece, and every answer, first or repeated, says so. */
function answersAgree({ act, answers, refused }: Sent, events: readonly LedgerEvent[], positions: readonly number[]): string[] {
  const wrong: string[] = [];
  const [first, last] = [positions[0], positions.at(-1)];
  if (first !== undefined && last !== undefined && last - first !== positions.length - 1) {
    wrong.push(`G2: ${act.key} is recorded twice, at ${positions.join(', ')}`);
  }
  const facts = `${last ?? ''}: ${positions.map((position) => events[position]?.type ?? '').join(', ')}`;
  for (const answer of answers) {
    // What changes nothing is answered, and not recorded.
    if (positions.length === 0 && answer.facts.endsWith(': ')) continue;
    if (answer.facts !== facts || answer.position !== last)
      wrong.push(`G1: ${act.key} was told "${answer.facts}", and "${facts}" is recorded`);
  }
  if (answers.filter(({ replayed }) => !replayed).length > 1 && positions.length > 0) wrong.push(`G2: ${act.key} was carried out twice`);
  if (refused !== null && positions.length > 0 && answers.length === 0)
    wrong.push(`G1: ${act.key} was refused as ${refused}, and is recorded`);
  return wrong;
}

/** G4: decided again on the very state that it was written to, each command leads to the same events. */
function decidedAlike(sent: readonly Sent[], events: readonly LedgerEvent[], recorded: ReadonlyMap<string, readonly number[]>): string[] {
  const wrong: string[] = [];
  const [opened] = events;
  if (opened?.type !== 'TournamentOpened') return ['G4: nobody opened it'];
  const ledger = ledgerUnder(opened.data.edition) as Ledger;
  for (const event of events) {
    const act = sent.find((each) => each.act.key === event.metadata.fingerprint);
    const positions = recorded.get(event.metadata.fingerprint ?? '');
    if (act && positions?.[0] === event.position) {
      const own = positions.map((position) => events[position] as LedgerEvent);
      if (!isWhatWasDecided(act, ledger, own))
        wrong.push(`G4: ${act.act.key} was not decided on what it was written to, at ${event.position}`);
    }
    fold(ledger, event);
  }
  return wrong;
}

function isWhatWasDecided({ act, tries }: Sent, ledger: Ledger, own: readonly LedgerEvent[]): boolean {
  const recorded = JSON.stringify(own.map(({ type, data }) => ({ type, data })));
  return tries
    .filter(({ revision }) => revision === ledger.revision)
    .some(({ now }) => {
      const decision = decide(fork(ledger), commandOf(act, ledger), { by: act.by, now });
      return (
        !isRefusal(decision) &&
        JSON.stringify(inOrder(decision.map(({ type, data }) => ({ type, data })))) === JSON.stringify(inOrder(JSON.parse(recorded)))
      );
    });
}

/** The same value with the keys of its objects in one order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, each]) => [key, inOrder(each)]));
}

/** Whoever was answered before another one asked stands before that one. */
function inOrderOfTime(sent: readonly Sent[], recorded: ReadonlyMap<string, readonly number[]>): string[] {
  const placed = sent.flatMap((each) => {
    const first = recorded.get(each.act.key)?.[0];
    // What changed nothing when it was sent first may have been recorded when it was sent again.
    return first === undefined || each.answers[0]?.facts.endsWith(': ') ? [] : [{ ...each, first }];
  });
  const ordered = placed.sort((one, other) => one.first - other.first);
  return ordered.flatMap((later, index) => {
    const overtaken = ordered.slice(0, index).find((earlier) => later.answeredAt !== null && later.answeredAt < earlier.sentAt);
    return overtaken ? [`G4: ${later.act.key} was answered before ${overtaken.act.key} was sent, and stands after it`] : [];
  });
}
