import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Asking, ProblemBody } from '../support/device.js';
import { Hall } from '../support/hall.js';
import type { Ruled, Staff } from '../support/hall.js';
import { expectProblem, problemCodes } from '../support/problems.js';
import { Served } from '../support/served.js';

let server: Served;
let hall: Hall;
let elsewhere: Hall;
let codes: ReadonlySet<string>;
/** A ruling, a penalty and a notice of the other tournament. */
let theirs: { ruling: string; penalty: string; notice: string };

beforeAll(async () => {
  server = await Served.start();
  hall = await Hall.open(server.admin, { id: 'here' });
  elsewhere = await Hall.open(server.admin, { id: 'elsewhere', players: [{ id: 'eve', name: 'Eve' }] });
  codes = await problemCodes(server.admin);
  await elsewhere.warn('eve', 'unsporting-minor');
  for (let times = 0; times < 20; times += 1) await elsewhere.warn('eve', 'slow-play');
  const ruled: Ruled = await elsewhere.warn('eve', 'unsporting-minor');
  theirs = {
    ruling: ruled.ruling,
    penalty: ruled.penalties[0]?.escalation.penalty ?? '',
    notice: (await elsewhere.notices())[0]?.id ?? '',
  };
});
afterAll(() => server.end());

const warning = { player: 'ana', category: 'slow-play' };
const ruling = (infraction: unknown) => ({ infractions: [infraction] });
const player = (more: unknown) => ({ players: [{ id: 'new', name: 'New', ...(more as object) }] });
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

interface BadInput {
  readonly what: string;
  readonly status: number;
  readonly code: string;
  readonly by?: Staff;
  readonly to: string;
  readonly body?: unknown;
  readonly asking?: Omit<Asking, 'body'>;
}

/** A body that is refused by a route of the tournament, sent by a judge unless told. */
const warn = (what: string, body: unknown, status = 400, code = 'invalid-request'): BadInput => ({
  what,
  to: 'warnings',
  body,
  status,
  code,
});
const rule = (what: string, body: unknown, status = 400, code = 'invalid-request'): BadInput => ({
  ...warn(what, body, status, code),
  to: 'rulings',
});
const enrol = (what: string, body: unknown, status = 400, code = 'invalid-request'): BadInput => ({
  ...warn(what, body, status, code),
  to: 'players',
  by: 'organizer',
});

