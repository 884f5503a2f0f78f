import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EnrolBody } from '../roster/bodies.js';
import { RulingBody } from '../rulings/bodies.js';
import { RetargetBody } from '../corrections/bodies.js';
import { NothingBody } from './bodies.js';
import { BodyPipe } from './body.pipe.js';
import type { Place } from './body.pipe.js';
import { PageQuery } from './paging.js';
import { Problem } from './problem.js';

type Class = new () => object;

const pipe = new BodyPipe();
const read = (metatype: Class, value: unknown, type: 'body' | 'query' = 'body') => pipe.transform(value, { type, metatype });

/** The places that are refused; an empty list if none is. */
function refused(metatype: Class, value: unknown): readonly Place[] {
  try {
    read(metatype, value);
    return [];
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid-request') throw error;
    return error.more['errors'] as readonly Place[];
  }
}
const paths = (metatype: Class, value: unknown) => [...new Set(refused(metatype, value).map(({ path }) => path))];

const infraction = { player: 'p-1', category: 'slow-play' };
const ruling = { infractions: [infraction] };

describe('a body', () => {
  it('becomes an instance of its class, and what lies in it too', () => {
    const body = read(RulingBody, { infractions: [{ ...infraction, deviation: { reason: 'Because.' } }], round: 3 }) as RulingBody;
    expect(body).toBeInstanceOf(RulingBody);
    expect(body.infractions[0]?.constructor.name).toBe('InfractionBody');
    expect(body.infractions[0]?.deviation?.constructor.name).toBe('DeviationBody');
    expect(body.round).toBe(3);
  });

  it('is not changed on the way: no text is trimmed, no number made of a text', () => {
    const body = read(RulingBody, { ...ruling, account: '  two spaces  ', table: 4 }) as RulingBody;
    expect([body.account, body.table]).toEqual(['  two spaces  ', 4]);
    expect(paths(RulingBody, { ...ruling, table: '4' })).toEqual(['table']);
  });

  it('may say null where it may say nothing, and then has said nothing', () => {
    const body = read(EnrolBody, { players: [{ name: 'Ana', team: null, externalId: null, kind: null, id: null }] }) as EnrolBody;
    const [player] = body.players;
    expect([player?.team, player?.externalId, player?.kind, player?.id]).toEqual([undefined, undefined, undefined, undefined]);
    expect(paths(EnrolBody, { players: [{ name: null }] })).toContain('players[0].name');
    expect(paths(EnrolBody, { players: null })).toContain('players');
  });

  it('holds no field that its class does not declare, at any depth', () => {
    expect(paths(RulingBody, { ...ruling, colour: 'red' })).toEqual(['colour']);
    expect(paths(RulingBody, { ...ruling, colour: null })).toEqual(['colour']);
    expect(paths(RulingBody, { infractions: [infraction, { ...infraction, colour: 'red' }] })).toEqual(['infractions[1].colour']);
    expect(paths(NothingBody, { colour: 'red' })).toEqual(['colour']);
    expect(paths(NothingBody, {})).toEqual([]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('holds no field named %s, which every object has', (name) => {
    const named = (value: unknown) => JSON.parse(`{"${name}": ${JSON.stringify(value)}}`) as object;
    for (const value of [1, 'x', {}, { name: 'RulingBody' }]) {
      expect(paths(RulingBody, Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(ruling), ...Object.getOwnPropertyDescriptors(named(value)) }))).toEqual([name]); // prettier-ignore
      expect(paths(NothingBody, named(value))).toEqual([name]);
    }
  });

  it('is an object, and so is what has to be one in it', () => {
    for (const value of [null, undefined, 'text', 7, true, []]) expect(paths(RulingBody, value)).toEqual(['']);
    for (const value of [[], [{ when: 'next-game' }], 'next-game', 1]) {
      expect(paths(RetargetBody, { appliesTo: value, reason: 'Because.' })).toContain('appliesTo');
    }
    for (const value of [{}, 'text', { 0: infraction }]) expect(paths(RulingBody, { infractions: value })).toContain('infractions');
    for (const value of [null, 'text', [], [infraction]]) expect(refused(RulingBody, { infractions: [value] })).not.toEqual([]);
  });

  it('is refused with every place that is wrong, and a sentence that says how many', () => {
    const wrong = { infractions: [{ player: '', category: 7 }], round: -1, offline: 'no' };
    expect(new Set(paths(RulingBody, wrong))).toEqual(new Set(['infractions[0].player', 'infractions[0].category', 'round', 'offline']));
    expect(() => read(RulingBody, { ...ruling, colour: 1, taste: 2 })).toThrow(
      expect.objectContaining({ detail: 'property colour should not exist, and 1 more: correct it and send it again.' }),
    );
  });

  it('is read or refused, whatever it is: never anything else', () => {
    const field = fc.constantFrom(
      'infractions',
      'round',
      'account',
      'ruledAt',
      'player',
      'conditions',
      'deviation',
      'reason',
      'constructor',
    );
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }), fc.constantFrom(null, [], [null], [[]], {}));
    const body = fc.oneof(anything, fc.dictionary(field, fc.oneof(anything, fc.array(fc.dictionary(field, anything)))));
    fc.assert(
      fc.property(fc.constantFrom<Class>(RulingBody, EnrolBody, RetargetBody), body, (metatype, value) => void refused(metatype, value)),
    );
  });
});

describe('a query', () => {
  it('is text, and read as such', () => {
    expect(read(PageQuery, { limit: '20' }, 'query')).toMatchObject({ limit: '20' });
    for (const limit of ['0', '501', '-1', '1.5', '1e2', '', ['1', '2']]) {
      expect(() => read(PageQuery, { limit }, 'query')).toThrow(Problem);
    }
  });
});
