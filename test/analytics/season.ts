import { encode, fold, ledgerUnder } from '@ladder/ledger';
import type { Command, LedgerEvent } from '@ladder/ledger';
import fc from 'fast-check';
import { histories } from '../../libs/ledger/spec/histories.js';
import { sealed } from '../../libs/ledger/spec/hall.js';
import { played } from '../../libs/ledger/spec/playing.js';
import type { History } from '../../libs/ledger/spec/playing.js';
import type { Played } from './naive.js';

/** Several tournaments at random, over some days, in which some players are the same persons. */

const EDITION = 'riftbound-2026-10-16';
export const DAYS = ['2026-11-07', '2026-11-08', '2026-11-09', '2026-11-10'];

/** Of a tournament's five: who has which external id. Whoever has the same number is the same person in all of them. */
const externalIds = fc.array(fc.option(fc.nat(25)), { minLength: 5, maxLength: 5 });

/** Plays histories as tournaments of their own. `hoursLater`: when each begins after the first day's 09:00. */
export const seasons = fc
  .array(fc.record({ history: histories, busy: fc.boolean(), hoursLater: fc.nat(70), externalIds }), {
    minLength: 3,
    maxLength: 10,
    size: 'max',
  })
  .map((tournaments) => tournaments.map(({ history, busy, ...more }, index) => tournament(`t-${index}`, eventsOf(history, busy), more)));

/**
 * @param busy whether it ends with a rush: every judge is called to everybody, and everybody slows down three times and appeals. So enough persons
 * are behind some figures for them to be told.
 */
function eventsOf(history: History, busy: boolean): readonly LedgerEvent[] {
  const hall = played(history);
  for (const player of busy ? hall.ledger.players.keys() : []) {
    // A missed trigger costs nothing, so that whoever only watches can have one, too.
    for (const judge of JUDGES) hall.refuses((each) => each.send(callTo(player, 'missed-trigger'), judge));
    for (const offline of [false, false, player < 'C']) hall.refuses((each) => each.send(callTo(player, 'slow-play', offline), 'floor'));
    const ruling = [...hall.ledger.rulings.keys()].at(-1) ?? '';
    hall.refuses((each) => each.send({ type: 'file-appeal', ruling, player, grounds: sealed('grounds') }, 'floor'));
    hall.settle();
  }
  return hall.events;
}

const JUDGES = ['head', 'appeals', 'floor', 'floor2'];

function callTo(player: string, category: string, offline = false): Command {
  const infractions = [{ player, category, conditions: [], deviation: null }];
  const place = { table: null, game: null, ruledAt: null, durationSeconds: null, offline, distinct: true };
  return { type: 'issue-ruling', infractions, ...place, account: null, remedy: null, refer: false };
}

function tournament(
  id: string,
  events: readonly LedgerEvent[],
  { hoursLater, externalIds: numbers }: { hoursLater: number; externalIds: readonly (number | null)[] },
): Played {
  const known = new Map<string, string>();
  let enrolled = 0;
  const own = events.map((event) => {
    const metadata = { ...event.metadata, recordedAt: later(event.metadata.recordedAt, hoursLater) };
    if (event.type === 'TournamentOpened') return { ...event, metadata, data: { ...event.data, tournament: id } };
    if (event.type !== 'PlayersEnrolled') return { ...event, metadata };
    const players = event.data.players.map((each) => {
      const number = numbers[enrolled++] ?? null;
      if (number === null) return each;
      known.set(each.player, `external-${number}`);
      return { ...each, externalId: { ref: `${id} ${each.player}`, commitment: '5ea1'.repeat(16) } };
    });
    return { ...event, metadata, data: { ...event.data, players } };
  });
  const ledger = ledgerUnder(EDITION)!;
  for (const event of own) fold(ledger, event);
  const toString = () => `${id}: ${own.map(({ type }) => type).join(' ')}`;
  return Object.assign({ id, events: own, ledger, externalIds: known }, { [fc.toStringMethod]: toString });
}

function later(time: string, hours: number): string {
  return new Date(Date.parse(time) + hours * 60 * 60 * 1000).toISOString();
}

/** What a store gives of these tournaments, their events taken in turn; and a vault that holds the texts of who was erased, or does no more. */
export function logOf(season: readonly Played[], vault: 'before erasures' | 'after erasures' = 'after erasures') {
  const stored = inTurn(season).map(({ id, event }, index) => ({
    stream: `tournament-${id}`,
    revision: event.position,
    position: BigInt(index + 1),
    id: event.id,
    type: event.type,
    body: encode(event),
  }));
  const texts = new Map<string, { text: string; salt: string }>();
  for (const { id, ledger, externalIds: known } of season) {
    for (const [player, text] of known) {
      if (vault === 'before erasures' || !ledger.players.get(player)!.erased) texts.set(`${id} ${player}`, { text, salt: '' });
    }
  }
  return {
    store: {
      readAll: async (after: bigint, count: number) => stored.slice(Number(after), Number(after) + count),
      lastPosition: async () => BigInt(stored.length),
    },
    vault: {
      open: async (refs: readonly string[]) => new Map(refs.flatMap((ref) => (texts.has(ref) ? [[ref, texts.get(ref)!] as const] : []))),
    },
  };
}

function inTurn(season: readonly Played[]): { id: string; event: LedgerEvent }[] {
  const longest = Math.max(...season.map(({ events }) => events.length));
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    season.flatMap(({ id, events }) => (events[index] ? [{ id, event: events[index] }] : [])),
  );
}
