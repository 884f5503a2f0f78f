import { randomUUID } from 'node:crypto';
import { ADMIN, decide, encode, fold, isRefusal, isSettled, ledgerUnder, owed, SAGA, stamp } from '@ladder/ledger';
import type { Command, Draft, LedgerEvent } from '@ladder/ledger';
import type { EventStore, NewEvent } from '@ladder/event-store';
import { streamOf } from '@ladder/ledgers';
import { EDITION, playerId, rulingBody } from './rulings.ts';

/** One append holds at most so many, to stay under the size that any store takes. */
const APPENDED_AT_ONCE = 400;
const BEGINS = Date.parse('2026-11-07T09:00:00.000Z');
const SECONDS_BETWEEN = 10;
/** Stands where an event's own id comes, and is as long. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';
const NO_TEXT = { ref: 'none', commitment: '0'.repeat(64) };

/** An event whose body is written but for its id. */
export interface Written {
  readonly type: string;
  readonly before: string;
  readonly after: string;
}

/**
 * The events of a tournament as the server records them, ruled on until there are so many: every third ruling is escalated, with the Game
 * Loss and its notice. `events` is met exactly.
 */
export function recordTournament(tournament: string, events: number, players: number): LedgerEvent[] {
  const ledger = ledgerUnder(EDITION);
  if (!ledger) throw new Error(`there is no edition ${EDITION}`);
  const recorded: LedgerEvent[] = [];
  const record = (drafts: readonly Draft[], by: string, now: string): void => {
    const ids = drafts.map(() => randomUUID());
    for (const event of stamp(ledger, drafts, { by, now, key: null, fingerprint: null, ids })) {
      fold(ledger, event);
      recorded.push(event);
    }
  };
  let second = 0;
  const send = (command: Command): void => {
    const now = new Date(BEGINS + second * 1_000).toISOString();
    second += SECONDS_BETWEEN;
    const decision = decide(ledger, command, { by: ADMIN, now });
    if (isRefusal(decision)) throw new Error(decision.detail);
    record(decision, ADMIN, now);
    while (!isSettled(ledger)) record(owed(ledger), SAGA, now);
  };
  send({ type: 'open-tournament', tournament, name: NO_TEXT, level: 'competitive', format: 'individual', escalation: 'automatic' });
  const enrolled = Array.from({ length: players }, (_, number) => ({
    id: playerId(number),
    name: NO_TEXT,
    team: null,
    externalId: null,
    kind: 'player' as const,
  }));
  send({ type: 'enrol-players', newTeams: [], players: enrolled });
  send({ type: 'start-round', number: 1 });
  for (let index = 0; recorded.length < events; index += 1) send(rulingCommand(index, players));
  return recorded.slice(0, events);
}

/** The command that a body of `POST /rulings` becomes. */
export function rulingCommand(index: number, players: number): Command {
  const { infractions, ...circumstances } = rulingBody(index, players);
  return {
    ...circumstances,
    type: 'issue-ruling',
    infractions: infractions.map((each) => ({ ...each, deviation: null })),
    account: null,
    remedy: null,
    ruledAt: null,
    offline: false,
    refer: false,
  };
}

/** Writes events once, so that any number of tournaments can be made of them. */
export function writeAll(events: readonly LedgerEvent[]): Written[] {
  return events.map((event) => {
    const [before, after] = encode({ ...event, id: ANY_ID }).split(ANY_ID);
    if (before === undefined || after === undefined) throw new Error('an id stands in its event once');
    return { type: event.type, before, after };
  });
}

/** Records the same events in each of so many tournaments, a part of each in turn, as they come in on a day with many. */
export async function fill(store: EventStore, written: readonly Written[], tournaments: readonly string[]): Promise<void> {
  for (let from = 0; from < written.length; from += APPENDED_AT_ONCE) {
    const part = written.slice(from, from + APPENDED_AT_ONCE);
    for (let first = 0; first < tournaments.length; first += 16) {
      const some = tournaments.slice(first, first + 16);
      await Promise.all(some.map((each) => store.append(streamOf(each), from - 1, part.map(anew))));
    }
  }
}

function anew({ type, before, after }: Written): NewEvent {
  const id = randomUUID();
  return { id, type, body: before + id + after };
}
