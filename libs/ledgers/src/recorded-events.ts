import { StoreUnavailable } from '@ladder/event-store';
import type { EventReader } from '@ladder/event-store';
import { decode, fold, ledgerUnder, UnknownEvent } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { streamOf } from './streams.js';

/** So many events are read at a time. */
export const PAGE = 1_000;

/** The events of a ledger in order, read page by page. */
export async function* eventsOf(store: EventReader, tournament: string, from = 0): AsyncGenerator<LedgerEvent> {
  for (let next = from; ;) {
    const page = await store.readStream(streamOf(tournament), next, PAGE);
    for (const { body } of page) yield decoded(tournament, body);
    if (page.length < PAGE) return;
    next += page.length;
  }
}

/** A ledger folded anew up to a position that it has, with the events up to there. */
export async function foldedTo(
  store: EventReader,
  tournament: string,
  position: number,
): Promise<{ ledger: Ledger; events: LedgerEvent[] }> {
  let ledger: Ledger | undefined;
  const events: LedgerEvent[] = [];
  for await (const event of eventsOf(store, tournament)) {
    if (event.position > position) break;
    events.push(event);
    const before: Ledger = ledger ?? beginningWith(event);
    ledger = asRecorded(tournament, () => fold(before, event));
  }
  if (!ledger) throw new Error(`there is no tournament ${tournament}`);
  return { ledger, events };
}

/** The empty ledger that a first event begins. @throws UnknownEvent if it begins none that this version knows. */
export function beginningWith(first: LedgerEvent): Ledger {
  const ledger = first.type === 'TournamentOpened' ? ledgerUnder(first.data.edition) : undefined;
  if (!ledger) throw new UnknownEvent(`a ledger begins with the edition it is under; ${first.type} names none that this version knows`);
  return ledger;
}

/** @throws StoreUnavailable for bytes that are no event; UnknownEvent for one of a newer release. */
export function decoded(tournament: string, body: string): LedgerEvent {
  return asRecorded(tournament, () => decode(body));
}

/** Reads what was recorded. @throws StoreUnavailable where nobody can have recorded that, nor that after what is before it. */
export function asRecorded<T>(tournament: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownEvent) throw error;
    throw new StoreUnavailable(`An event of ${tournament} cannot be read: the store is damaged.`, { cause: error });
  }
}
