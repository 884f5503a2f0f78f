import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isMalformed, parseVerifierKey, verifyPack } from '@ladder/audit';
import type { AuditPack, Verdict, VerifierKey } from '@ladder/audit';
import { canonicalJson, EVENT_TYPES } from '@ladder/ledger';
import { Served } from '../support/served.js';
import { wholeTournament } from '../support/whole-tournament.js';

let served: Served;
let pack: AuditPack;
let trusted: VerifierKey;
let verdict: Verdict;
/** One envelope of each type, by its position. */
let examples: ReadonlyMap<string, number>;

beforeAll(async () => {
  served = await Served.start();
  const hall = await wholeTournament(served.admin, 'spring');
  pack = await hall.get<AuditPack>('auditor', 'audit-pack');
  const key = parseVerifierKey((await served.admin.get<string>('/audit/key')).trim());
  if (isMalformed(key)) throw new Error(key.malformed);
  trusted = key;
  verdict = verifyPack(pack, trusted);
  examples = new Map(pack.envelopes.map((envelope, position) => [typeOf(envelope), position]));
});
afterAll(async () => served.end());

test('a pack of a tournament with every type of event verifies', () => {
  expect(verdict.problems).toEqual([]);
  expect(verdict.owed).toEqual([]);
  expect(verdict.penalties.filter((each) => each.verdict === 'unfounded')).toEqual([]);
  expect([...examples.keys()].sort()).toEqual([...EVENT_TYPES].sort());
});

describe('G8: of every type of event, whatever is done to one is refused, and said where', () => {
  test('any field, at any depth, changed or removed, and any field added', () => {
    expect(refusesEach((event) => mutationsOf(event))).toBeGreaterThan(1_500);
  });

  test('any two neighbouring fields of it swapped', () => {
    expect(refusesEach((event) => swapsOf(event))).toBeGreaterThan(500);
  });

  test('any part of it taken from another event of the same ledger', () => {
    const others = [...examples.values()].map(parsed);
    const tried = refusesEach(function* (event) {
      for (const other of others)
        for (const [field, value] of Object.entries(other)) if (!isSame(event[field], value)) yield { ...event, [field]: value };
    });
    expect(tried).toBeGreaterThan(5_000);
  });

  test('written otherwise: spaced, with a member twice, with an escape that was not needed, or cut short', () => {
    for (const position of examples.values()) {
      const envelope = pack.envelopes[position] ?? '';
      const escaped = envelope.replace(/"type":"(.)/, (_, letter: string) => `"type":"\\u00${letter.charCodeAt(0).toString(16)}`);
      expect((JSON.parse(escaped) as Fields)['type']).toBe(typeOf(envelope));
      for (const written of [` ${envelope}`, envelope.replace('{', '{"data":null,'), escaped, envelope.slice(0, -1)])
        expectPlaces([position], pack.envelopes.with(position, written));
    }
  });

  test('removed, doubled, moved, swapped with another, or put in once more under a new id', () => {
    const { envelopes } = pack;
    for (const position of examples.values()) {
      const envelope = envelopes[position] ?? '';
      expectPlaces([position], envelopes.toSpliced(position, 1));
      expectPlaces([position], envelopes.toSpliced(position, 0, envelope));
      expectPlaces(
        [position],
        envelopes.toSpliced(position, 0, canonicalJson({ ...parsed(position), id: '00000000-0000-4000-8000-000000000000' })),
      );
      const other = (position + 17) % envelopes.length;
      expectPlaces([Math.min(position, other)], envelopes.with(position, envelopes[other] ?? '').with(other, envelope));
      if (position < envelopes.length - 1) expectPlaces([position], [...envelopes.toSpliced(position, 1), envelope]);
    }
  });
});

// ── What the stories above are made of ─────────────────────────────────────────────────────────────────────────────────────

type Fields = Record<string, unknown>;

function parsed(position: number): Fields {
  return JSON.parse(pack.envelopes[position] ?? '') as Fields;
}

function typeOf(envelope: string): string {
  return (JSON.parse(envelope) as { type: string }).type;
}

/**
 * Spoils one event of each type at a time, each in the next of its ways, until none has any left: every one of them must be named.
 *
 * @returns how many were tried.
 */
function refusesEach(waysToSpoil: (event: Fields) => Generator): number {
  const spoiling = [...examples.values()].map((position) => ({ position, ways: waysToSpoil(parsed(position)) }));
  let tried = 0;
  for (;;) {
    const envelopes = [...pack.envelopes];
    const spoilt = spoiling.flatMap(({ position, ways }) => {
      const next = ways.next();
      if (next.done) return [];
      envelopes[position] = canonicalJson(next.value);
      return [position];
    });
    if (spoilt.length === 0) return tried;
    expectPlaces(spoilt, envelopes);
    tried += spoilt.length;
  }
}

function expectPlaces(positions: readonly number[], envelopes: readonly string[]): void {
  const { ok, problems, penalties } = verifyPack({ ...pack, envelopes }, trusted);
  const places = new Set(problems.map(({ where }) => where));
  const unnamed = positions.filter((position) => !places.has(`position ${position}`)).map((position) => envelopes[position]);
  expect({ ok, penalties, unnamed }).toEqual({ ok: false, penalties: [], unnamed: [] });
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (one !== undefined && canonicalJson(one) === canonicalJson(other));
}

/** Every way to spoil one field, at any depth; of the entries of a list, which are all of a kind, the first and the last. */
function* mutationsOf(value: unknown): Generator {
  if (typeof value === 'string') yield* [`${value}x`, null];
  else if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'boolean') yield !value;
  else if (value === null) yield 'something';
  else if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    yield [...list, 'one more'];
    for (const index of new Set(list.length > 0 ? [0, list.length - 1] : [])) {
      yield list.toSpliced(index, 1);
      for (const mutated of mutationsOf(list[index])) yield list.with(index, mutated);
    }
  } else if (typeof value === 'object') {
    yield { ...value, added: 'by somebody' };
    for (const [field, each] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== field));
      for (const mutated of mutationsOf(each)) yield { ...value, [field]: mutated };
    }
  }
}

/** An object with the values of two neighbouring fields swapped, wherever they differ, at any depth. */
function* swapsOf(value: unknown): Generator {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const fields = Object.entries(value) as [string, unknown][];
  for (const [index, [one, own]] of fields.entries()) {
    const [other, theirs] = fields[(index + 1) % fields.length] ?? [one, own];
    if (canonicalJson(own) !== canonicalJson(theirs)) yield { ...value, [one]: theirs, [other]: own };
    for (const swapped of swapsOf(own)) yield { ...value, [one]: swapped };
  }
}