const BODIES: readonly BadInput[] = [
  warn('a field that nobody knows', { ...warning, colour: 'red' }),
  warn('a field that is null and that nobody knows', { ...warning, colour: null }),
  warn('a field named as what every object has', { ...warning, constructor: 1 }),
  warn('another such field', { ...warning, toString: 'x' }),
  warn('a prototype', `{"player": "ana", "category": "slow-play", "__proto__": {"player": "ben"}}`),
  warn('nothing in it', {}),
  warn('a player that is null', { ...warning, player: null }),
  warn('a number for a text', { ...warning, player: 7 }),
  warn('a list for a text', { ...warning, category: ['slow-play'] }),
  warn('a text for a number', { ...warning, round: '1' }),
  warn('a fraction of a table', { ...warning, table: 1.5 }),
  warn('a number beyond all', { ...warning, table: 1e300 }),
  warn('a text for a flag', { ...warning, offline: 'false' }),
  warn('a text for a list', { ...warning, conditions: 'advantageous' }),
  warn('an object in a list of texts', { ...warning, conditions: [{}] }),
  warn('a negative round', { ...warning, round: -1 }),
  warn('a table 0', { ...warning, table: 0 }),
  warn('a duration of more than a day', { ...warning, durationSeconds: 90_000 }),
  warn('a game state that is none', { ...warning, gameState: 'paused' }),
  warn('an id with a space', { ...warning, player: 'ana lindqvist' }),
  warn('an id of 65 characters', { ...warning, player: 'a'.repeat(65) }),
  warn('an empty account', { ...warning, account: '' }),
  warn('a blank account', { ...warning, account: ' \n ' }),
  warn('an account of 4,001 characters', { ...warning, account: 'a'.repeat(4_001) }),
  warn('a lone surrogate in a text', `{"player": "ana", "category": "slow-play", "account": "\\ud800"}`),
  warn('a lone surrogate in a slug', `{"player": "ana", "category": "\\udfff"}`),
  warn('a lone surrogate in an id', `{"player": "\\ud800", "category": "slow-play"}`),
  warn('a lone surrogate in a field', `{"player": "ana", "category": "slow-play", "\\ud800": 1}`),
  warn('a time in the future', { ...warning, ruledAt: later(1) }),
  warn('a time that is none', { ...warning, ruledAt: 'yesterday' }),
  warn('a time of no zone', { ...warning, ruledAt: '2026-11-07T10:41:00.000' }),
  warn('a day that no calendar has', { ...warning, ruledAt: '2026-02-30T10:41:00.000Z' }),
  warn('a round that has not started', { ...warning, round: 9 }, 400, 'round-not-started'),
  warn('an unknown player', { ...warning, player: 'nobody' }, 404, 'unknown-player'),
  warn('an unknown category', { ...warning, category: 'yelling' }, 404, 'unknown-category'),
  warn('an unknown condition', { ...warning, conditions: ['advantageous'] }, 400, 'unknown-condition'),
  warn('a category whose guideline is no Warning', { ...warning, category: 'decklist-error' }, 403, 'deviation-needs-head-judge'),
  warn('a list', [warning]),
  warn('a text', '"ana"'),
  warn('null', 'null'),
  warn('nothing', ''),
  warn('half of a body', '{"player": "ana", '),
  warn('no JSON', 'player=ana'),
  warn('a very deep list', `{"player": ${nested('[', ']', 200_000)}, "category": "slow-play"}`),
  warn('a body of more than 1 MiB', { ...warning, account: 'a'.repeat(1024 * 1024) }, 413, 'too-large'),

  rule('no infraction', { infractions: [] }),
  rule('21 infractions', { infractions: Array.from({ length: 21 }, () => warning) }),
  rule('an infraction that is no object', ruling('ana')),
  rule('an infraction that is null', ruling(null)),
  rule('an object for the infractions', { infractions: warning }),
  rule('a penalty that is none', ruling({ ...warning, penalty: 'caution' })),
  rule('a list for a deviation', ruling({ ...warning, penalty: 'game-loss', deviation: [] })),
  rule('a text for a deviation', ruling({ ...warning, penalty: 'game-loss', deviation: 'because' })),
  rule('a deviation without a reason', ruling({ ...warning, penalty: 'game-loss', deviation: {} })),
  rule('an unknown field in an infraction', ruling({ ...warning, colour: 'red' })),
  rule('a constructor in an infraction', ruling({ ...warning, constructor: { name: 'x' } })),
  rule('very deep infractions', `{"infractions": ${nested('[{"deviation": ', '}]', 20_000).replace('}]', '1}]')}}`),
  rule('a penalty outside the guidelines', ruling({ ...warning, penalty: 'game-loss' }), 403, 'deviation-needs-head-judge'),
  rule('a disqualification', ruling({ player: 'ana', category: 'cheating' }), 403, 'disqualification-needs-head-judge'),
  { ...rule('a head judge who deviates without a reason', ruling({ ...warning, penalty: 'game-loss' })), by: 'head' },

  enrol('5,001 players', { players: Array.from({ length: 5_001 }, (_, index) => ({ name: `Player ${index}` })) }),
  enrol('no players', { players: [] }),
  enrol('a player without a name', { players: [{ id: 'new' }] }),
  enrol('a name of 201 characters', player({ name: 'a'.repeat(201) })),
  enrol('a name with a lone surrogate', `{"players": [{"name": "\\ud83d"}]}`),
  enrol('a kind that is none', player({ kind: 'judge' })),
  enrol('one id twice', { players: [{ id: 'new', name: 'New' }, { id: 'new', name: 'Newer' }] }, 409, 'already-enrolled'), // prettier-ignore
  enrol('a player who is there already', { players: [{ id: 'ana', name: 'Ana' }] }, 409, 'already-enrolled'),
  { ...warn('the round before', { number: 0 }), to: 'rounds', by: 'scorekeeper' },
  { ...warn('a player at two tables', { number: 2, pairings: [{ table: 1, players: ['ana', 'ben'] }, { table: 2, players: ['ana'] }] }), to: 'rounds', by: 'scorekeeper' }, // prettier-ignore
  { ...warn('a stranger at a table', { number: 2, pairings: [{ table: 1, players: ['ana', 'eve'] }] }, 404, 'unknown-player'), to: 'rounds', by: 'scorekeeper' }, // prettier-ignore
  { ...warn('a role that is none', { name: 'X', roles: ['referee'] }), to: 'officials', by: 'organizer' },
  { ...warn('no role at all', { name: 'X', roles: [] }), to: 'officials', by: 'organizer' },
  { ...warn('something in an empty body', { force: true }), to: 'close', by: 'head' },
];

