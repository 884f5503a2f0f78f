import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { WhatIfOfPlayer } from '@ladder/audit';
import { EDITION, Hall } from '../support/hall.js';
import type { Staff } from '../support/hall.js';
import { Served } from '../support/served.js';

interface WhatIfAnswer {
  readonly edition: string;
  readonly thresholds: readonly { readonly rule: string; readonly count: number }[];
  readonly players: readonly (WhatIfOfPlayer & { readonly name: string })[];
  readonly stays: number;
}

const SAME_CATEGORY = 'tournament-error/same-category';
const ANY_CATEGORY = 'tournament-error/any-category';

let served: Served;
let hall: Hall;

beforeAll(async () => {
  served = await Served.start();
  hall = await Hall.open(served.admin);
  for (const player of ['ana', 'ana', 'ana', 'ben', 'ben', 'cleo']) await hall.warn(player, 'slow-play');
});
afterAll(async () => served.end());

const asked = async (query: string) => hall.get<WhatIfAnswer>('auditor', `what-if?${query}`);

describe('the same rulings under changed thresholds', () => {
  test('a milder ladder: which Game Losses would fall, with the reasons that they have', async () => {
    const { edition, thresholds, players, stays } = await asked(`threshold=${SAME_CATEGORY}:4`);
    expect({ edition, thresholds, stays }).toEqual({ edition: EDITION, thresholds: [{ rule: SAME_CATEGORY, count: 4 }], stays: 0 });
    expect(players).toMatchObject([{ player: 'ana', name: 'Ana Lindqvist', appears: [], asked: [] }]);
    expect(players[0]?.falls).toMatchObject([{ reasons: [{ rule: SAME_CATEGORY, count: 3, threshold: 3, cites: ['TR 703.1.b.1'] }] }]);
  });

  test('a stricter ladder: which would appear, with the reasons that they would have', async () => {
    const { players, stays } = await asked(`threshold=${SAME_CATEGORY}:2`);
    expect(players.map(({ name, falls, appears }) => [name, falls.length, appears.length])).toEqual([
      ['Ana Lindqvist', 0, 1],
      ['Ben Okafor', 0, 1],
    ]);
    expect(players[1]?.appears).toMatchObject([{ reasons: [{ rule: SAME_CATEGORY, count: 2, threshold: 2 }] }]);
    expect(stays).toBe(1);
  });

  test('several thresholds at once', async () => {
    const { thresholds, players } = await asked(`threshold=${SAME_CATEGORY}:9&threshold=${ANY_CATEGORY}:2`);
    expect(thresholds).toEqual([
      { rule: SAME_CATEGORY, count: 9 },
      { rule: ANY_CATEGORY, count: 2 },
    ]);
    expect(players.map(({ player }) => player)).toEqual(['ana', 'ben']);
    expect(players.flatMap(({ appears }) => appears.flatMap(({ reasons }) => reasons.map(({ rule }) => rule)))).toEqual([
      ANY_CATEGORY,
      ANY_CATEGORY,
    ]);
  });

  test('its own edition changes nothing', async () => {
    expect(await asked(`edition=${EDITION}`)).toEqual({ edition: EDITION, thresholds: [], players: [], stays: 1 });
  });

  test('nothing is recorded', async () => {
    const before = await hall.ledger();
    await asked(`threshold=${SAME_CATEGORY}:2`);
    expect(await hall.ledger()).toEqual(before);
  });
});

describe('refused, with a sentence that says what to do', () => {
  test.each([
    ['', 'edition', 'say what would be different'],
    [`threshold=${SAME_CATEGORY}`, 'threshold', 'must be <rule id>:<count>'],
    [`threshold=${SAME_CATEGORY}:two`, 'threshold', 'must be <rule id>:<count>'],
    [`threshold=${SAME_CATEGORY}:-3`, 'threshold', 'must be <rule id>:<count>'],
    [`threshold=${SAME_CATEGORY}:1`, 'threshold', 'count must be a whole number of at least 2, not 1'],
    ['threshold=manners/same-category:3', 'threshold', 'there is no ladder rule manners/same-category; there are game-play-error/'],
    [`threshold=${SAME_CATEGORY}:3&limit=3`, 'limit', 'should not exist'],
    [`edition=${EDITION}&edition=${EDITION}`, 'edition', 'must be'],
  ])('?%s', async (query, path, sentence) => {
    const { status, body } = await hall.by('auditor').ask('GET', `${hall.path}/what-if?${query}`);
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'invalid-request', path]);
    expect(body.errors?.[0]?.message).toContain(sentence);
  });

  test('an edition that is not there', async () => {
    const { status, body } = await hall.by('auditor').ask('GET', `${hall.path}/what-if?edition=house-rules`);
    expect([status, body.code]).toEqual([404, 'unknown-edition']);
  });

  test('who is neither head judge nor auditor', async () => {
    const statusFor = async (who: Staff) => (await hall.by(who).ask('GET', `${hall.path}/what-if?edition=${EDITION}`)).status;
    for (const who of ['appeals', 'floor', 'scorekeeper', 'organizer'] as const) expect(await statusFor(who)).toBe(403);
    for (const who of ['head', 'auditor'] as const) expect(await statusFor(who)).toBe(200);
  });
});
