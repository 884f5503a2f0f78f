import { randomUUID } from 'node:crypto';
import { WrongExpectedRevision, seal } from '@ladder/event-store';
import type { EventStore, KeptText, TextReader } from '@ladder/event-store';
import { canonicalJson, isRefusal } from '@ladder/ledger';
import type { Refusal, Sealed } from '@ladder/ledger';
import type { Request, Unexecuted } from '@ladder/ledgers';
import { decideAnalyst, foldAnalyst, noAnalysts } from './analysts.js';
import type { AnalystCommand, AnalystEvent, Analysts } from './analysts.js';

/** The stream of the analysts' ledger: no tournament's, whose names begin otherwise. */
const STREAM = 'analysts';
const SCHEMA = 1;
const PAGE = 500;
/** How often a command is decided anew when another node was faster. */
const TRIES = 20;

/** The vault's pseudonym of an analyst. */
export function analystPerson(id: string): string {
  return `analysts/analyst/${id}`;
}

/** What a command recorded, now or before. */
export interface AnalystRecorded {
  readonly replayed: boolean;
  readonly events: readonly AnalystEvent[];
}

type Who = Omit<Request, 'tournament'>;
type Build = (analysts: Analysts, seal: (text: string, analyst: string) => Sealed) => AnalystCommand;

/** Where the analysts' ledger meets the store: loads its tail, decides, appends, tries again on a conflict, answers a repeated key. */
export class AnalystBook {
  #analysts = noAnalysts();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: Pick<EventStore, 'readStream' | 'append'>,
    private readonly vault: TextReader,
  ) {}

  /** The analysts as they are now, whichever node wrote them. To be read at once. */
  async read(): Promise<Analysts> {
    return this.#alone(() => this.#load());
  }

  /** The names of analysts by id; null for one who was erased. */
  async names(): Promise<Map<string, string | null>> {
    const { byId } = await this.read();
    const opened = await this.vault.open([...byId.values()].map(({ name }) => name.ref));
    return new Map([...byId.values()].map(({ id, name }) => [id, opened.get(name.ref)?.text ?? null]));
  }

  /**
   * Carries out a command; repeated with its key, it answers what it recorded the first time.
   *
   * @throws StoreUnavailable if it is not known whether the events are durable: send the command again, with the same key.
   */
  async execute(who: Who, build: Build): Promise<AnalystRecorded | Refusal | Unexecuted> {
    return this.#alone(() => this.#execute(who, build));
  }

  async #execute({ by, key, fingerprint }: Who, build: Build): Promise<AnalystRecorded | Refusal | Unexecuted> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const analysts = await this.#load();
      const before = key === null ? undefined : analysts.keys.get(key);
      if (before) {
        const same = before.every(({ metadata }) => metadata.fingerprint === fingerprint && metadata.by === by);
        const detail = 'This Idempotency-Key was used for another command: send a fresh one.';
        return same ? { replayed: true, events: before } : { refused: 'idempotency-key-reused', detail };
      }
      const kept: KeptText[] = [];
      const sealing = (text: string, analyst: string): Sealed => {
        const made = seal(text, [analystPerson(analyst)]);
        kept.push(made.kept);
        return made.sealed;
      };
      const clock = new Date().toISOString();
      const recordedAt = clock > analysts.recordedAt ? clock : analysts.recordedAt;
      const decision = decideAnalyst(analysts, build(analysts, sealing), recordedAt);
      if (isRefusal(decision)) return decision;
      const metadata = { schema: SCHEMA, by, key, fingerprint, recordedAt };
      const events = decision.map((draft, index) => ({ ...draft, position: analysts.revision + 1 + index, id: randomUUID(), metadata }));
      if (await this.#append(analysts.revision, events, kept)) {
        for (const event of events) foldAnalyst(analysts, event);
        return { replayed: false, events };
      }
    }
    return { refused: 'busy', detail: 'Too many write at once: send the command again in a moment, with the same key.' };
  }

  /** False if another node came between. */
  async #append(revision: number, events: readonly AnalystEvent[], texts: readonly KeptText[]): Promise<boolean> {
    const bodies = events.map((event) => ({ id: event.id, type: event.type, body: canonicalJson(event) }));
    try {
      await this.store.append(STREAM, revision, bodies, texts);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }

  async #load(): Promise<Analysts> {
    for (;;) {
      const page = await this.store.readStream(STREAM, this.#analysts.revision + 1, PAGE);
      for (const { body } of page) foldAnalyst(this.#analysts, JSON.parse(body) as AnalystEvent);
      if (page.length < PAGE) return this.#analysts;
    }
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done;
    return done;
  }
}
