import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { WrongExpectedRevision } from '@ladder/event-store';
import type { EventStore, KeptText, TextReader } from '@ladder/event-store';
import { decide, encode, fold, fork, isRefusal, isSettled, ledgerUnder, open, owed, refuse, SAGA, sealedIn, stamp } from '@ladder/ledger';
import type { Command, Draft, Ledger, LedgerEvent, Opened, Refusal, Sealed } from '@ladder/ledger';
import { LedgersInMemory } from './ledgers-in-memory.js';
import { beginningWith, decoded, eventsOf, foldedTo } from './recorded-events.js';
import { Sealing } from './sealing.js';
import { streamOf } from './streams.js';

/** How often a command is decided anew when others were faster, before it is refused as `busy`. */
const TRIES = 20;

/** Who sends a command and under which Idempotency-Key; `fingerprint` tells whether a key is sent again with the same body. */
export interface Request {
  readonly tournament: string;
  readonly by: string;
  readonly key: string | null;
  readonly fingerprint: string | null;
}

/** Makes the command from the ledger that it will be decided on: resolves names, gives ids, seals texts. */
export type Build = (ledger: Ledger, sealing: Sealing) => Command | Promise<Command>;

/** A command that is recorded, now or before. `facts` is what was made of the ledger right after its own events (R36). */
export interface Recorded<Facts> {
  readonly replayed: boolean;
  readonly position: number;
  readonly facts: Facts;
}

/** Why a command was not carried out although the rules may allow it. */
export interface Unexecuted {
  readonly refused: 'command-in-progress' | 'idempotency-key-reused' | 'busy';
  readonly detail: string;
}

export type Outcome<Facts> = Recorded<Facts> | Refusal | Unexecuted;

export function isRecorded<Facts>(outcome: Outcome<Facts>): outcome is Recorded<Facts> {
  return !('refused' in outcome);
}

/**
 * Where the pure core meets store and vault, and the only such place: loads a ledger (cache and tail), decides, appends at the expected
 * revision, tries again on a conflict, answers a repeated key, keeps and opens texts.
 */
export class Ledgers {
  readonly #inMemory: LedgersInMemory;
  readonly #inFlight = new Set<string>();

  constructor(
    private readonly store: EventStore,
    private readonly vault: TextReader,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.#inMemory = new LedgersInMemory(store);
  }

  /**
   * Carries out a command. `facts` is called on the ledger right after the command's own events, before anything else happens to it; for a
   * repeated key on the ledger folded up to there, so that the first answer can be given again.
   *
   * @throws StoreUnavailable if it is not known whether the events are durable: send the command again, with the same key.
   */
  async execute<Facts>(
    request: Request,
    build: Build,
    facts: (then: Ledger, own: readonly LedgerEvent[]) => Facts,
    { edition, settleFirst = false }: { edition?: string; settleFirst?: boolean } = {},
  ): Promise<Outcome<Facts>> {
    const { tournament, key } = request;
    const flight = `${tournament} ${key ?? randomUUID()}`;
    if (this.#inFlight.has(flight)) {
      return {
        refused: 'command-in-progress',
        detail: 'This very command is being carried out: ask again in a moment, with the same key.',
      };
    }
    this.#inFlight.add(flight);
    try {
      return await this.#inMemory.alone(tournament, () => this.#execute(request, build, facts, edition, settleFirst));
    } finally {
      this.#inFlight.delete(flight);
    }
  }

