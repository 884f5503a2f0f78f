import { randomUUID } from 'node:crypto';
import { StoreUnavailable, WrongExpectedRevision } from '@ladder/event-store';
import type { EventStore, NewEvent } from '@ladder/event-store';
import { decode, earns, encode, fold, isSettled, owed, stamp, standingWarnings } from '@ladder/ledger';
import type { Draft, Ledger, LedgerEvent, PenaltyState } from '@ladder/ledger';
import { beginningWith, streamOf } from '@ladder/ledgers';
import { AS_IT_IS } from './world.js';
import type { Parts } from './world.js';

/**
 * The product, broken in one place each: mistakes that were made elsewhere, or that a simpler design would make. The simulation is worth as
 * much as it finds of them.
 */
export interface Broken extends Parts {
  readonly name: string;
  /** What the simulation has to find of it. */
  readonly finds: RegExp;
}

/** How a ledger is settled where it is not done by the product. */
interface Ways {
  readonly fold: (ledger: Ledger, event: LedgerEvent) => Ledger;
  readonly owed: (ledger: Ledger) => readonly Draft[];
  /** Appends wherever the stream ends by now, with what was owed before. */
  readonly blindly: boolean;
}

const SOUND_WAYS: Ways = { fold, owed: (ledger) => (isSettled(ledger) ? [] : owed(ledger)), blindly: false };

/** Settles by reading the whole stream each time; sound, as long as its ways are. */
function settlesBy(ways: Partial<Ways>): Parts['settler'] {
  const { fold: take, owed: owing, blindly } = { ...SOUND_WAYS, ...ways };
  return (store) => ({
    async settle(tournament: string): Promise<void> {
      const stream = streamOf(tournament);
      // One that never comes to an end is not waited for.
      for (let times = 0; times < 5; times += 1) {
        const events = (await store.readStream(stream, 0, 10_000)).map(({ body }) => decode(body));
        const [first] = events;
        if (!first) return;
        const ledger = events.reduce(take, beginningWith(first));
        const drafts = owing(ledger);
        if (drafts.length === 0) return;
        if (blindly) ledger.revision = await store.lastRevision(stream);
        await append(store, stream, ledger, drafts);
      }
    },
  });
}

