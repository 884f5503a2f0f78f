import { setImmediate as turn } from 'node:timers/promises';
import { Saga } from '@ladder/escalation';
import { StoreUnavailable } from '@ladder/event-store';
import type { EventStore, TextReader } from '@ladder/event-store';
import { decode } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';
import { Ledgers, isRecorded, streamOf } from '@ladder/ledgers';
import type { Recorded } from '@ladder/ledgers';
import { beginning, commandOf, randomAct } from './acts.js';
import type { Act } from './acts.js';
import { Line } from './line.js';
import type { Weather } from './line.js';
import { Disk, MemoryStore } from './memory-store.js';
import { Random } from './random.js';
import { Steps } from './steps.js';

const EDITION = 'riftbound-2026-10-16';
export const TOURNAMENTS = ['one', 'two'] as const;
const NO_TEXTS: TextReader = { open: () => Promise.resolve(new Map()) };

/** What a run is made of: the product as it is, or broken in one place. */
export interface Parts {
  /** What settles a ledger for the saga. */
  readonly settler: (store: EventStore, ledgers: Ledgers) => Pick<Ledgers, 'settle'>;
  /** What an API node writes through. */
  readonly door: (store: EventStore) => EventStore;
  /** From where a saga begins, when it was at this place and the log ends at that one. */
  readonly begin: (place: bigint, end: bigint) => bigint;
}

export const AS_IT_IS: Parts = { settler: (_, ledgers) => ledgers, door: (store) => store, begin: (place) => place };

/** How hard a run is: how many judges and sagas, and how likely accidents are. */
export interface Conditions {
  readonly clients: number;
  readonly sagas: number;
  /** The chance that a request, an answer or a piece of the feed is lost. */
  readonly loss: number;
  /** How often sagas crash, where a message arrives a hundred times. */
  readonly sagaCrashes: number;
}

/** Everybody at once. */
export const RACING: Conditions = { clients: 4, sagas: 1, loss: 0.01, sagaCrashes: 0.5 };
/** Two sagas that crash all the time, on a bad line. */
export const FAILING: Conditions = { clients: 2, sagas: 2, loss: 0.08, sagaCrashes: 4 };
/** One saga that never crashes, on a line that loses every tenth message. */
export const LOSSY: Conditions = { clients: 1, sagas: 1, loss: 0.1, sagaCrashes: 0 };

/** The timers that the product sets: they run out only when the run says so. */
export interface Timers {
  pass(milliseconds: number): void;
  forget(): void;
}

/** An act, and what became of it. */
export interface Sent {
  readonly act: Act;
  /** The steps of the run at which it was first sent, and first told to be done. */
  readonly sentAt: number;
  answeredAt: number | null;
  /** The ledger's end and the time, each time that it was decided. */
  readonly tries: { readonly revision: number; readonly now: string }[];
  readonly answers: Recorded<string>[];
  refused: string | null;
}

/** What a run leaves behind. */
export interface Run {
  readonly ledgers: ReadonlyMap<string, readonly LedgerEvent[]>;
  readonly sent: readonly Sent[];
  /** How often what happened. */
  readonly happened: ReadonlyMap<string, number>;
  /** Why it did not come to its end. */
  readonly brokenOff: string | null;
}

interface ApiNode {
  readonly ledgers: Ledgers;
  readonly line: Line;
  readonly died: PromiseWithResolvers<'lost'>;
  now: string;
}

interface SagaNode {
  readonly saga: Saga;
  readonly line: Line;
}

/** More steps and events than any sound run takes. */
const ENDLESS = { steps: 3_000, events: 200 };

/**
 * A day in a simulated hall: judges at two API nodes, up to two sagas, one store, and a network, clocks and accidents that a seed chooses.
 * Nothing happens by itself: one thing arrives, dies or begins at a time, and everybody comes to rest before the next.
 */
export class World {
  readonly #random: Random;
  readonly #disk = new Disk();
  readonly #store = new MemoryStore(this.#disk);
  readonly #steps: Steps;
  readonly #weather: Weather;
  readonly #apis: ApiNode[] = [];
  readonly #sagas: (SagaNode | null)[];
  /** Where each saga's place in the log is kept. */
  readonly #places: bigint[];
  readonly #sent: Sent[] = [];
  readonly #happened = new Map<string, number>();
  #failure: string | null = null;
  #nodes = 0;
  #busyClients = 0;
  #at = 0;
  #clock = Date.UTC(2026, 10, 7, 9);