const HEADERS: readonly BadInput[] = [
  { ...warn('no Idempotency-Key', warning, 400, 'idempotency-key-missing'), asking: { key: null } },
  { ...warn('a key that is no UUID', warning, 400, 'idempotency-key-missing'), asking: { key: 'once' } },
  { ...warn('a text instead of JSON', 'player=ana', 415, 'unsupported-media-type'), asking: { headers: { 'content-type': 'text/plain' } } },
  {
    ...warn('a form', 'player=ana&category=slow-play', 415, 'unsupported-media-type'),
    asking: { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  },
  { ...warn('XML', '<player/>', 415, 'unsupported-media-type'), asking: { headers: { 'content-type': 'application/xml' } } },
  { ...warn('no token', warning, 401, 'unauthenticated'), asking: { headers: { authorization: '' } } },
  { ...warn('a dead token', warning, 401, 'unauthenticated'), asking: { headers: { authorization: 'Bearer dead' } } },
  { ...warn('another kind of token', warning, 401, 'unauthenticated'), asking: { headers: { authorization: 'Basic YTpi' } } },
];

async function sent({ by = 'floor', to, body, asking = {} }: BadInput): Promise<Answer<ProblemBody>> {
  return hall.by(by).ask('POST', `${hall.path}/${to}`, { body, ...asking });
}

describe('a command with', () => {
  it.each([...BODIES, ...HEADERS])('$what is answered $status $code, and nothing is recorded', async (bad) => {
    const end = await hall.end();
    const answer = await sent(bad);
    expect([answer.status, answer.body.code]).toEqual([bad.status, bad.code]);
    expectProblem(answer, codes);
    expect(await hall.end()).toBe(end);
  });

  it('a good body is recorded: it is the badness that is refused', async () => {
    const end = await hall.end();
    const { status } = await sent(
      warn('', { ...warning, ruledAt: later(-1), table: 3, round: 1, conditions: [], account: null, game: null }),
    );
    expect(status).toBe(201);
    expect(await hall.end()).toBeGreaterThan(end);
  });

  it('every wrong place in it is told at once, by its path', async () => {
    const body = { infractions: [{ ...warning, colour: 'red', penalty: 'caution' }], round: -1 };
    const { body: problem } = await hall.by('floor').ask('POST', `${hall.path}/rulings`, { body });
    expect(problem.errors?.map(({ path }) => path).toSorted()).toEqual(['infractions[0].colour', 'infractions[0].penalty', 'round']);
  });
});

describe("another tournament's", () => {
  it.each<[string, Staff, (of: typeof theirs) => string, unknown, string]>([
    ['ruling', 'head', ({ ruling: id }) => `rulings/${id}/void`, { reason: 'x' }, 'unknown-ruling'],
    ['ruling to be appealed', 'floor', ({ ruling: id }) => `rulings/${id}/appeal`, { player: 'ana', grounds: 'x' }, 'unknown-ruling'],
    ['penalty', 'scorekeeper', ({ penalty: id }) => `penalties/${id}/serve`, { round: 1 }, 'unknown-penalty'],
    ['notice', 'head', ({ notice: id }) => `notices/${id}/acknowledge`, {}, 'unknown-notice'],
    ['player', 'head', () => 'players/eve/drop', { reason: 'x' }, 'unknown-player'],
    ['official', 'head', () => 'officials/stranger/revoke', { reason: 'x' }, 'unknown-official'],
  ])('%s is not here', async (_what, by, pathOf, body, code) => {
    const end = await hall.end();
    const answer = await hall.by(by).ask('POST', `${hall.path}/${pathOf(theirs)}`, { body });
    expect([answer.status, answer.body.code]).toEqual([404, code]);
    expectProblem(answer, codes);
    expect(await hall.end()).toBe(end);
  });

  it('everything does not exist for the officials of this one', async () => {
    const end = await elsewhere.end();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/players/eve/record'],
      ['GET', '/feed'],
      ['POST', '/warnings'],
    ] as const) {
      const answer = await hall.by('head').ask(method, `${elsewhere.path}${path}`, { ...(method === 'POST' && { body: warning }) });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'unknown-tournament']);
      expectProblem(answer, codes);
    }
    expect(await elsewhere.end()).toBe(end);
  });
});

describe('a read with', () => {
  it.each([
    ['a limit of 0', 'rulings?limit=0', 400],
    ['a limit of 501', 'rulings?limit=501', 400],
    ['two limits', 'rulings?limit=1&limit=2', 400],
    ['a limit that is no number', 'rulings?limit=ten', 400],
    ["another list's cursor", 'rulings?cursor=bm93aGVyZQ', 400],
    ['a cursor of nobody', 'ledger?cursor=here', 400],
    ['an unknown question', 'rulings?colour=red', 400],
    ['a question named as what every object has', 'rulings?constructor=1', 400],
    ['a prototype', 'rulings?__proto__=1&__proto__=2', 400],
    ['a status that is none', 'notices?status=lost', 400],
    ['a position beyond the end', 'players/ana/record?asOf=99999', 400],
    ['a negative position', 'players/ana/record?asOf=-1', 400],
    ['an unknown player', 'players/nobody/record', 404],
    ["a player named as an object's own", 'players/__proto__/record', 404],
    ['an unknown ruling', 'rulings/r-999', 404],
    ['an unknown penalty', 'penalties/constructor/explanation', 404],
    ['an unknown route', 'nowhere', 404],
    ['a path that is no text', '%ff', 400],
    ['a path of a kilobyte', 'a'.repeat(1_000), 404],
  ])('%s is answered %s: %i', async (_what, path, status) => {
    const answer = await hall.by('head').ask('GET', `${hall.path}/${path}`);
    expect([path, answer.status]).toEqual([path, status]);
    expectProblem(answer, codes);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s finds no route', async (method) => {
    const answer = await hall.by('head').ask(method, hall.path);
    expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
    expectProblem(answer, codes);
  });

  it('At-Least that is no position is refused', async () => {
    for (const position of ['-1', 'soon', '1e3', '9'.repeat(40)]) {
      const answer = await hall.by('head').ask('GET', `${hall.path}/players`, { headers: { 'at-least': position } });
      expect([position, answer.status, answer.body.code]).toEqual([position, 400, 'invalid-request']);
      expectProblem(answer, codes);
    }
  });
});