  async #execute<Facts>(
    request: Request,
    build: Build,
    facts: (then: Ledger, own: readonly LedgerEvent[]) => Facts,
    edition: string | undefined,
    settleFirst: boolean,
  ): Promise<Outcome<Facts>> {
    const { tournament, by, key, fingerprint } = request;
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const ledger = (await this.#inMemory.load(tournament)) ?? (edition === undefined ? undefined : ledgerUnder(edition));
      if (!ledger) {
        return edition === undefined
          ? refuse('unknown-tournament', 'There is no such tournament.')
          : refuse('unknown-edition', `There is no edition ${edition}: see GET /v1/editions.`);
      }
      const known = key === null ? undefined : ledger.keys.get(key);
      if (known) {
        if (known.fingerprint !== fingerprint || known.by !== by) {
          return { refused: 'idempotency-key-reused', detail: 'This Idempotency-Key was used for another command: send a fresh one.' };
        }
        const then = await foldedTo(this.store, tournament, known.to);
        return { replayed: true, position: known.to, facts: facts(then.ledger, then.events.slice(known.from)) };
      }
      if (settleFirst && !(await this.#settle(tournament, ledger))) continue;
      const sealing = new Sealing();
      const now = this.now().toISOString();
      const decision = decide(ledger, await build(ledger, sealing), { by, now });
      if (isRefusal(decision)) return decision;
      if (decision.length === 0) return { replayed: false, position: ledger.revision, facts: facts(ledger, []) };
      const events = await this.#append(tournament, ledger, decision, { by, now, key, fingerprint }, sealing.keptFor(decision));
      if (events) return { replayed: false, position: ledger.revision, facts: facts(ledger, events) };
    }
    return { refused: 'busy', detail: 'Too many write to this tournament at once: send the command again in a moment, with the same key.' };
  }

  /**
   * What a command would lead to, without recording anything: `facts` is called on the ledger as it would be right after it, and as it would be
   * once all that follows was appended.
   */
  async preview<Facts>(
    request: Request,
    build: Build,
    facts: (then: Ledger, own: readonly LedgerEvent[], later: Ledger) => Facts,
  ): Promise<Facts | Refusal> {
    const ledger = await this.read(request.tournament);
    if (!ledger) return refuse('unknown-tournament', 'There is no such tournament.');
    const now = this.now().toISOString();
    const decision = decide(ledger, await build(ledger, new Sealing()), { by: request.by, now });
    if (isRefusal(decision)) return decision;
    const stamped = (to: Ledger, drafts: readonly Draft[], by: string) =>
      stamp(to, drafts, { by, now, key: null, fingerprint: null, ids: drafts.map(() => '') });
    const then = fork(ledger);
    const own = stamped(then, decision, request.by);
    for (const event of own) fold(then, event);
    const later = fork(then);
    while (!isSettled(later)) for (const event of stamped(later, owed(later), SAGA)) fold(later, event);
    return facts(then, own, later);
  }

  /** Appends what the ledger owes until it owes nothing. Does nothing for a ledger that is settled, or for one that does not exist. */
  async settle(tournament: string): Promise<void> {
    await this.#inMemory.alone(tournament, async () => {
      for (;;) {
        const ledger = await this.#inMemory.load(tournament);
        if (!ledger || (await this.#settle(tournament, ledger))) return;
      }
    });
  }

  /** Appends what is owed to a loaded ledger; false if another writer came between, so that it has to be loaded anew. */
  async #settle(tournament: string, ledger: Ledger): Promise<boolean> {
    while (!isSettled(ledger)) {
      const now = this.now().toISOString();
      if (!(await this.#append(tournament, ledger, owed(ledger), { by: SAGA, now, key: null, fingerprint: null }, []))) return false;
    }
    return true;
  }

  /** Waits until the ledger owes nothing, at most `ms` milliseconds; tells whether that came true. */
  async settled(tournament: string, ms: number): Promise<boolean> {
    return this.#inMemory.until(tournament, ms, (ledger) => isSettled(ledger));
  }

  /** Waits until the ledger holds `position`, at most `ms` milliseconds; tells its end, -1 for no ledger. */
  async reaches(tournament: string, position: number, ms: number): Promise<{ reached: boolean; revision: number }> {
    await this.#inMemory.until(tournament, ms, (ledger) => ledger.revision >= position);
    const revision = (await this.read(tournament))?.revision ?? -1;
    return { reached: revision >= position, revision };
  }

  /** The ledger as it is, to be read at once and not to be kept; undefined if there is none. Nobody who writes keeps it waiting. */
  read(tournament: string): Promise<Ledger | undefined> {
    return this.#inMemory.read(tournament);
  }

  /** The ledger as it was right after the event at `position`; undefined if there is no such position. */
  async asOf(tournament: string, position: number): Promise<Ledger | undefined> {
    const ledger = await this.read(tournament);
    if (!ledger || position < 0 || position > ledger.revision) return undefined;
    return (await foldedTo(this.store, tournament, position)).ledger;
  }

  /** Every event of a ledger from `from` on, in order, at most `maxCount`. */
  async events(tournament: string, from: number, maxCount: number): Promise<LedgerEvent[]> {
    return (await this.store.readStream(streamOf(tournament), from, maxCount)).map(({ body }) => decoded(tournament, body));
  }

  /** The whole ledger's events, in order. */
  async allEvents(tournament: string): Promise<LedgerEvent[]> {
    const events: LedgerEvent[] = [];
    for await (const event of eventsOf(this.store, tournament)) events.push(event);
    return events;
  }

  /** The edition-bound empty ledger that a tournament's events are folded into. */
  async begin(tournament: string): Promise<Ledger | undefined> {
    const [first] = await this.events(tournament, 0, 1);
    return first && beginningWith(first);
  }

  /** Fills a view's names and texts from the vault: names as they are now, free texts for those who may read them. */
  async open<T>(tournament: string, view: T, mayReadTexts: boolean): Promise<Opened<T>> {
    const ledger = await this.read(tournament);
    if (!ledger) throw new Error(`there is no tournament ${tournament}`);
    const texts = await this.texts(sealedIn(view, ledger, mayReadTexts));
    return open(view, ledger, texts, mayReadTexts);
  }

  /** The texts that the vault still has, by reference. */
  async texts(sealed: readonly Sealed[]): Promise<Map<string, string>> {
    if (sealed.length === 0) return new Map();
    const opened = await this.vault.open([...new Set(sealed.map(({ ref }) => ref))]);
    return new Map([...opened].map(([ref, { text }]) => [ref, text]));
  }

  /** Appends and folds; undefined if another writer came between. The same event ids are sent however often the store is asked. */
  async #append(
    tournament: string,
    ledger: Ledger,
    drafts: readonly Draft[],
    { by, now, key, fingerprint }: { by: string; now: string; key: string | null; fingerprint: string | null },
    texts: readonly KeptText[],
  ): Promise<LedgerEvent[] | undefined> {
    // Ordered by time (RFC 9562, 5.7): the store's index of ids then grows at its end, however many millions it holds.
    const events = stamp(ledger, drafts, { by, now, key, fingerprint, ids: drafts.map(() => randomUUIDv7()) });
    try {
      await this.store.append(
        streamOf(tournament),
        ledger.revision,
        events.map((event) => ({ id: event.id, type: event.type, body: encode(event) })),
        texts,
      );
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return undefined;
      throw error;
    }
    this.#inMemory.foldInto(tournament, ledger, events);
    return events;
  }
}