  constructor(
    seed: number,
    private readonly timers: Timers,
    private readonly conditions: Conditions,
    private readonly parts: Parts,
  ) {
    this.#random = new Random(seed);
    this.#steps = new Steps(this.#random);
    this.#weather = { loss: conditions.loss };
    this.#places = Array.from({ length: conditions.sagas }, () => 0n);
    this.#sagas = this.#places.map(() => null);
  }

  async run(): Promise<Run> {
    await this.#begin();
    const acts = 8 + this.#random.below(16);
    const { clients } = this.conditions;
    for (let client = 0; client < clients; client += 1) this.#client(client, Math.ceil(acts / clients));
    while (this.#busyClients > 0 && this.#goesOn()) await this.#somethingHappens();
    await this.#comeToRest();
    this.timers.forget();
    return { ledgers: await this.#ledgers(), sent: this.#sent, happened: this.#happened, brokenOff: this.#failure };
  }

  /** What was there before the accidents begin. */
  async #begin(): Promise<void> {
    const ledgers = new Ledgers(this.#store, NO_TEXTS, () => new Date(this.#clock));
    for (const tournament of TOURNAMENTS) {
      const level = this.#random.pick(['casual', 'competitive', 'competitive', 'professional'] as const);
      for (const command of beginning(tournament, level, this.#random.chance(0.9) ? 'automatic' : 'review')) {
        const request = { tournament, by: 'admin', key: null, fingerprint: null };
        const outcome = await ledgers.execute(
          request,
          () => command,
          () => null,
          { edition: EDITION },
        );
        if (!isRecorded(outcome)) throw new Error(outcome.detail);
      }
    }
    for (let index = 0; index < 2; index += 1) this.#apis.push(this.#apiNode());
    for (const index of this.#sagas.keys()) this.#startSaga(index);
  }

  #goesOn(): boolean {
    if (this.#at > ENDLESS.steps || this.#disk.all.length > ENDLESS.events) this.#failure ??= 'it never came to rest';
    return this.#failure === null;
  }

  async #somethingHappens(): Promise<void> {
    this.#at += 1;
    this.#random.weighted<() => void>([
      [() => this.#steps.arriveOne(), 100],
      [() => (this.#clock += this.#random.below(4 * 60_000)), 10],
      [() => this.timers.pass(this.#random.below(200)), 5],
      [() => this.timers.pass(30_000), 1],
      [() => this.#crashSaga(), this.conditions.sagaCrashes],
      [() => this.#startSaga(this.#random.below(this.#sagas.length)), 3],
      [() => this.#crashApi(), 0.5],
      [() => this.#changeSpeed(), 2],
    ])();
    await turn();
  }

  /** Everything works again, and what is on its way arrives. */
  async #comeToRest(): Promise<void> {
    this.#weather.loss = 0;
    this.#steps.slow.clear();
    for (const index of this.#sagas.keys()) this.#startSaga(index);
    for (let quiet = 0; quiet < 3 && this.#goesOn(); quiet += 1) {
      await turn();
      while (this.#steps.size > 0 && this.#goesOn()) {
        this.#at += 1;
        quiet = 0;
        this.#steps.arriveOne();
        await turn();
      }
      this.timers.pass(30_000);
    }
    if (this.#failure === null) for (const node of this.#sagas) await node?.saga.stop();
  }

  async #ledgers(): Promise<Map<string, LedgerEvent[]>> {
    const ledgers = new Map<string, LedgerEvent[]>();
    for (const tournament of TOURNAMENTS) {
      const events = await this.#store.readStream(streamOf(tournament), 0, 100_000);
      ledgers.set(
        tournament,
        events.map(({ body }) => decode(body)),
      );
    }
    return ledgers;
  }

  // Judges.

  #client(number: number, acts: number): void {
    this.#busyClients += 1;
    const work = async () => {
      for (let act = 0; act < acts; act += 1) {
        await this.#thinks();
        const tournament = this.#random.chance(0.85) ? TOURNAMENTS[0] : TOURNAMENTS[1];
        await this.#carryOut(randomAct(this.#random, tournament, `client ${number}, act ${act}`));
      }
    };
    work()
      .catch((error: unknown) => (this.#failure ??= String(error)))
      .finally(() => (this.#busyClients -= 1));
  }

  #thinks(): Promise<void> {
    return this.#steps.travel('clients', true);
  }

  async #carryOut(act: Act): Promise<void> {
    const sent: Sent = { act, sentAt: this.#at, answeredAt: null, tries: [], answers: [], refused: null };
    this.#sent.push(sent);
    // Some are impatient, and ask both nodes at once; some ask again although they were answered.
    let times = this.#random.chance(0.1) ? 2 : 1;
    const asks = this.#random.chance(0.1) ? this.#apis.length : 1;
    for (; times > 0; times -= 1) {
      await Promise.all(Array.from({ length: asks }, (_, index) => this.#untilAnswered(sent, this.#random.below(2) + index)));
      if (times > 1) await this.#thinks();
    }
  }

  async #untilAnswered(sent: Sent, first: number): Promise<void> {
    for (let which = first; ; which += 1) {
      const node = this.#apis[which % this.#apis.length] as ApiNode;
      const outcome = await Promise.race([this.#ask(node, sent), node.died.promise]);
      if (outcome === 'lost' || outcome === 'again') {
        await this.#thinks();
        continue;
      }
      if (typeof outcome === 'string') {
        sent.refused = outcome;
      } else {
        sent.answers.push(outcome);
        sent.answeredAt ??= this.#at;
      }
      return;
    }
  }

  async #ask(node: ApiNode, { act, tries }: Sent): Promise<Recorded<string> | string> {
    const { tournament, by, key, kind } = act;
    try {
      const outcome = await node.ledgers.execute(
        { tournament, by, key, fingerprint: key },
        (ledger) => {
          tries.push({ revision: ledger.revision, now: node.now });
          return commandOf(act, ledger);
        },
        (then, own) => `${then.revision}: ${own.map(({ type }) => type).join(', ')}`,
        { settleFirst: kind === 'close' },
      );
      if (isRecorded(outcome)) return outcome;
      if (outcome.refused === 'command-in-progress' || outcome.refused === 'busy') return 'again';
      return outcome.refused;
    } catch (error) {
      if (error instanceof StoreUnavailable) return 'lost';
      throw error;
    }
  }

  // Accidents.

  #apiNode(): ApiNode {
    const line = this.#line('an API node');
    const skew = (this.#random.below(7) - 3) * 60_000;
    const now = () => {
      const time = new Date(this.#clock + skew);
      node.now = time.toISOString();
      return time;
    };
    const ledgers = new Ledgers(this.parts.door(line), NO_TEXTS, now);
    const node: ApiNode = { ledgers, line, died: Promise.withResolvers(), now: '' };
    return node;
  }

  #crashApi(): void {
    const index = this.#random.below(this.#apis.length);
    const node = this.#apis[index];
    node?.line.cut();
    node?.died.resolve('lost');
    this.#apis[index] = this.#apiNode();
    this.#tell('an API node crashed');
  }

  #startSaga(index: number): void {
    if (this.#sagas[index]) return;
    const line = this.#line('a saga');
    // A lost place costs time, never a Game Loss.
    if (this.#random.chance(0.2)) this.#places[index] = 0n;
    const ledgers = new Ledgers(line, NO_TEXTS, () => new Date(this.#clock));
    const progress = {
      load: async () => this.parts.begin(this.#places[index] ?? 0n, await this.#store.lastPosition()),
      save: (position: bigint) => {
        this.#places[index] = position;
        return Promise.resolve();
      },
    };
    const saga = new Saga(line, this.parts.settler(line, ledgers), progress, () => this.#tell('a saga had to try again'));
    this.#sagas[index] = { saga, line };
    saga.start().catch((error: unknown) => (this.#failure ??= String(error)));
  }

  #crashSaga(): void {
    const index = this.#random.below(this.#sagas.length);
    const node = this.#sagas[index];
    if (!node) return;
    node.line.cut();
    this.#sagas[index] = null;
    this.#tell('a saga crashed');
  }

  #changeSpeed(): void {
    const node = `node ${this.#random.below(this.#nodes)}`;
    if (!this.#steps.slow.delete(node)) this.#steps.slow.add(node);
  }

  #line(kind: 'a saga' | 'an API node'): Line {
    this.#nodes += 1;
    return new Line(`node ${this.#nodes - 1}`, kind, this.#store, this.#steps, this.#random, this.#weather, (what) => this.#tell(what));
  }

  #tell(what: string): void {
    this.#happened.set(what, (this.#happened.get(what) ?? 0) + 1);
  }
}
