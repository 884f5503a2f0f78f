import { describe, expect, test } from '@jest/globals';
import { competitive, enrolled, given, round } from '../spec/given.js';
import { sealed } from '../spec/hall.js';
import { warn } from '../spec/steps.js';
import { UnknownEvent, decode, encode, stamp } from './envelope.js';
import type { Draft } from './events.js';
import { fold } from './fold.js';

const reopened: Draft = { type: 'TournamentReopened', data: { reason: sealed('too early') } };
const stamped = { by: 'head', now: '2026-11-07T12:00:00.000Z', key: 'k-1', fingerprint: 'f-1', ids: ['e-a', 'e-b'] };

describe('stamping', () => {
  test('gives drafts the positions that follow the ledger’s end', () => {
    const { ledger } = given(competitive());
    const events = stamp(ledger, [reopened, { ...reopened, cause: 3 }], stamped);
    expect(events).toMatchObject([
      { position: ledger.revision + 1, id: 'e-a', metadata: { schema: 1, by: 'head', cause: null, key: 'k-1', fingerprint: 'f-1' } },
      { position: ledger.revision + 2, id: 'e-b', metadata: { cause: 3 } },
    ]);
  });

  test('never dates an event before the one ahead of it, whatever the clock says', () => {
    const { ledger } = given(competitive());
    const [event] = stamp(ledger, [reopened], { ...stamped, now: '2020-01-01T00:00:00.000Z' });
    expect(event?.metadata.recordedAt).toBe(ledger.recordedAt);
  });

  test('needs an id for each event', () => {
    const { ledger } = given(competitive());
    expect(() => stamp(ledger, [reopened, reopened], { ...stamped, ids: ['e-a'] })).toThrow('2 events need as many ids');
  });
});

describe('stored bytes', () => {
  test('are the canonical JSON of the envelope', () => {
    const { events } = given(competitive(), enrolled('Ana'), round(1), warn('Ana slow-play'));
    expect(encode(events.at(-1)!)).toBe(
      '{"data":{"account":null,"category":"slow-play","conditions":[],"deviation":null,"durationSeconds":null,"game":null,' +
        '"gameState":"ongoing","guideline":"warning","offline":false,"penalty":"w-17","player":"Ana","possibleDuplicateOf":null,' +
        '"referral":null,"remedy":null,"round":1,"ruledAt":null,"ruling":"r-17","table":null},"id":"e-17",' +
        '"metadata":{"by":"floor","cause":null,"fingerprint":null,"key":null,"recordedAt":"2026-11-07T09:11:00.000Z","schema":1},' +
        '"position":17,"type":"WarningIssued"}',
    );
  });

  test('of a type or a schema that this version does not know are refused, never guessed', () => {
    const [opened] = given(competitive()).events;
    const of = (change: object) => () => decode(JSON.stringify({ ...opened, ...change }));
    expect(of({ type: 'PlayerKnighted' })).toThrow(UnknownEvent);
    expect(of({ metadata: { ...opened!.metadata, schema: 2 } })).toThrow('position 0 holds a TournamentOpened of schema 2');
  });
});

describe('folding', () => {
  test('takes only the event that follows: a ledger has no holes', () => {
    const { ledger, events } = given(competitive());
    expect(() => fold(ledger, { ...events.at(-1)!, position: ledger.revision })).toThrow('does not follow');
    expect(() => fold(ledger, { ...events.at(-1)!, position: ledger.revision + 2 })).toThrow('does not follow');
  });

  test('takes only a ledger of its own edition', () => {
    const [opened] = given(competitive()).events;
    const other = given();
    other.under({ ...other.ledger.edition, id: 'riftbound-1999-01-01' });
    expect(() => fold(other.ledger, opened!)).toThrow('under riftbound-1999-01-01');
  });

  test('remembers each command by its key, with the positions that it recorded (R36)', () => {
    const { ledger } = given(competitive());
    const from = ledger.revision + 1;
    for (const event of stamp(ledger, [{ type: 'TournamentClosed', data: {} }, reopened], stamped)) fold(ledger, event);
    expect(ledger.keys.get('k-1')).toEqual({ fingerprint: 'f-1', by: 'head', from, to: from + 1 });
    expect(ledger.keys.size).toBe(1);
  });
});