/** Appends, unless another was faster. */
async function append(store: EventStore, stream: string, ledger: Ledger, drafts: readonly Draft[]): Promise<void> {
  const ids = drafts.map(() => randomUUID());
  const events = stamp(ledger, drafts, { by: 'saga', now: ledger.recordedAt, key: null, fingerprint: null, ids });
  try {
    await store.append(stream, ledger.revision, events.map(toAppend));
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}

function toAppend(event: LedgerEvent): NewEvent {
  return { id: event.id, type: event.type, body: encode(event) };
}

/** The Warnings that cross a rule now, each with the Game Loss that it would earn. */
function lossesForAll(ledger: Ledger): { warning: PenaltyState; loss: Draft }[] {
  return [...ledger.players.keys()].flatMap((player) =>
    standingWarnings(ledger, player).flatMap((warning) => {
      const reasons = earns(ledger, warning);
      if (reasons.length === 0) return [];
      const { id, ruling, place } = warning;
      const earned = { warning: id, place, reasons, review: null };
      const penalty = `gl-${ledger.revision + 1}-${place}`;
      const data = { penalty, player, ruling, appliesTo: { when: 'next-game' as const }, concededBy: [player], earned };
      return [{ warning, loss: { type: 'GameLossApplied' as const, cause: place, data } }];
    }),
  );
}

/** A saga that acts on each Warning once, and knows only by heart on which it has acted. */
function byHeart(): Parts['settler'] {
  return (store, ledgers) => {
    const done = new Set<string>();
    const owing = (ledger: Ledger): Draft[] => {
      const others = SOUND_WAYS.owed(ledger).filter((draft) => draft.type !== 'GameLossApplied');
      if (ledger.tournament?.escalation === 'review') return others;
      const fresh = lossesForAll(ledger).filter(
        ({ warning: { player, place, unbroken, staysInTally } }) => unbroken.length > 0 && !staysInTally && !done.has(`${player} ${place}`),
      );
      for (const { warning } of fresh) done.add(`${warning.player} ${warning.place}`);
      return [...fresh.map(({ loss }) => loss), ...others];
    };
    return settlesBy({ owed: owing })(store, ledgers);
  };
}

/** No Warning earns its Game Loss by itself: the head judge is asked about each. */
function asksAboutEach(ledger: Ledger, event: LedgerEvent): Ledger {
  fold(ledger, event);
  for (const [key, due] of ledger.due) {
    if (due.kind !== 'game-loss') continue;
    ledger.due.delete(key);
    if ([...ledger.reviews.values()].some(({ status, warning }) => status === 'open' && warning === due.warning)) continue;
    const { ruling } = ledger.penalties.get(due.warning) as PenaltyState;
    ledger.due.set(`review ${key}`, { ...due, kind: 'review', question: 'game-loss-due', ruling, penalty: null });
  }
  return ledger;
}

/** Every Warning earns its Game Loss by itself, however it came to cross a rule. */
function asksAboutNone(ledger: Ledger, event: LedgerEvent): Ledger {
  fold(ledger, event);
  for (const [key, due] of ledger.due) {
    if (due.kind !== 'review' || due.question !== 'game-loss-due' || due.warning === null) continue;
    ledger.due.delete(key);
    ledger.due.set(`loss ${key}`, { ...due, kind: 'game-loss', warning: due.warning });
  }
  return ledger;
}

/** A saga that knows only by heart which notices were sent. */
function tellsAgain(): Parts['settler'] {
  return (store, ledgers) => {
    const told = new Set<string>();
    const owing = (ledger: Ledger): Draft[] => {
      const untold = [...ledger.notices.values()].filter(({ id }) => !told.has(id));
      for (const { id } of untold) told.add(id);
      const again = untold.map(({ id, about, told, player, ruling, penalty, review, appeal, acknowledged }): Draft => {
        const data = { notice: id, about, told, player, ruling, penalty, review, appeal, acknowledged };
        return { type: 'HeadJudgeNotified', data };
      });
      return [...SOUND_WAYS.owed(ledger), ...again];
    };
    return settlesBy({ owed: owing })(store, ledgers);
  };
}

/** The same store, to which a node appends in another way. */
function doorTo(store: EventStore, append: EventStore['append']): EventStore {
  return {
    maxAppendBytes: store.maxAppendBytes,
    append,
    readStream: (...read) => store.readStream(...read),
    readAll: (...read) => store.readAll(...read),
    lastRevision: (stream) => store.lastRevision(stream),
    lastPosition: () => store.lastPosition(),
    streams: (...read) => store.streams(...read),
    follow: (...from) => store.follow(...from),
    wake: (...group) => store.wake(...group),
    close: () => store.close(),
  };
}

function changed(events: readonly NewEvent[], change: (event: LedgerEvent, index: number) => LedgerEvent): NewEvent[] {
  return events.map(({ body }, index) => toAppend(change(decode(body), index)));
}

/** Not broken: the settling that the variants below vary. It shows that what is found in them lies in what was varied. */
export const SOUND: Parts = { ...AS_IT_IS, settler: settlesBy({}) };

export const BROKEN: readonly Broken[] = [
  {
    ...AS_IT_IS,
    name: 'a saga that appends without an expected revision',
    finds: /^G5: GameLossApplied .* is the second that came by itself/,
    settler: settlesBy({ blindly: true }),
  },
  {
    ...AS_IT_IS,
    name: 'a saga that knows only by heart for which Warnings it gave a Game Loss',
    finds: /^G5: GameLossApplied .* is the second in force/,
    settler: byHeart(),
  },
  {
    ...AS_IT_IS,
    name: 'an owed that ignores which Game Losses were earned already',
    finds: /^G5: GameLossApplied .* is the second in force/,
    settler: settlesBy({ owed: (ledger) => lossesForAll(ledger).map(({ loss }) => loss) }),
  },
  {
    ...AS_IT_IS,
    name: 'a fold that forgets what a Warning has crossed without a break, and so asks about each',
    finds: /^G16: ReviewOpened .* asks without need: game-loss-due/,
    settler: settlesBy({ fold: asksAboutEach }),
  },
  {
    ...AS_IT_IS,
    name: 'a fold that forgets whether there was a break, or an offline device, and so asks about none',
    finds: /^G16: GameLossApplied .* for the head judge to answer/,
    settler: settlesBy({ fold: asksAboutNone }),
  },
  {
    ...AS_IT_IS,
    name: 'a saga that tells nobody what it did',
    finds: /^G6: nobody told/,
    settler: settlesBy({ owed: (ledger) => SOUND_WAYS.owed(ledger).filter(({ type }) => type !== 'HeadJudgeNotified') }),
  },
  {
    ...AS_IT_IS,
    name: 'a saga that tells again what was told before it began',
    finds: /^G6: HeadJudgeNotified .* tells again/,
    settler: tellsAgain(),
  },
  {
    ...AS_IT_IS,
    name: 'a saga that passes by a ledger which it could not settle',
    finds: /^G(5|6|16): .*(got no Game Loss|nobody)/,
    settler: (_, ledgers) => ({
      settle: (tournament) =>
        ledgers.settle(tournament).catch((error: unknown) => {
          if (!(error instanceof StoreUnavailable)) throw error;
        }),
    }),
  },
  {
    ...AS_IT_IS,
    name: 'a saga that begins where the log ends',
    finds: /^G5: .* got no Game Loss/,
    begin: (_, end) => end,
  },
  {
    ...AS_IT_IS,
    name: 'a server that appends without an expected revision',
    finds: /^G4: .* was not decided on what it was written to/,
    door: (store) =>
      doorTo(store, async (stream, _, events, texts) => {
        const end = await store.lastRevision(stream);
        return store.append(
          stream,
          end,
          changed(events, (event, index) => ({ ...event, position: end + 1 + index })),
          texts,
        );
      }),
  },
  {
    ...AS_IT_IS,
    name: 'a server that does not record the keys of its commands',
    finds: /^G2: .* is recorded twice/,
    door: (store) =>
      doorTo(store, (stream, expected, events, texts) =>
        store.append(
          stream,
          expected,
          changed(events, (event) => ({ ...event, metadata: { ...event.metadata, key: null } })),
          texts,
        ),
      ),
  },
  {
    ...AS_IT_IS,
    name: 'a server that answers before its append has come back',
    finds: /^G1: .* was told/,
    door: (store) =>
      doorTo(store, (stream, expected, events, texts) => {
        void store.append(stream, expected, events, texts).catch(() => undefined);
        return Promise.resolve({ revision: expected + events.length, position: 0n });
      }),
  },
];
