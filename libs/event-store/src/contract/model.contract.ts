import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { EventStore, NewEvent, StoredEvent } from '../port.js';
import { WrongExpectedRevision } from '../store-errors.js';
import { allAfter, followUntil, idsOf, newEvent, newName } from './store-under-test.js';
import type { StoreUnderTest } from './store-under-test.js';

const STREAMS = 3;

/** One writer's next step: an append that is right or wrong by `offset` revisions, or an earlier append sent again. */
type Step = { kind: 'append'; stream: number; offset: number; texts: string[] } | { kind: 'resend'; earlier: number };

interface Recorded {
  stream: string;
  expectedRevision: number;
  events: NewEvent[];
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      stream: fc.nat(STREAMS - 1),
      offset: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) }),
      texts: fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resend' as const), earlier: fc.nat() }) },
);

/** Rounds of steps that several writers take at the same time. */
const schedule = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });

/** Streams as plain lists: what the store is measured against. */
class Model {
  readonly streams = new Map<string, NewEvent[]>();
  readonly recorded: Recorded[] = [];

  constructor(readonly names: readonly string[]) {
    for (const name of names) this.streams.set(name, []);
  }

  lastRevision(stream: string): number {
    return this.eventsOf(stream).length - 1;
  }

  eventsOf(stream: string): NewEvent[] {
    return this.streams.get(stream) ?? [];
  }

  record(append: Recorded): void {
    this.eventsOf(append.stream).push(...append.events);
    this.recorded.push(append);
  }
}

/** Sends one round at once and holds the answers against the model. */
async function play(store: EventStore, model: Model, round: readonly Step[]): Promise<void> {
  const sent = round.map((next) => sendable(model, next)).filter((append) => append !== undefined);
  const contested = sent.filter(
    (append) => !model.recorded.includes(append) && append.expectedRevision === model.lastRevision(append.stream),
  );
  const answers = await Promise.allSettled(
    sent.map(({ stream, expectedRevision, events }) => store.append(stream, expectedRevision, events)),
  );

  const winners: Recorded[] = [];
  for (const [index, append] of sent.entries()) {
    const answer = answers[index];
    if (answer?.status === 'fulfilled') {
      expect(answer.value.revision).toBe(append.expectedRevision + append.events.length);
      if (!model.recorded.includes(append)) winners.push(append);
    } else {
      expect(model.recorded).not.toContain(append);
      expect(answer?.reason).toBeInstanceOf(WrongExpectedRevision);
    }
  }
  // Writers at once may come in any order, and one may have guessed where another left the stream.
  for (const append of winners.toSorted((a, b) => a.expectedRevision - b.expectedRevision)) {
    expect(append.expectedRevision).toBe(model.lastRevision(append.stream));
    model.record(append);
  }
  for (const { stream } of contested) expect(winners.map((winner) => winner.stream)).toContain(stream);
}

function sendable(model: Model, next: Step): Recorded | undefined {
  if (next.kind === 'resend') return model.recorded[next.earlier % Math.max(model.recorded.length, 1)];
  const stream = model.names[next.stream] ?? '';
  const expectedRevision = Math.max(-1, model.lastRevision(stream) + next.offset);
  return { stream, expectedRevision, events: next.texts.map((text) => newEvent(text)) };
}

async function readInPages(store: EventStore, stream: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (;;) {
    const page = await store.readStream(stream, events.length, 7);
    if (page.length === 0) return events;
    events.push(...page);
  }
}

function contentOf(events: readonly NewEvent[]): NewEvent[] {
  return events.map(({ id, type, body }) => ({ id, type, body }));
}

export function describeModel(tested: () => StoreUnderTest): void {
  describe('whatever several writers send', () => {
    it('streams, the whole store and a follower agree with a model of plain lists', async () => {
      await fc.assert(
        fc.asyncProperty(schedule, async (rounds) => {
          const { store } = tested();
          const start = await store.lastPosition();
          const model = new Model(Array.from({ length: STREAMS }, () => newName()));
          for (const round of rounds) await play(store, model, round);

          for (const name of model.names) {
            const read = await readInPages(store, name);
            expect(contentOf(read)).toEqual(model.eventsOf(name));
            expect(read.map(({ revision }) => revision)).toEqual([...read.keys()]);
            expect(await store.lastRevision(name)).toBe(model.lastRevision(name));
          }

          const all = (await allAfter(store, start)).filter(({ stream }) => model.streams.has(stream));
          for (const [index, { position }] of all.entries()) expect(position > (all[index - 1]?.position ?? start)).toBe(true);
          for (const name of model.names) expect(contentOf(all.filter(({ stream }) => stream === name))).toEqual(model.eventsOf(name));
          if (all.length > 0) expect(await followUntil(store, start, idsOf(all))).toEqual(idsOf(all));
        }),
        { numRuns: 50 },
      );
    }, 60_000);
  });
}
